// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.device.nvidia.cubin.MachineFlow.Piece;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a kernel and its machine code have in common, by lines of the PTX: memory accesses, barriers
 * and, for blocks without either, an operation that the machine code repeats as often as the block.
 *
 * <p>A token is the number of a memory slot, then of a barrier, then of a block.
 */
final class Tokens {
  private static final int FLOATING = 3;
  private static final int PRODUCT = 2;

  private final Kernel kernel;
  private final Cubin cubin;
  private final List<Piece> pieces;
  private final Map<Integer, Instruction> ofLine = new HashMap<>();
  private final Set<Integer> ambiguous = new HashSet<>();
  private final Map<Integer, Integer> barriers = new HashMap<>(); // by line
  private final Map<Integer, Instruction> accesses = new HashMap<>(); // by machine instruction
  private final Set<Integer> present = new HashSet<>(); // lines of machine accesses and barriers

  /**
   * @throws RefusalException if an access of the machine code has no counterpart
   */
  Tokens(Kernel kernel, Cubin cubin, List<Piece> pieces) {
    this.kernel = kernel;
    this.cubin = cubin;
    this.pieces = pieces;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean anchors = i.isRecorded() || i.op() == Op.BARRIER;
        if (anchors && isAnchor(i.textLine()) && !ambiguous.add(i.textLine())) {
          continue;
        }
        if (anchors || !ofLine.containsKey(i.textLine())) {
          ofLine.put(i.textLine(), i);
        }
        if (i.op() == Op.BARRIER) {
          barriers.put(i.textLine(), kernel.memorySlots() + barriers.size());
        }
      }
    }
    pieces.forEach(this::present);
    pieces.forEach(this::accesses);
    checkSlowPaths();
  }

  private boolean isAnchor(int line) {
    Instruction i = ofLine.get(line);
    return i != null && (i.isRecorded() || i.op() == Op.BARRIER);
  }

  /** Returns the instruction of the kernel in the line of a machine instruction; null if none. */
  Instruction from(int k) {
    return ofLine.get(cubin.lines()[k]);
  }

  /**
   * Returns the access that a machine instruction makes, in its width; null if none is recorded for
   * it.
   */
  Instruction access(int k) {
    return accesses.get(k);
  }

  /**
   * Returns what a machine instruction does in a loop of compare-and-swaps that performs an atomic
   * on shared memory; NONE if it is not in one. The swap counts as the access.
   */
  AccessKind inLoop(int k) {
    Instruction i = from(k);
    boolean atomic = i != null && i.op() == Op.ATOMIC && i.memory().space() == Space.LOCAL;
    if (!atomic || i.atomic() == AtomicOp.COMPARE_EXCHANGE || !hasLoad(i.textLine())) {
      return AccessKind.NONE;
    }
    return switch (cubin.operation(k).name()) {
      case "LDS" -> AccessKind.ATTEMPT;
      case "ATOMS" -> AccessKind.SWAP;
      case "BRA" -> isBehindSwap(k) ? AccessKind.RETRY : AccessKind.NONE;
      default -> AccessKind.NONE;
    };
  }

  private boolean hasLoad(int line) {
    for (int k = 0; k < cubin.lines().length; k++) {
      if (cubin.lines()[k] == line && cubin.operation(k).name().equals("LDS")) {
        return true;
      }
    }
    return false;
  }

  private boolean isBehindSwap(int k) {
    int line = cubin.lines()[k];
    for (int j = k - 1; j >= 0; j--) {
      String name = cubin.operation(j).name();
      if (cubin.lines()[j] == line && !name.equals("ISETP")) {
        return name.equals("ATOMS");
      }
    }
    return false;
  }

  private boolean isAccess(int k) {
    Instruction i = from(k);
    if (inLoop(k) == AccessKind.ATTEMPT) {
      return false;
    }
    return cubin.operation(k).access() != AccessKind.NONE
        || cubin.operation(k).name().equals("LDC")
            && i != null
            && i.isRecorded()
            && i.memory().space() == Space.CONSTANT;
  }

  private void present(Piece piece) {
    for (int k = piece.from(); k < piece.end(); k++) {
      if (isAccess(k) || cubin.operation(k).name().equals("BAR")) {
        present.add(cubin.lines()[k]);
      }
    }
  }

  /** Refuses code whose slow paths, which are left out, access memory. */
  private void checkSlowPaths() {
    BitSet kept = new BitSet();
    pieces.forEach(p -> kept.set(p.from(), p.end()));
    for (int k = kept.nextClearBit(0); k < cubin.words().size(); k = kept.nextClearBit(k + 1)) {
      Instruction i = from(k);
      if (isAccess(k) && i != null && i.isRecorded() && !present.contains(i.textLine())) {
        throw cubin.refusal(k, "an access in a subroutine");
      }
    }
  }

  /** Whether each loop of the kernel has an access or a barrier that the machine code has, too. */
  boolean haveAllLoops() {
    int[][] tokens = ofBlocks(false);
    BitSet loops = new BitSet();
    kernel.blocks().stream()
        .filter(b -> b.loop() >= 0 && tokens[b.id()].length > 0)
        .forEach(b -> loops.set(b.loop()));
    return kernel.blocks().stream().allMatch(b -> b.loop() < 0 || loops.get(b.loop()));
  }

  private void accesses(Piece piece) {
    Map<Integer, Integer> left = new HashMap<>(); // bytes by line, for accesses in parts
    for (int k = piece.from(); k < piece.end(); k++) {
      if (!isAccess(k)) {
        continue;
      }
      Instruction i = from(k);
      String name = cubin.operation(k).name();
      if (cubin.operation(k).pipe() == Pipe.TEXTURE) {
        throw cubin.refusal(k, "a texture access (" + name + ")");
      }
      if (i == null || !i.isRecorded()) {
        throw cubin.refusal(k, "an access (" + name + ") of its own");
      }
      if (ambiguous.contains(i.textLine())) {
        throw cubin.refusal(k, "one access (" + name + ") for several inlined calls");
      }
      int bytes = cubin.words().get(k).accessBytes();
      boolean sized = i.op() == Op.LOAD || i.op() == Op.STORE;
      if (!sized || bytes == i.memory().bytes()) {
        accesses.put(k, i);
      } else if (bytes > i.memory().bytes()) {
        accesses.put(k, merged(k, i, bytes));
      } else {
        int rest = left.merge(i.textLine(), -bytes, Integer::sum);
        if (rest == -bytes) {
          accesses.put(k, i);
        } else if (i.memory().space() != Space.CONSTANT && i.memory().space() != Space.LOCAL) {
          throw cubin.refusal(k, "several accesses (" + name + ")");
        }
        if (rest <= -i.memory().bytes()) {
          left.remove(i.textLine());
        }
      }
    }
  }

  /** Returns the first of neighbouring accesses that a machine instruction makes together. */
  private Instruction merged(int k, Instruction one, int bytes) {
    MemoryAccess memory = one.memory();
    Instruction first = one;
    int covered = memory.bytes();
    for (Block block : kernel.blocks()) {
      if (block.instructions().contains(one)) {
        for (Instruction i : block.instructions()) {
          boolean joins =
              i != one
                  && i.isRecorded()
                  && i.op() == one.op()
                  && i.memory().space() == memory.space()
                  && i.sources().get(0).equals(one.sources().get(0))
                  && Math.abs(i.memory().offset() - memory.offset()) < bytes
                  && !present.contains(i.textLine());
          covered += joins ? i.memory().bytes() : 0;
          if (joins && i.memory().offset() < first.memory().offset()) {
            first = i;
          }
        }
      }
    }
    if (covered < bytes) {
      throw cubin.refusal(k, "a wider access (" + cubin.operation(k).name() + ")");
    }
    return first;
  }

  /** Returns the tokens of each block of the kernel, in order. */
  int[][] ofBlocks(boolean marked) {
    Set<Integer> slots = new HashSet<>();
    accesses.values().forEach(i -> slots.add(i.memory().slot()));
    int[][] all = new int[kernel.blocks().size()][];
    for (Block block : kernel.blocks()) {
      List<Integer> own = new ArrayList<>();
      for (Instruction i : block.instructions()) {
        if (i.isRecorded() && slots.contains(i.memory().slot())) {
          own.add(i.memory().slot());
        } else if (i.op() == Op.BARRIER && present.contains(i.textLine())) {
          own.add(barriers.get(i.textLine()));
        }
      }
      if (own.isEmpty() && marked && mark(block) != 0) {
        own.add(marker(block));
      }
      all[block.id()] = own.stream().mapToInt(Integer::intValue).toArray();
    }
    return all;
  }

  boolean isBarrier(int token) {
    return token >= kernel.memorySlots() && token < kernel.memorySlots() + barriers.size();
  }

  private int marker(Block block) {
    return kernel.memorySlots() + barriers.size() + block.id();
  }

  /** Returns the tokens of each block of the machine code. */
  int[][] ofPieces(int[][] ofBlocks) {
    List<List<Integer>> all = new ArrayList<>();
    for (Piece piece : pieces) {
      List<Integer> own = new ArrayList<>();
      for (int k = piece.from(); k < piece.end(); k++) {
        Instruction access = accesses.get(k);
        if (access != null) {
          own.add(access.memory().slot());
        } else if (cubin.operation(k).name().equals("BAR")) {
          Integer barrier = barriers.get(cubin.lines()[k]);
          if (barrier == null) {
            throw cubin.refusal(k, "a barrier of its own");
          }
          own.add(barrier);
        }
      }
      all.add(own);
    }
    for (Block block : kernel.blocks()) {
      int[] tokens = ofBlocks[block.id()];
      if (tokens.length == 1 && tokens[0] == marker(block)) {
        int[] counts = counts(mark(block));
        int once = Arrays.stream(counts).reduce(0, Tokens::divisor);
        for (int p = 0; p < counts.length; p++) {
          for (int n = counts[p] / once; n > 0; n--) {
            all.get(p).add(tokens[0]);
          }
        }
      }
    }
    return all.stream()
        .map(l -> l.stream().mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
  }

  private static int divisor(int a, int b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  private int[] counts(int line) {
    return pieces.stream()
        .mapToInt(
            p -> {
              int n = 0;
              for (int k = p.from(); k < p.end(); k++) {
                n += cubin.lines()[k] == line ? 1 : 0;
              }
              return n;
            })
        .toArray();
  }

  /** Returns the line that tells how often a block runs; 0 if the machine code has none. */
  private int mark(Block block) {
    int best = 0;
    int line = 0;
    for (Instruction i : block.instructions()) {
      int rank = rank(i);
      if (rank > best && Arrays.stream(counts(i.textLine())).anyMatch(n -> n > 0)) {
        best = rank;
        line = i.textLine();
      }
    }
    return line;
  }

  private static int rank(Instruction i) {
    return switch (i.op()) {
      case FMA, MAD, MUL, ADD, SUB ->
          i.type().isFloat() ? FLOATING : i.op() == Op.ADD ? 1 : PRODUCT;
      case MOVE, SPECIAL, COMPARE, BRANCH, JUMP, EXIT, CONVERT -> 0;
      default -> i.op().isComputation() ? 1 : 0;
    };
  }
}
