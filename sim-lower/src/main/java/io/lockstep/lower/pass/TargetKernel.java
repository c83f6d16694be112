// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import io.lockstep.kernel.ir.Kernel;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A portable kernel on its way through the passes that precede instruction selection.
 *
 * @param <T> what the family knows of the target
 * @param code the kernel, with the instructions of the original kernel that its own replace
 * @param target the device's figures that passes need
 */
public record TargetKernel<T>(RewrittenKernel code, T target) {
  /** {@return the kernel as it is} */
  public Kernel kernel() {
    return code.kernel();
  }

  /**
   * {@return the kernel after a pass that keeps its instructions or drops them}
   *
   * @param pass returns the changed kernel
   */
  public TargetKernel<T> keeping(UnaryOperator<Kernel> pass) {
    return new TargetKernel<>(new RewrittenKernel(pass.apply(kernel()), code.origins()), target);
  }

  /**
   * {@return the kernel after a pass that replaces instructions}
   *
   * @param pass returns the changed kernel with the instructions that it replaced
   */
  public TargetKernel<T> replacing(Function<Kernel, RewrittenKernel> pass) {
    return new TargetKernel<>(pass.apply(kernel()).after(code), target);
  }
}
