// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.Columns;
import io.lockstep.lower.rows.FinishedKernel;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.lower.rows.RowLists;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A kernel in machine code, with one array per instruction field; each row is an instruction.
 * Immutable by convention.
 */
public final class GcnKernel extends FinishedKernel {
  /** In {@link #waits}: the instruction does not wait for the counter. */
  public static final int NOT_WAITED_FOR = GcnOp.NO_WAIT;

  /** In {@link #offset} of a branch within a block: the branch is taken. */
  public static final int JUMPS = 1;

  /** {@link GcnClass} ordinals. */
  public final byte[] cls;

  /**
   * For WAITCNT, by wait counter and instruction: the allowed number of outstanding operations, or
   * {@link #NOT_WAITED_FOR}.
   */
  public final byte[][] waits;

  /** Index of the first recorded memory operation in {@link #slots}; one more entry at the end. */
  public final int[] slotStart;

  public final int[] slots;

  /** Bytes accessed per lane; of scalar loads per wavefront. */
  public final int[] bytes;

  /** {@code Space} ordinals, -1 without memory access. */
  public final byte[] space;

  /**
   * Constant byte offset; for scalar loads the offset in the argument block, for matrix
   * instructions the ordinal of the shape, for {@code s_nop} the number of wait states, for region
   * operations their ordinal. For a branch back that is taken once for each further active lane the
   * distance in instructions, negative.
   */
  public final int[] offset;

  /** Whether an atomic is performed by one lane for all active lanes. */
  public final boolean[] elects;

  /**
   * Byte address of each instruction and, at the end, the code's size. All trips of a re-rolled
   * loop share the addresses of the first.
   */
  public final int[] codeAt;

  private final int scalarRegisters;

  private GcnKernel(
      CodeRows<GcnOp> code, int counters, int registers, int scalarRegisters, PrivateFrame frame) {
    super(code, registers, frame);
    this.scalarRegisters = scalarRegisters;
    List<GcnOp> ops = code.rows();
    cls = Columns.bytes(ops, op -> op.cls.ordinal());
    waits = new byte[counters][];
    Arrays.setAll(
        waits, k -> Columns.bytes(ops, op -> op.waits.length == 0 ? NOT_WAITED_FOR : op.waits[k]));
    RowLists recorded = RowLists.of(ops, op -> IntStream.of(op.slots));
    slotStart = recorded.start;
    slots = recorded.values;
    bytes = Columns.ints(ops, op -> op.bytes);
    space = Columns.bytes(ops, op -> op.space == null ? -1 : op.space.ordinal());
    offset = Columns.ints(ops, op -> (int) op.offset);
    for (int k = 0; k < offset.length; k++) {
      for (int at = k; ops.get(k).loop != null && ops.get(at) != ops.get(k).loop; at--) {
        offset[k]--;
      }
    }
    elects = Columns.flags(ops, op -> op.elects);
    codeAt = addresses(ops);
  }

  /**
   * Finishes a kernel.
   *
   * @param kernel the original kernel
   * @param blocks machine instructions of each block
   * @param privateBytes private memory of the kernel's variables
   */
  static GcnKernel of(
      Kernel kernel,
      Chip chip,
      List<List<GcnOp>> blocks,
      RegisterCounts registers,
      int privateBytes) {
    CodeRows<GcnOp> rows = new CodeRows<>(kernel);
    rows.note(
        "; %s, %s: %s instructions, %s VGPRs, %s SGPRs, %s bytes of LDS"
            .formatted(
                kernel.name(),
                chip.isa.name(),
                blocks.stream().mapToInt(List::size).sum(),
                registers.others() == 0
                    ? registers.vector()
                    : registers.vector() + " + " + registers.others(),
                registers.scalar(),
                kernel.localBytes()));
    rows.note("; s: scalar, v: vector; the name behind it is the portable register's");
    for (int b = 0; b < blocks.size(); b++) {
      rows.begin(b, ".L" + b + ":");
      for (GcnOp op : blocks.get(b)) {
        rows.add(op, op.from);
        String operands = op.operands.isEmpty() ? "" : " " + op.operands;
        rows.line("  " + chip.isa.spelling(op.mnemonic) + operands, op.from);
      }
    }
    int scratch = registers.scratchBytes();
    int bytes = scratch == 0 ? privateBytes : (privateBytes + 3) / 4 * 4 + scratch;
    int vectors = chip.together(registers.vector(), registers.others());
    int counters = chip.isa.waits().size();
    PrivateFrame frame = new PrivateFrame(bytes, 0, "");
    return new GcnKernel(rows, counters, vectors, registers.scalar(), frame);
  }

  private int[] addresses(List<GcnOp> ops) {
    int[] at = new int[ops.size() + 1];
    for (int b = 0; b < blockEnd.length; b++) {
      int start = at[blockStart[b]];
      int end = start;
      for (int k = blockStart[b]; k < blockEnd[b]; k++) {
        int behind = at[k] + ops.get(k).codeBytes();
        end = Math.max(end, behind);
        at[k + 1] = cls[k] == GcnClass.BRANCH.ordinal() && offset[k] == JUMPS ? start : behind;
      }
      at[blockEnd[b]] = end;
    }
    return at;
  }

  /** Whether a memory instruction belongs to spill code rather than to the kernel. */
  public boolean isSpill(int instruction) {
    return slotStart[instruction] == slotStart[instruction + 1];
  }

  @Override
  public String port(int row) {
    return GcnClass.of(cls[row]).port();
  }

  public int scalarRegisters() {
    return scalarRegisters;
  }

  int count(GcnClass of) {
    return (int) IntStream.range(0, size()).filter(k -> cls[k] == of.ordinal()).count();
  }
}
