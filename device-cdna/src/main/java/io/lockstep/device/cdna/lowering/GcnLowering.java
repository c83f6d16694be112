// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Special;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Lowers a portable kernel to GCN-style machine code: uniform operations for the scalar unit,
 * divergent control flow with the EXEC mask, addresses folded into memory instructions, waits
 * before first uses. Stateless and thread-safe.
 *
 * <p>The output is compared with LLVM's for the same kernels (README); no instruction count is
 * fitted.
 */
public final class GcnLowering {

  private final Chip chip;

  public GcnLowering(Chip chip) {
    this.chip = chip;
  }

  /**
   * @throws RefusalException if the chip lacks a capability that the kernel needs
   */
  public GcnKernel lower(Kernel kernel) {
    return code(kernel).finish(chip);
  }

  /**
   * A kernel's machine instructions before conversion to arrays.
   *
   * @param schedule portable instructions of each block in scheduled order
   * @param blocks machine instructions of each block, waits included
   */
  record Code(
      Kernel kernel,
      List<List<Instruction>> schedule,
      List<List<GcnOp>> blocks,
      RegisterCounts registers) {
    private GcnKernel finish(Chip chip) {
      return new GcnKernel(kernel, chip, blocks, registers);
    }
  }

  Code code(Kernel kernel) {
    refuse(kernel);
    RegisterFacts facts = new RegisterFacts(kernel);
    RegisterPlacement placement = new RegisterPlacement(facts);
    Ranges ranges = new Ranges(facts, GcnLowering::most, true, Set.of(Op.CONVERT));
    AddressModes modes = new AddressModes(facts, placement, ranges);
    OperandFolding folding = new OperandFolding(facts, placement, modes, chip);
    BlockScheduler scheduler = new BlockScheduler(facts, placement, chip);
    Quotients quotients = new Quotients(folding);
    ArithmeticSelector arithmetic = new ArithmeticSelector(folding, quotients);
    MemorySelector memory = new MemorySelector(facts, placement, modes, folding);
    ControlSelector control = new ControlSelector(facts, placement, folding);
    VectorCopies copies = new VectorCopies(facts, chip);
    RolledLoops rolled = new RolledLoops(facts, chip);
    PackedArithmetic packed = new PackedArithmetic(facts, placement, folding, chip);
    List<List<Instruction>> schedule = new ArrayList<>();
    List<List<GcnOp>> blocks = new ArrayList<>();
    int[] ends = new int[kernel.blocks().size()];
    for (Block block : kernel.blocks()) {
      GcnEmitter out = new GcnEmitter(facts, placement, folding, copies);
      copies.begin(block.id());
      quotients.begin(block.id());
      out.before(block.instructions().get(0));
      control.head(block, out);
      List<Instruction> all = new ArrayList<>();
      for (List<Instruction> trip : rolled.trips(block.id())) {
        if (!all.isEmpty()) {
          out.behind();
          control.nextTrip(rolled.steps(block), out);
        }
        List<Instruction> order = packed.order(block.id(), scheduler.order(block.id(), trip));
        all.addAll(order);
        memory.begin(block.id(), order);
        for (Instruction i : order) {
          out.from(i);
          if (i.op() == Op.SPECIAL && isNeeded(i, folding)) {
            memory.dispatchPacket(i, out);
          }
          if (packed.second(i) != null) {
            arithmetic.select(i, packed, out);
          } else if (!packed.isSecond(i)) {
            select(i, block, out, folding, arithmetic, memory);
          }
        }
      }
      schedule.add(all);
      ends[block.id()] = out.ops.size();
      out.from(block.last());
      control.tail(block, out);
      blocks.add(out.ops);
    }
    for (Block block : kernel.blocks()) {
      GcnEmitter out = new GcnEmitter(facts, placement, folding, copies);
      out.from(block.last());
      copies.behind(block.id()).forEach(out::move);
      quotients.behind(block.id(), out);
      if (block.id() == 0) {
        copies.constants().forEach(out::move);
      }
      blocks.get(block.id()).addAll(ends[block.id()], out.ops);
    }
    RegisterPressure pressure = new RegisterPressure(facts, placement, modes, copies, schedule);
    RegisterSpills spills = new RegisterSpills(facts, folding, pressure, chip);
    SpillCode moves = new SpillCode(spills, folding, modes, chip);
    blocks.replaceAll(moves::insert);
    blocks = new MatrixHazards(facts.registers(), chip.matrix).insert(blocks, facts.predecessors());
    blocks = new WaitInsertion(facts.registers(), chip).insert(blocks, facts.predecessors());
    int vectors = Math.min(pressure.vectors(chip, spills::vectors), chip.mostVectors);
    return new Code(
        kernel,
        schedule,
        blocks,
        new RegisterCounts(
            vectors,
            spills.accumulation(),
            Math.min(pressure.scalars(chip), chip.mostScalars),
            spills.scratchBytes()));
  }

