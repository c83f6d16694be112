// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.pass.RewrittenKernel;
import io.lockstep.lower.rows.Columns;
import io.lockstep.parts.region.RegionOperation;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.SpillSlot;
import io.lockstep.terascale.code.Unit;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** A clause program as flat arrays for the issue model. Constant once built; thread-safe. */
public final class ClauseTable {
  public static final int ALU = 0;

  public static final int FETCH = 1;

  public static final int STORE = 2;

  public static final int WAIT = 3;

  public final ClauseRows rows;

  /** Blocks as laid out in the code, after if-conversion. */
  public final List<Block> flowing;

  /** Clauses of each block. */
  public final List<List<Clause>> clauses;

  /** First clause of each block; one more entry at the end. */
  public final int[] first;

  public final byte[] port;

  /** Byte address of each clause's code, with its control-flow instruction, and of the end. */
  public final int[] codeAt;

  public final int[] bundles;

  public final int[] slots;

  /** First memory operation of each clause; one more entry at the end. */
  public final int[] firstOp;

  /** Recorded access of each memory operation; -1 if another operation has the recorded access. */
  public final int[] memorySlot;

  /** Recorded access of the second word of a pair of local reads, or -1. */
  public final int[] second;

  /** Number of machine operations per recorded access (two for a 16-byte local access). */
  public final byte[] parts;

  /** Whether the operation performs several recorded accesses, the first of which it names. */
  public final boolean[] merged;

  public final boolean[] writes;

  public final boolean[] atomic;

  public final boolean[] returns;

  /** Whether the operation accesses local memory emulated in global memory. */
  public final boolean[] emulated;

  /** Whether the operation accesses private memory in scratch. */
  public final boolean[] scratch;

  /** Whether the operation fetches texels, or stores texels to a surface. */
  public final boolean[] texture;

  /**
   * Whether the operation reads memory that the kernel may write. Such reads bypass the caches,
   * which are not coherent: reads of scratch, of emulated local memory, and through pointers
   * without {@code const restrict}.
   */
  public final boolean[] uncached;

  /** Whether the operation is an atomic that does not modify memory ({@link MachineOp#NO_OP}). */
  public final boolean[] noOp;

  public final boolean[] returned;

  /** Offset of spilled values within a lane's spill area, in bytes; -1 for other operations. */
  public final int[] spill;

  /** Ordinal of {@link RegionOperation} for operations of the region unit; -1 for others. */
  public final byte[] region;

  public final int[] bytes;

  /** Number of words of an R700 fetch-clause operation on local memory; 0 for others. */
  public final byte[] owned;

  /** Recorded accesses of each block that have no cost (constants, registers). */
  public final int[][] silent;

  public final boolean[] barrier;

  public final boolean[] exits;

  /** Control-flow instructions at the end of each block. */
  public final int[] flow;

  /** Whether code layout merged the block into its predecessor or merged other blocks into it. */
  public final boolean[] straight;

  public final boolean waits;

  /** Bytes of scratch memory a work-item for spilled values. */
  public final int spillBytes;

  /**
   * @param kernel kernel with the recorded memory accesses
   * @param rewritten the kernel with the blocks as laid out in the code
   * @param code clauses of each block
   */
  public ClauseTable(Kernel kernel, RewrittenKernel rewritten, List<List<Clause>> code) {
    flowing = List.copyOf(rewritten.kernel().blocks());
    clauses = code.stream().map(List::copyOf).toList();
    List<Clause> all = clauses.stream().flatMap(List::stream).toList();
    first = Columns.starts(clauses, List::size);
    port = Columns.bytes(all, clause -> port(clause.kind()));
    codeAt = Columns.starts(all, Clause::bytes);
    bundles = Columns.ints(all, clause -> clause.bundles().size());
    slots = Columns.ints(all, Clause::slots);
    waits = all.stream().anyMatch(clause -> clause.kind() == MachineOp.Kind.WAIT);
    List<List<MachineOp>> accesses = all.stream().map(Clause::accesses).toList();
    firstOp = Columns.starts(accesses, List::size);
    List<MachineOp> ops = accesses.stream().flatMap(List::stream).toList();
    rows = new ClauseRows(kernel, rewritten, all, ops);

    List<Block> blocks = kernel.blocks();
    silent = new int[blocks.size()][];
    for (int b = 0; b < silent.length; b++) {
      silent[b] = silent(blocks.get(b), ops.subList(firstOp[first[b]], firstOp[first[b + 1]]));
    }
    barrier =
        Columns.flags(
            clauses,
            block ->
                block.stream().flatMap(Clause::arithmetic).anyMatch(op -> op.unit() == Unit.ALONE));
    exits = Columns.flags(blocks, block -> block.successors().isEmpty());
    flow = Columns.ints(flowing, ClauseTable::flow);
    straight = Columns.flags(blocks, b -> isMoved(b, rewritten));

    memorySlot = Columns.ints(ops, MachineOp::memorySlot);
    second = Columns.ints(ops, MachineOp::second);
    parts = parts(ops);
    merged =
        Columns.flags(
            ops,
            op ->
                op.memorySlot() >= 0
                    && op.from() != null
                    && rewritten.origins(List.of(op.from())).size() > 1);
    atomic = Columns.flags(ops, op -> op.kind() == MachineOp.Kind.ATOMIC || isLocalAtomic(op));
    writes =
        Columns.flags(
            ops, op -> op.kind() == MachineOp.Kind.STORE || op.mnemonic().contains("WRITE"));
    returns = Columns.flags(ops, op -> op.results().length > 0 || op.queued().length > 0);
    texture = Columns.flags(ops, op -> op.is(Role.Flag.TEXTURE));
    noOp = Columns.flags(ops, MachineOp::isNoOp);
    returned = Columns.flags(ops, op -> op.is(Role.Flag.RETURN_BUFFER) && isFetch(op));
    spill = Columns.ints(ops, op -> op.spill() == null ? -1 : op.spill().offset());
    spillBytes = SpillSlot.area(ops.stream().map(MachineOp::spill));
    bytes = Columns.ints(ops, MachineOp::bytes);
    region = Columns.bytes(ops, op -> op.region() == null ? -1 : op.region().ordinal());
    owned = Columns.bytes(ops, op -> op.isLocal() && isFetch(op) ? Math.max(1, op.bytes() / 4) : 0);
    MemoryAccess[] recorded = recorded(kernel);
    emulated = slotted(ops, recorded, (op, m) -> m.space() == Space.LOCAL && !op.isLocal());
    scratch = slotted(ops, recorded, (op, m) -> m.space() == Space.PRIVATE);
    uncached =
        slotted(
            ops,
            recorded,
            (op, m) ->
                isFetch(op)
                    && !op.is(Role.Flag.TEXTURE)
                    && !m.cacheable()
                    && m.space() != Space.CONSTANT);
  }

