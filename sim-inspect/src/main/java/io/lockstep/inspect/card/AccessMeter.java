// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;

final class AccessMeter {
  /** Maximum number of distinct strides to count; later strides count for their pattern only. */
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

  long deviceRequests;
  long deviceLanes;
  long deviceBytes;
  long distinctBytes;
  long lines;

  // Index 0: 16 banks, index 1: 32 banks.
  long localLanes;
  final long[] passes = new long[2];
  final long[] fewest = new long[2];

  long privateLanes;

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
    return instruction.op().isTexel();
  }

  Space space() {
    return instruction.memory().space();
  }

  /** Adds the pattern of a request, with its strides. */
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

  /** Returns the most frequent pattern; of equally frequent patterns, the simplest. */
  Pattern main() {
    int best = 0;
    for (int i = 1; i < patterns.length; i++) {
      best = patterns[i] > patterns[best] ? i : best;
    }
    return Pattern.values()[best];
  }

  /** Returns the most frequent strides of a pattern along x, y, z; zeros if it has none. */
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
