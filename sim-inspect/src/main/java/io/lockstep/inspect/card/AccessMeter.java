package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;

/** Counts what one static memory operation asks for. Not thread-safe. */
final class AccessMeter {
  /** Shapes that are told apart; what comes later counts in its pattern only. */
  static final int SHAPES = 8;

  final Instruction instruction;
  final int block;
  final int bytes;
  final long[] patterns = new long[Pattern.values().length];
  private final Pattern[] shapePattern = new Pattern[SHAPES];
  private final long[] shape = new long[3 * SHAPES];
  private final long[] shapeCount = new long[SHAPES];
  private int shapes;

  long requests;
  long lanes;

  // Device memory.
  long deviceRequests;
  long deviceLanes;
  long deviceBytes;
  long distinctBytes;
  long lines;

  // Local memory, by 16 and 32 banks.
  long localLanes;
  final long[] passes = new long[2];
  final long[] fewest = new long[2];

  long privateLanes;

  // Atomics.
  long addresses;
  long chains;

  AccessMeter(Instruction instruction, int block) {
    this.instruction = instruction;
    this.block = block;
    bytes = instruction.memory().bytes();
  }

  boolean isAtomic() {
    return instruction.op() == Op.ATOMIC;
  }

  boolean isTexture() {
    return instruction.op() == Op.TEXTURE
        || instruction.op() == Op.SURFACE_LOAD
        || instruction.op() == Op.SURFACE_STORE;
  }

  Space space() {
    return instruction.memory().space();
  }

  /** Adds the pattern of a request. */
  void pattern(Pattern pattern, long x, long y, long z) {
    patterns[pattern.ordinal()]++;
    if (pattern == Pattern.SCATTERED) {
      return;
    }
    for (int i = 0; i < shapes; i++) {
      if (shapePattern[i] == pattern
          && shape[3 * i] == x
          && shape[3 * i + 1] == y
          && shape[3 * i + 2] == z) {
        shapeCount[i]++;
        return;
      }
    }
    if (shapes < SHAPES) {
      shapePattern[shapes] = pattern;
      shape[3 * shapes] = x;
      shape[3 * shapes + 1] = y;
      shape[3 * shapes + 2] = z;
      shapeCount[shapes++] = 1;
    }
  }

  /** The most frequent pattern, the simpler one of two equal ones. */
  Pattern main() {
    int best = 0;
    for (int i = 1; i < patterns.length; i++) {
      best = patterns[i] > patterns[best] ? i : best;
    }
    return Pattern.values()[best];
  }

  /** Strides along x, y, z of the most frequent shape of a pattern; zeros if it has none. */
  long[] strides(Pattern pattern) {
    int best = -1;
    for (int i = 0; i < shapes; i++) {
      if (shapePattern[i] == pattern && (best < 0 || shapeCount[i] > shapeCount[best])) {
        best = i;
      }
    }
    return best < 0
        ? new long[3]
        : new long[] {shape[3 * best], shape[3 * best + 1], shape[3 * best + 2]};
  }
}