  /** Whether instructions of a block have left it, or those of other blocks joined it. */
  private static boolean isMoved(Block block, RewrittenKernel rewritten) {
    List<Instruction> now = rewritten.kernel().blocks().get(block.id()).instructions();
    return !Set.copyOf(rewritten.origins(now)).equals(Set.copyOf(block.instructions()));
  }

  /** Recorded accesses by memory slot. */
  private static MemoryAccess[] recorded(Kernel kernel) {
    MemoryAccess[] bySlot = new MemoryAccess[kernel.memorySlots()];
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.isRecorded()) {
          Arrays.fill(bySlot, i.memory().slot(), i.memory().slot() + i.slots(), i.memory());
        }
      }
    }
    return bySlot;
  }

  /** A condition of operations with a memory slot; false for others. */
  private static boolean[] slotted(
      List<MachineOp> ops, MemoryAccess[] recorded, BiPredicate<MachineOp, MemoryAccess> which) {
    return Columns.flags(
        ops, op -> op.memorySlot() >= 0 && which.test(op, recorded[op.memorySlot()]));
  }

  private static boolean isFetch(MachineOp op) {
    return op.kind() == MachineOp.Kind.FETCH;
  }

  private static boolean isLocalAtomic(MachineOp op) {
    return op.isLocal() && !op.mnemonic().contains("READ") && !op.mnemonic().contains("WRITE");
  }

  private static byte port(MachineOp.Kind kind) {
    return switch (kind) {
      case ALU -> ALU;
      case FETCH -> FETCH;
      case STORE, ATOMIC -> STORE;
      case WAIT -> WAIT;
    };
  }

  private static byte[] parts(List<MachineOp> ops) {
    byte[] parts = new byte[ops.size()];
    for (int k = ops.size() - 1; k >= 0; k--) {
      parts[k] = (byte) (k + 1 < ops.size() && continues(ops.get(k + 1)) ? parts[k + 1] + 1 : 1);
    }
    return parts;
  }

  /** Whether an operation belongs to the recorded access of the operation before it. */
  private static boolean continues(MachineOp op) {
    return op.memorySlot() < 0 && op.region() == null && op.spill() == null;
  }

  private static int[] silent(Block block, List<MachineOp> ops) {
    BitSet carried = new BitSet();
    ops.stream()
        .flatMapToInt(op -> IntStream.of(op.memorySlot(), op.second()))
        .filter(slot -> slot >= 0)
        .forEach(carried::set);
    return block.instructions().stream()
        .filter(Instruction::isRecorded)
        .mapToInt(i -> i.memory().slot())
        .filter(slot -> !carried.get(slot))
        .toArray();
  }

  /**
   * Returns the number of control-flow instructions at the end of a block: one for a branch, one
   * for each case of a switch, one for a jump to a block other than the next.
   */
  private static int flow(Block block) {
    Op last = block.last().op();
    if (last == Op.BRANCH) {
      return 1;
    }
    if (last == Op.SWITCH) {
      return block.successors().size() - 1;
    }
    if (block.successors().isEmpty()) {
      return 0;
    }
    return block.successors().get(0) == block.id() + 1 ? 0 : 1;
  }
}
