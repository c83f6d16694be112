package io.lockstep.frontend.amdil;

import io.lockstep.kernel.frontend.DraftLayout;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;

/** The last steps: empty blocks go, registers get types, blocks get numbers. Stateless. */
final class Finish {
  private Finish() {}

  static Kernel build(Emitter e, KernelBuilder builder) {
    e.blocks.get(0).code().addAll(0, e.prologue);
    DraftLayout.skipEmpty(e.blocks);
    RegisterTypes.assign(e.blocks, builder);
    return DraftLayout.build(e.blocks, builder);
  }
}
