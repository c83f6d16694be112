// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.PassList;
import io.lockstep.lower.pass.KnownBranches;
import io.lockstep.lower.pass.PromotedArrays;
import io.lockstep.lower.pass.RewrittenKernel;
import io.lockstep.lower.pass.TargetKernel;
import io.lockstep.spi.RefusalException;

/**
 * Lowers a portable kernel to GCN-style machine code: uniform operations for the scalar unit,
 * divergent control flow with the EXEC mask, addresses folded into memory instructions, waits
 * before first uses. Stateless and thread-safe.
 *
 * <p>The output is compared with LLVM's for the same kernels (README); no instruction count is
 * fitted.
 */
public record GcnLowering(Chip chip) {
  /** The passes over the portable kernel. */
  private static final PassList<TargetKernel<Chip>> PORTABLE =
      new PassList.Builder<TargetKernel<Chip>>()
          .rewriting(GcnOption.KNOWN_BRANCHES, k -> k.keeping(KnownBranches::of))
          .rewriting(
              GcnOption.PROMOTED_ARRAYS,
              k -> k.replacing(code -> PromotedArrays.of(code, LlvmArrays.RULE)))
          .rewriting(
              GcnOption.MERGED_ACCESSES,
              k -> k.replacing(code -> SubwordAccesses.of(code, k.target())))
          .rewriting(
              GcnOption.PACKED_WORDS, k -> k.replacing(code -> PackedWords.of(code, k.target())))
          .build();

  /** What machine code has after some passes. */
  private enum Property {
    SCHEDULE,
    INSTRUCTIONS,
    REGISTERS
  }

  /** The passes from a schedule of portable instructions to machine code. */
  private static final PassList<MachineCode> MACHINE =
      new PassList.Builder<MachineCode>()
          .pass("rolling", MachineCode::roll)
          .leaves(Property.SCHEDULE)
          .pass(GcnOption.EARLY_LOADS, MachineCode::moveLoads)
          .requires(Property.SCHEDULE)
          .pass(GcnOption.PACKED_ARITHMETIC, MachineCode::pair)
          .requires(Property.SCHEDULE)
          .pass(GcnOption.PAIRED_ACCESSES, MachineCode::pairLocal)
          .requires(Property.SCHEDULE)
          .pass("vectorizer", MachineCode::merge)
          .requires(Property.SCHEDULE)
          .pass("selection", MachineCode::select)
          .requires(Property.SCHEDULE)
          .leaves(Property.INSTRUCTIONS)
          .pass("spilling", MachineCode::spill)
          .requires(Property.INSTRUCTIONS)
          .leaves(Property.REGISTERS)
          .pass("wait_states", MachineCode::space)
          .requires(Property.REGISTERS)
          .pass("waits", MachineCode::await)
          .requires(Property.REGISTERS)
          .build();

  /**
   * @throws RefusalException if the chip lacks a capability that the kernel needs
   */
  public GcnKernel lower(Kernel kernel) {
    MachineCode code = code(kernel);
    RewrittenKernel rewritten = code.rewritten;
    code.blocks().forEach(ops -> ops.forEach(op -> op.implement(rewritten.origins(op.from))));
    int privateBytes = rewritten.kernel().privateBytes();
    return GcnKernel.of(kernel, chip, code.blocks(), code.registers(), privateBytes);
  }

  /** Returns a kernel's machine instructions before conversion to arrays, waits included. */
  public MachineCode code(Kernel original) {
    refuse(original);
    TargetKernel<Chip> portable = new TargetKernel<>(RewrittenKernel.unchanged(original), chip);
    RewrittenKernel rewritten = PORTABLE.run(portable, chip.options()).code();
    return MACHINE.run(new MachineCode(rewritten, chip), chip.options());
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
