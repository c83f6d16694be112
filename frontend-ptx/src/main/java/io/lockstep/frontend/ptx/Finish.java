package io.lockstep.frontend.ptx;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Parameter;
import io.lockstep.kernel.pass.KernelDraft;
import io.lockstep.kernel.pass.LaneEmulation;
import io.lockstep.kernel.pass.Passes;
import java.util.List;

/** Hands what was decoded to the passes that finish a kernel. Stateless. */
final class Finish {
  private Finish() {}

  static Kernel build(
      PtxWriter e, KernelBuilder builder, List<Parameter> parameters, int emulatedLanes) {
    if (emulatedLanes > 0) {
      LaneEmulation.apply(e.blocks, builder, emulatedLanes);
    }
    return Passes.finish(
        new KernelDraft(
            e.blocks, parameters, builder, e.addressBits, i -> i.text().contains("cvta")));
  }
}
