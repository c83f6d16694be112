// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.MachineKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A kernel in machine code, with one array per instruction field. Immutable by convention. */
public final class GcnKernel implements MachineKernel {
  /** In {@link #waitVm} and {@link #waitLgkm}: the instruction does not wait for the counter. */
  public static final int NOT_WAITED_FOR = 127;

  /** In {@link #offset} of a branch within a block: the branch is taken. */
  public static final int JUMPS = 1;

  /** {@link GcnClass} ordinals. */
  public final byte[] cls;

  /** For WAITCNT, the allowed number of outstanding operations, or {@link #NOT_WAITED_FOR}. */
  public final byte[] waitVm;

  public final byte[] waitLgkm;

  /** Index of the first recorded memory operation in {@link #slots}; one more entry at the end. */
  public final int[] slotStart;

  public final int[] slots;

  /** Bytes accessed per lane; of scalar loads per wavefront. */
  public final short[] bytes;

  /** {@code Space} ordinals, -1 without memory access. */
  public final byte[] space;

  /**
   * Constant byte offset; for scalar loads the offset in the argument block, for matrix
   * instructions the ordinal of the shape, for {@code s_nop} the number of wait states, for region
   * operations their ordinal.
   */
  public final int[] offset;

  /** First instruction of each block; one more entry at the end. */
  public final int[] blockStart;

  /**
   * Byte address of each instruction and, at the end, the code's size. All trips of a re-rolled
   * loop share the addresses of the first.
   */
  public final int[] codeAt;

  private final Kernel kernel;
  private final Chip chip;
  private final RegisterCounts registers;
  private final List<CodeLine> lines;
  private final CodeOrigins origins;

  GcnKernel(Kernel kernel, Chip chip, List<List<GcnOp>> blocks, RegisterCounts registers) {
    this.kernel = kernel;
    this.chip = chip;
    this.registers = registers;
    int n = blocks.stream().mapToInt(List::size).sum();
    cls = new byte[n];
    waitVm = new byte[n];
    waitLgkm = new byte[n];
    slotStart = new int[n + 1];
    slots = new int[blocks.stream().flatMap(List::stream).mapToInt(o -> o.slots.length).sum()];
    bytes = new short[n];
    space = new byte[n];
    offset = new int[n];
    codeAt = new int[n + 1];
    blockStart = new int[blocks.size() + 1];
    List<CodeLine> text = new ArrayList<>();
    CodeOrigins.Builder from = CodeOrigins.of(kernel);
    int k = 0;
    int s = 0;
    for (int b = 0; b < blocks.size(); b++) {
      blockStart[b] = k;
      int start = codeAt[k];
      int end = start;
      for (GcnOp op : blocks.get(b)) {
        cls[k] = (byte) op.cls.ordinal();
        waitVm[k] = (byte) (op.vm < 0 ? NOT_WAITED_FOR : op.vm);
        waitLgkm[k] = (byte) (op.lgkm < 0 ? NOT_WAITED_FOR : op.lgkm);
        slotStart[k] = s;
        for (int slot : op.slots) {
          slots[s++] = slot;
        }
        bytes[k] = (short) op.bytes;
        space[k] = (byte) (op.space == null ? -1 : op.space.ordinal());
        offset[k] = (int) op.offset;
        codeAt[k + 1] = codeAt[k] + op.codeBytes();
        end = Math.max(end, codeAt[k + 1]);
        if (op.cls == GcnClass.BRANCH && op.offset == JUMPS) {
          codeAt[k + 1] = start;
        }
        String operands = op.operands.isEmpty() ? "" : " " + op.operands;
        text.add(CodeLine.of("  " + op.mnemonic + operands, op.from).telling(k));
        from.row(op.from);
        k++;
      }
      codeAt[k] = end;
    }
    blockStart[blocks.size()] = k;
    slotStart[n] = s;
    lines = List.copyOf(text);
    origins = from.build();
  }

  @Override
  public Kernel kernel() {
    return kernel;
  }

  /**
   * Returns the vector registers of a lane before rounding to the granule: with accumulation
   * registers, the sum if both share one file, otherwise the larger of the two.
   */
  @Override
  public int registers() {
    return chip.together(registers.vector(), registers.accumulation());
  }

  /** Returns the private memory of a work-item in bytes, spilled values included. */
  public int privateBytes() {
    return registers.scratchBytes() == 0
        ? kernel.privateBytes()
        : (kernel.privateBytes() + 3) / 4 * 4 + registers.scratchBytes();
  }

  /** Whether a memory instruction belongs to spill code rather than to the kernel. */
  public boolean isSpill(int instruction) {
    return slotStart[instruction] == slotStart[instruction + 1];
  }

  /** Each row is an instruction. */
  @Override
  public Optional<CodeOrigins> origins() {
    return Optional.of(origins);
  }

  @Override
  public String port(int row) {
    return GcnClass.of(cls[row]).port();
  }

  public int scalarRegisters() {
    return registers.scalar();
  }

  public int size() {
    return cls.length;
  }

  public int count(GcnClass of) {
    int n = 0;
    for (byte c : cls) {
      if (c == of.ordinal()) {
        n++;
      }
    }
    return n;
  }

  @Override
  public String assembly() {
    return CodeLine.text(code());
  }

  @Override
  public List<CodeLine> code() {
    List<CodeLine> out = new ArrayList<>();
    out.add(
        CodeLine.own(
            "; %s, %s: %s instructions, %s VGPRs, %s SGPRs, %s bytes of LDS"
                .formatted(
                    kernel.name(),
                    chip.isa,
                    size(),
                    registers.accumulation() == 0
                        ? registers.vector()
                        : registers.vector() + " + " + registers.accumulation(),
                    registers.scalar(),
                    kernel.localBytes())));
    out.add(CodeLine.own("; s: scalar, v: vector; the name behind it is the portable register's"));
    for (int b = 0; b + 1 < blockStart.length; b++) {
      out.add(CodeLine.own(".L" + b + ":"));
      out.addAll(lines.subList(blockStart[b], blockStart[b + 1]));
    }
    return out;
  }
}
