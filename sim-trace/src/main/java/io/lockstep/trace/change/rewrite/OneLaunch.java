// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Kernel;

/** Joins consecutive independent launches of a kernel into one launch with the same groups. */
public final class OneLaunch implements ProgramRewrite {
  @Override
  public KernelCopy kernel(Kernel original) {
    return original.hasLaunchBarrier() ? null : new KernelCopy(original);
  }

  @Override
  public boolean joins() {
    return true;
  }
}
