// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.PassList;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.pass.KnownBranches;
import io.lockstep.lower.pass.RewrittenKernel;
import io.lockstep.lower.pass.TargetKernel;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.List;

/**
 * Lowers a portable kernel to GCN-style machine code: uniform operations for the scalar unit,
 * divergent control flow with the EXEC mask, addresses folded into memory instructions, waits
 * before first uses. Stateless and thread-safe.
 *
 * <p>The output is compared with LLVM's for the same kernels (README); no instruction count is
 * fitted.
 */
public final class GcnLowering {
  /** The passes over the portable kernel. */
  private static final PassList<TargetKernel<Chip>> PORTABLE =
      new PassList.Builder<TargetKernel<Chip>>()
          .rewriting(GcnOption.KNOWN_BRANCHES, k -> k.keeping(KnownBranches::of))
          .rewriting(GcnOption.PROMOTED_ARRAYS, k -> k.replacing(PromotedArrays::of))
          .rewriting(
              GcnOption.MERGED_ACCESSES,
              k -> k.replacing(code -> SubwordAccesses.of(code, k.target())))
          .rewriting(
              GcnOption.PACKED_WORDS, k -> k.replacing(code -> PackedWords.of(code, k.target())))
          .build();

  private final Chip chip;

  public GcnLowering(Chip chip) {
    this.chip = chip;
  }

  /**
   * @throws RefusalException if the chip lacks a capability that the kernel needs
   */
  public GcnKernel lower(Kernel kernel) {
    Code code = code(kernel);
    code.blocks.forEach(ops -> ops.forEach(op -> op.implement(code.rewritten.origins(op.from))));
    return GcnKernel.of(kernel, chip, code.blocks, code.registers, code.privateBytes);
  }

  /**
   * A kernel's machine instructions before conversion to arrays.
   *
   * @param rewritten the kernel whose instructions these are
   * @param schedule portable instructions of each block in scheduled order
   * @param blocks machine instructions of each block, waits included
   * @param privateBytes private memory of the kernel's variables
   */
  record Code(
      RewrittenKernel rewritten,
      List<List<Instruction>> schedule,
      List<List<GcnOp>> blocks,
      RegisterCounts registers,
      int privateBytes) {}

  Code code(Kernel original) {
    refuse(original);
    TargetKernel<Chip> portable = new TargetKernel<>(RewrittenKernel.unchanged(original), chip);
    RewrittenKernel rewritten = PORTABLE.run(portable, chip.options()).code();
    Kernel kernel = rewritten.kernel();
    RegisterFacts facts = new RegisterFacts(kernel);
    RegisterPlacement placement = new RegisterPlacement(facts);
    Ranges ranges = new Ranges(facts, GcnLowering::most, true);
    AddressModes modes = new AddressModes(facts, placement, ranges, chip);
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
      if (block.id() == 0 && limitsLocal(kernel)) {
        out.op(GcnClass.SALU, "s_mov_b32", "m0, -1");
      }
      control.head(block, out);
      List<Instruction> all = new ArrayList<>();
      for (List<Instruction> trip : rolled.trips(block.id())) {
        if (!all.isEmpty()) {
          out.behind();
          control.nextTrip(rolled.steps(block), out);
        }
        List<Instruction> order = packed.order(block.id(), scheduler.order(block.id(), trip));
        order = memory.begin(block.id(), order);
        all.addAll(order);
        for (Instruction i : order) {
          out.from(i);
          if (i.op() == Op.SPECIAL && isNeeded(i, folding)) {
            memory.dispatchPacket(i, out);
          }
          if (packed.second(i) != null) {
            arithmetic.select(i, packed, out);
          } else if (i.memory() != null) {
            memory.select(i, block.id(), out);
          } else if (!packed.isSecond(i) && isSelected(i, folding)) {
            arithmetic.select(i, out);
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
      arithmetic.behind(block.id(), out);
      if (block.id() == 0) {
        copies.constants().forEach(out::move);
      }
      blocks.get(block.id()).addAll(ends[block.id()], out.ops);
    }
    RegisterSpills spills =
        new RegisterSpills(facts, placement, modes, copies, folding, schedule, chip);
    SpillCode moves = new SpillCode(spills, folding, modes, chip);
    blocks.replaceAll(moves::insert);
    blocks = new MatrixHazards(facts.registers(), chip.matrix).insert(blocks, facts.predecessors());
    blocks = new WaitInsertion(facts.registers(), chip).insert(blocks, facts.predecessors());
    int privateBytes = keepsArrays(rewritten) ? kernel.privateBytes() : 0;
    return new Code(rewritten, schedule, blocks, spills.counts(chip), privateBytes);
  }

  /** Whether private arrays are still in memory, or there were none. */
  private static boolean keepsArrays(RewrittenKernel kernel) {
    return kernel.kernel().blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .anyMatch(PromotedArrays::isPrivate)
        || kernel.origins().values().stream()
            .flatMap(List::stream)
            .noneMatch(PromotedArrays::isPrivate);
  }

  private static long most(Special special) {
    return switch (special) {
      case LOCAL_ID_X, LOCAL_ID_Y, LOCAL_ID_Z, LOCAL_ID_FLAT -> 1023;
      case LOCAL_SIZE_X, LOCAL_SIZE_Y, LOCAL_SIZE_Z -> 1024;
      case LANE_ID, WAVEFRONT_ID -> 63;
      default -> Ranges.UNKNOWN;
    };
  }

  /** Whether the kernel has LDS instructions, which need their limit in M0. */
  private boolean limitsLocal(Kernel kernel) {
    return !chip.has(Feature.UNLIMITED_LDS)
        && kernel.blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .anyMatch(i -> i.memory() != null && i.memory().space() == Space.LOCAL);
  }

  private static boolean isNeeded(Instruction i, OperandFolding folding) {
    return i.writes().stream().anyMatch(folding::isNeeded);
  }

  private static boolean isSelected(Instruction i, OperandFolding folding) {
    boolean wanted = i.destinations().isEmpty() || isNeeded(i, folding);
    return !i.op().isComputation() || wanted && !folding.isFreeCopy(i);
  }

  /**
   * Checks a kernel without lowering it.
   *
   * @throws RefusalException as {@link #lower}
   */
  public void refuse(Kernel kernel) {
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean texture = i.memory() != null && i.memory().space() == Space.TEXTURE;
        String refusal = ArithmeticSelector.TABLE.refusal(i.op());
        String what = refusal == null && texture ? "texture memory" : refusal;
        if (what != null) {
          throw chip.refusal(kernel, i, what);
        }
      }
    }
  }
}
