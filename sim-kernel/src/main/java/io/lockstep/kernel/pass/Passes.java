// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.DraftLayout;
import io.lockstep.kernel.ir.Kernel;
import java.util.EnumSet;
import java.util.Set;

/** Applies the passes common to all front-ends. */
public final class Passes {
  private Passes() {}

  /** Applies all passes in order and returns the kernel; the draft must not be used afterwards. */
  public static Kernel finish(KernelDraft draft) {
    return finish(draft, EnumSet.allOf(Pass.class));
  }

  /** Applies some of the passes, to measure the effect of each. */
  static Kernel finish(KernelDraft draft, Set<Pass> passes) {
    for (Pass pass : Pass.values()) {
      if (passes.contains(pass)) {
        pass.apply(draft);
      }
    }
    draft.parameters().forEach(draft.builder()::parameter);
    return DraftLayout.build(draft.blocks(), draft.builder());
  }
}
