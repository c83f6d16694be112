// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.statement.IlWriter;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.pass.KernelDraft;
import io.lockstep.kernel.pass.Passes;
import io.lockstep.kernel.type.Parameter;
import java.util.List;

/** Assigns register types and runs the passes that complete a kernel. */
public final class Finish {
  private static final int ADDRESS_BITS = 64;

  private Finish() {}

  static Kernel build(IlWriter e, KernelBuilder builder, List<Parameter> parameters) {
    e.blocks.get(0).code().addAll(0, e.prologue);
    RegisterTypes.assign(e.blocks, builder);
    return Passes.finish(new KernelDraft(e.blocks, parameters, builder, ADDRESS_BITS));
  }
}
