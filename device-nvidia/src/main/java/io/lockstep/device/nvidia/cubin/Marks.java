// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.device.nvidia.cubin.MachineFlow.Piece;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.sm.code.AccessKind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Marks of the kernel's blocks: for each, an operation that the machine code performs as often as
 * the block is executed. It is none that moves a constant, which the assembler does in front of a
 * loop, and none of a line in two blocks. Under a guard it may be executed or not. Operations that
 * the assembler can neither move nor combine come first, and among equal ones the one of which the
 * machine code has most: the sum of a loop's counter occurs once for several unrolled iterations.
 */
final class Marks {
  private static final int CROSS_LANE = 5;
  private static final int FLOATING = 4;
  private static final int PRODUCT = 3;
  private static final int OTHER = 2;
  private static final int SUM = 1;

  private final Cubin cubin;
  private final List<Piece> pieces;

  /** By line and name: times by piece, then times under guards by piece. */
  private final Map<Integer, Map<String, int[]>> counts = new HashMap<>();

  private final Map<Integer, Integer> outside = new HashMap<>(); // instruction by block
  private final Set<Integer> unfit = new HashSet<>(); // lines
  private final int[][] ofBlock; // counts once an execution; null if it has no mark
  private final BitSet[] ofPiece; // blocks of the kernel that it has operations of

  Marks(Kernel kernel, Cubin cubin, List<Piece> pieces) {
    this.cubin = cubin;
    this.pieces = pieces;
    Map<Integer, BitSet> blocks = new HashMap<>(); // by line
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        blocks.computeIfAbsent(i.textLine(), any -> new BitSet()).set(block.id());
      }
    }
    blocks.forEach((line, of) -> unfit.addAll(of.cardinality() > 1 ? Set.of(line) : Set.of()));
    ofPiece = new BitSet[pieces.size()];
    for (int p = 0; p < ofPiece.length; p++) {
      ofPiece[p] = new BitSet();
      for (int k = pieces.get(p).from(); k < pieces.get(p).end(); k++) {
        if (!isMove(k)) {
          ofPiece[p].or(blocks.getOrDefault(cubin.lines()[k], new BitSet()));
          count(p, k);
        }
      }
    }
    BitSet kept = new BitSet();
    pieces.forEach(p -> kept.set(p.from(), p.end()));
    BitSet inside = new BitSet();
    Arrays.stream(ofPiece).forEach(inside::or);
    for (int k = kept.nextClearBit(0); k < cubin.words().size(); k = kept.nextClearBit(k + 1)) {
      BitSet of = isMove(k) ? new BitSet() : blocks.getOrDefault(cubin.lines()[k], new BitSet());
      for (int b = of.nextSetBit(0); b >= 0; b = of.nextSetBit(b + 1)) {
        if (!inside.get(b)) {
          outside.putIfAbsent(b, k);
        }
      }
    }
    ofBlock = new int[kernel.blocks().size()][];
    kernel.blocks().forEach(b -> ofBlock[b.id()] = best(b));
  }

  private void count(int piece, int k) {
    int line = cubin.lines()[k];
    String name = cubin.operation(k).name();
    if (cubin.operation(k).access() != AccessKind.NONE || name.equals("BRA")) {
      return;
    }
    int guarded = cubin.words().get(k).isGuarded() ? pieces.size() : 0;
    counts.computeIfAbsent(line, any -> new TreeMap<>())
        .computeIfAbsent(name, any -> new int[2 * pieces.size()])[piece + guarded]++;
  }

  /** Whether an instruction only moves a value, or leads control. */
  private boolean isMove(int k) {
    MachineWord word = cubin.words().get(k);
    return switch (cubin.operation(k).name()) {
      case "MOV", "UMOV", "CS2R", "R2UR", "ULDC", "BSSY", "BSYNC", "BREAK", "EXIT" -> true;
      case "IMAD", "HFMA2", "HFMA2.MMA" -> word.source() == PtxasLowering.ZERO;
      default -> false;
    };
  }

  private int[] best(Block block) {
    int best = 0;
    long most = 0;
    int[] found = null;
    for (Instruction i : block.instructions()) {
      int rank = unfit.contains(i.textLine()) ? 0 : rank(i);
      if (rank == 0 || rank < best) {
        continue;
      }
      for (int[] each : counts.getOrDefault(i.textLine(), Map.of()).values()) {
        if (isMixed(each)) {
          continue;
        }
        int[] once = once(each);
        long all = Arrays.stream(once).sum();
        if (rank > best || all > most) {
          best = rank;
          most = all;
          found = once;
        }
      }
    }
    return found;
  }

  /**
   * Whether a piece has an operation both under a guard and without, as corrections of quotients.
   */
  private boolean isMixed(int[] counts) {
    return IntStream.range(0, pieces.size())
        .anyMatch(p -> counts[p] > 0 && counts[pieces.size() + p] > 0);
  }

  /** Divides by what one execution counts. */
  private static int[] once(int[] counts) {
    int once = Arrays.stream(counts).reduce(0, Marks::divisor);
    return Arrays.stream(counts).map(n -> n / once).toArray();
  }

  private static int divisor(int a, int b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  private static int rank(Instruction i) {
    return switch (i.op()) {
      case FMA, MAD, MUL, ADD, SUB ->
          i.type().isFloat() ? FLOATING : i.op() == Op.ADD ? SUM : PRODUCT;
      case MOVE, SPECIAL, COMPARE -> 0;
      case CONVERT -> i.opClass() == OpClass.CONVERT_INT_FLOAT ? OTHER : 0;
      case SHUFFLE, VOTE, MATCH, REDUCE, ACTIVE_MASK, MATRIX -> CROSS_LANE;
      default -> i.op().isComputation() ? OTHER : 0;
    };
  }

  /**
   * Throws a refusal if a block is executed whose operations are only in code that calls
   * subroutines, which is left out.
   */
  void requireKept(int[] executed) {
    for (int block : executed) {
      Integer k = outside.get(block);
      if (k != null) {
        throw cubin.refusal(k, "code that calls subroutines, and no other,");
      }
    }
  }

  /** Whether a block has a mark. */
  boolean has(int block) {
    return ofBlock[block] != null;
  }

  /** Returns how often a piece of the machine code executes a block that has a mark. */
  int times(int piece, int block) {
    return ofBlock[block][piece];
  }

  /** Returns how many more times it may execute it under guards. */
  int guarded(int piece, int block) {
    return ofBlock[block][pieces.size() + piece];
  }

  /** Returns the blocks of the kernel of which a piece of the machine code has an operation. */
  BitSet in(int piece) {
    return ofPiece[piece];
  }
}