  private static long most(Special special) {
    return switch (special) {
      case LOCAL_ID_X, LOCAL_ID_Y, LOCAL_ID_Z, LOCAL_ID_FLAT -> 1023;
      case LOCAL_SIZE_X, LOCAL_SIZE_Y, LOCAL_SIZE_Z -> 1024;
      case LANE_ID, WAVEFRONT_ID -> 63;
      default -> Ranges.UNKNOWN;
    };
  }

  private static boolean isNeeded(Instruction i, OperandFolding folding) {
    return i.writes().stream().anyMatch(folding::isNeeded);
  }

  private static void select(
      Instruction i,
      Block block,
      GcnEmitter out,
      OperandFolding folding,
      ArithmeticSelector arithmetic,
      MemorySelector memory) {
    if (i.op().isTerminator() || i.op() == Op.BARRIER) {
      return;
    }
    if (i.memory() != null) {
      memory.select(i, block.id(), out);
      return;
    }
    switch (i.op()) {
      case FENCE -> {
        GcnOp wait = out.op(GcnClass.WAITCNT, "s_waitcnt", "vmcnt(0) lgkmcnt(0)");
        wait.vm = 0;
        wait.lgkm = 0;
      }
      case SHUFFLE -> {
        int d = i.destinations().get(0);
        out.op(GcnClass.VALU, "v_lshlrev_b32", -1, folding.reads(i), "v:lane, 2");
        out.op(GcnClass.LDS_PERMUTE, "ds_bpermute_b32", d, folding.reads(i), out.name(d)).bytes = 4;
      }
      case MATRIX -> matrix(i, out, folding);
      case VOTE, ACTIVE_MASK, MATCH, REDUCE, ELECT -> {
        int d = i.destinations().isEmpty() ? -1 : i.destinations().get(0);
        out.op(GcnClass.VALU, "v_cmp_ne_u32", -1, folding.reads(i), "vcc");
        out.op(GcnClass.SALU, "s_and_b64", d, List.of(), "vcc, vcc, exec");
      }
      case PRINTF -> {
        // The cost on the host is not part of the kernel.
      }
      default -> {
        boolean wanted = i.destinations().isEmpty() || isNeeded(i, folding);
        if (wanted && !folding.isFreeCopy(i)) {
          arithmetic.select(i, out);
        }
      }
    }
  }

  private static void matrix(Instruction i, GcnEmitter out, OperandFolding folding) {
    MatrixShape shape = i.matrix();
    List<Integer> reads = folding.reads(i);
    out.inVectors(reads);
    int first = i.destinations().get(0);
    String operands = out.name(first) + ", …" + i.modifiers().text();
    GcnOp op = out.op(GcnClass.MATRIX, MatrixUnit.mnemonic(shape), -1, reads, operands);
    op.dst = i.destinations().stream().mapToInt(Integer::intValue).toArray();
    op.offset = shape.ordinal();
  }

  /**
   * Checks a kernel without lowering it.
   *
   * @throws RefusalException as {@link #lower}
   */
  public void refuse(Kernel kernel) {
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        String what =
            switch (i.op()) {
              case TEXTURE -> "texture sampling";
              case SURFACE_LOAD, SURFACE_STORE -> "surfaces";
              default ->
                  i.memory() != null && i.memory().space() == Space.TEXTURE
                      ? "texture memory"
                      : null;
            };
        if (what != null) {
          throw new RefusalException(
              chip.isa + " has no " + what + " (" + kernel.name() + ", line " + i.line() + ")");
        }
      }
    }
  }
}
