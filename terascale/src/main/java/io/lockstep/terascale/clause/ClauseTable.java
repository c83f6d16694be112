// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import io.lockstep.parts.region.RegionOperation;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** A clause program as flat arrays for the issue model. Constant once built; thread-safe. */
public final class ClauseTable {
  public static final int ALU = 0;

  public static final int FETCH = 1;

  public static final int STORE = 2;

  public static final int WAIT = 3;

  public final ClauseRows rows;

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

  /**
   * @param kernel kernel with the recorded memory accesses
   * @param flowing the kernel's blocks as laid out in the code
   * @param clauses clauses of each block
   */
  public ClauseTable(Kernel kernel, List<Block> flowing, List<List<Clause>> clauses) {
    int blocks = clauses.size();
    int n = clauses.stream().mapToInt(List::size).sum();
    first = new int[blocks + 1];
    port = new byte[n];
    codeAt = new int[n + 1];
    bundles = new int[n];
    slots = new int[n];
    firstOp = new int[n + 1];
    silent = new int[blocks][];
    barrier = new boolean[blocks];
    exits = new boolean[blocks];
    flow = new int[blocks];
    straight = new boolean[blocks];
    boolean[] privately = new boolean[kernel.memorySlots()];
    boolean[] locally = slotsOf(kernel, m -> m.space() == Space.LOCAL);
    boolean[] coherently = slotsOf(kernel, m -> !m.cacheable() && m.space() != Space.CONSTANT);
    List<MachineOp> ops = new ArrayList<>();
    boolean anyWait = false;
    int c = 0;
    for (Block block : kernel.blocks()) {
      int b = block.id();
      first[b] = c;
      boolean[] carried = new boolean[kernel.memorySlots()];
      for (Clause clause : clauses.get(b)) {
        firstOp[c] = ops.size();
        port[c] = port(clause.kind());
        anyWait |= clause.kind() == Clause.Kind.WAIT;
        bundles[c] = clause.bundles().size();
        slots[c] = clause.slots();
        codeAt[c + 1] = codeAt[c] + clause.bytes();
        for (Bundle bundle : clause.bundles()) {
          for (MachineOp op : bundle.ops()) {
            barrier[b] |= op.unit() == Unit.ALONE;
            if (op.isLocal()) {
              ops.add(op);
            }
          }
        }
        if (clause.kind() != Clause.Kind.WAIT) {
          ops.addAll(clause.ops());
        }
        for (int k = firstOp[c]; k < ops.size(); k++) {
          if (ops.get(k).memorySlot() >= 0) {
            carried[ops.get(k).memorySlot()] = true;
          }
          if (ops.get(k).second() >= 0) {
            carried[ops.get(k).second()] = true;
          }
        }
        c++;
      }
      silent[b] = silent(block, carried, privately);
      exits[b] = block.successors().isEmpty();
      flow[b] = flow(flowing.get(b));
      straight[b] = !flowing.get(b).instructions().equals(block.instructions());
    }
    first[blocks] = c;
    firstOp[n] = ops.size();
    waits = anyWait;
    rows = new ClauseRows(kernel, clauses, ops);
    int m = ops.size();
    memorySlot = new int[m];
    second = new int[m];
    parts = new byte[m];
    writes = new boolean[m];
    atomic = new boolean[m];
    returns = new boolean[m];
    scratch = new boolean[m];
    emulated = new boolean[m];
    texture = new boolean[m];
    uncached = new boolean[m];
    noOp = new boolean[m];
    returned = new boolean[m];
    spill = new int[m];
    bytes = new int[m];
    region = new byte[m];
    owned = new byte[m];
    for (int k = 0; k < m; k++) {
      MachineOp op = ops.get(k);
      memorySlot[k] = op.memorySlot();
      second[k] = op.second();
      parts[k] = (byte) parts(ops, k);
      atomic[k] = op.kind() == MachineOp.Kind.ATOMIC || isLocalAtomic(op);
      writes[k] = op.kind() == MachineOp.Kind.STORE || op.mnemonic().contains("WRITE");
      returns[k] = op.results().length > 0 || op.queueWords() > 0;
      texture[k] = op.isTexture();
      noOp[k] = op.isNoOp();
      returned[k] = op.usesReturnBuffer() && op.kind() == MachineOp.Kind.FETCH;
      spill[k] = op.spill() == null ? -1 : op.spill().offset();
      bytes[k] = op.bytes();
      region[k] = (byte) (op.region() == null ? -1 : op.region().ordinal());
      boolean fetched = op.isLocal() && op.kind() == MachineOp.Kind.FETCH;
      owned[k] = (byte) (fetched ? Math.max(1, op.bytes() / 4) : 0);
      emulated[k] = op.memorySlot() >= 0 && locally[op.memorySlot()] && !op.isLocal();
      scratch[k] = op.memorySlot() >= 0 && privately[op.memorySlot()];
      uncached[k] = isFetch(op) && coherently[op.memorySlot()];
    }
  }

  private static boolean isFetch(MachineOp op) {
    return op.kind() == MachineOp.Kind.FETCH && op.memorySlot() >= 0 && !op.isTexture();
  }

  private static boolean[] slotsOf(Kernel kernel, Predicate<MemoryAccess> which) {
    boolean[] found = new boolean[kernel.memorySlots()];
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.isRecorded() && which.test(i.memory())) {
          int slot = i.memory().slot();
          Arrays.fill(found, slot, slot + i.slots(), true);
        }
      }
    }
    return found;
  }

  private static boolean isLocalAtomic(MachineOp op) {
    return op.isLocal() && !op.mnemonic().contains("READ") && !op.mnemonic().contains("WRITE");
  }

  private static byte port(Clause.Kind kind) {
    return switch (kind) {
      case ALU -> ALU;
      case FETCH -> FETCH;
      case STORE, ATOMIC -> STORE;
      case WAIT -> WAIT;
    };
  }

  private static int parts(List<MachineOp> ops, int k) {
    int parts = 1;
    while (k + parts < ops.size()
        && ops.get(k + parts).memorySlot() < 0
        && ops.get(k + parts).region() == null
        && ops.get(k + parts).spill() == null) {
      parts++;
    }
    return parts;
  }

  private static int[] silent(Block block, boolean[] carried, boolean[] privately) {
    List<Integer> found = new ArrayList<>();
    for (Instruction i : block.instructions()) {
      if (i.isRecorded()) {
        privately[i.memory().slot()] = i.memory().space() == Space.PRIVATE;
        if (!carried[i.memory().slot()]) {
          found.add(i.memory().slot());
        }
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
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
