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
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a kernel and its machine code have in common, by lines of the PTX: memory accesses, barriers
 * and, for blocks without either, their {@link Marks}.
 *
 * <p>A token is the number of a memory slot, then of a barrier, then of a block.
 */
final class Tokens {
  private final Kernel kernel;
  private final Cubin cubin;
  private final List<Piece> pieces;
  private final Map<Integer, Instruction> ofLine = new HashMap<>();
  private final Set<Integer> ambiguous = new HashSet<>();
  private final Map<Integer, Integer> barriers = new HashMap<>(); // by line
  private final Map<Integer, Instruction> accesses = new HashMap<>(); // by machine instruction
  private final Marks marks;
  private final LoopNest nest;
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
    marks = new Marks(kernel, cubin, pieces);
    nest =
        new LoopNest(
            kernel.blocks().stream()
                .map(b -> b.successors().stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new));
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

  /**
   * Returns the tokens of each block of the kernel, in order.
   *
   * @param marked blocks of which a mark is a token if they have no other
   */
  int[][] ofBlocks(BitSet marked) {
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
      if (own.isEmpty() && marked.get(block.id())) {
        own.add(marker(block.id()));
      }
      all[block.id()] = own.stream().mapToInt(Integer::intValue).toArray();
    }
    return all;
  }

  boolean isBarrier(int token) {
    return token >= kernel.memorySlots() && token < kernel.memorySlots() + barriers.size();
  }

  private int marker(int block) {
    return kernel.memorySlots() + barriers.size() + block;
  }

  /**
   * Returns the tokens of each block of the machine code; the complements of those under a guard,
   * which it may have or not.
   *
   * @param marked as for {@link #ofBlocks}
   */
  int[][] ofPieces(BitSet marked) {
    int[][] all = new int[pieces.size()][];
    for (int p = 0; p < all.length; p++) {
      Piece piece = pieces.get(p);
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
      for (int b = marked.nextSetBit(0); b >= 0; b = marked.nextSetBit(b + 1)) {
        own.addAll(Collections.nCopies(marks.times(p, b), marker(b)));
        own.addAll(Collections.nCopies(marks.guarded(p, b), ~marker(b)));
      }
      all[p] = own.stream().mapToInt(Integer::intValue).toArray();
    }
    return all;
  }

  /**
   * Returns the blocks without an access or a barrier that have a mark, except for those that the
   * machine code does not branch around, though the kernel does: it has the mark beside what is
   * executed without the block.
   */
  BitSet marked() {
    int[][] accessed = ofBlocks(new BitSet());
    Map<Integer, Integer> blockOf = new HashMap<>(); // by token
    BitSet marked = new BitSet();
    for (Block block : kernel.blocks()) {
      int b = block.id();
      Arrays.stream(accessed[b]).forEach(token -> blockOf.put(token, b));
      marked.set(b, accessed[b].length == 0 && marks.has(b));
    }
    marked.stream().forEach(b -> blockOf.put(marker(b), b));
    int[][] ofPieces = ofPieces(marked);
    BitSet fit = (BitSet) marked.clone();
    for (int b = marked.nextSetBit(0); b >= 0; b = marked.nextSetBit(b + 1)) {
      BitSet without = nest.without(b);
      int own = marker(b);
      boolean joined =
          Arrays.stream(ofPieces)
              .filter(tokens -> Arrays.stream(tokens).anyMatch(token -> token == own))
              .flatMapToInt(Arrays::stream)
              .anyMatch(token -> without.get(blockOf.get(Math.max(token, ~token))));
      fit.set(b, !joined);
    }
    return fit;
  }

  /** Returns the loops of the kernel. */
  LoopNest nest() {
    return nest;
  }

  Marks marks() {
    return marks;
  }
}
