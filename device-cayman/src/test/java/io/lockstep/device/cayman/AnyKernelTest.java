// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Whatever a kernel does, it becomes a program that keeps every rule. */
class AnyKernelTest {
  @Property(tries = 20)
  @Label("random kernels, doubles in any pairs among them, keep every rule of VLIW4")
  void randomKernels(@ForAll long seed) {
    String text = RandomPtx.kernel(seed, 40, true);
    TeraScaleKernel code =
        (TeraScaleKernel) Catalogue.device("hd6970").lower(Kernels.ptx("k", text).get(0));
    assertThat(ProgramCheck.problems(code)).isEmpty();
  }

  @Property(tries = 8, seed = "1", shrinking = ShrinkingMode.OFF)
  @Label("random kernels keep every rule of VLIW4 where few registers make values leave them")
  void randomKernelsWithFewRegisters(@ForAll long seed) {
    Kernel kernel = Kernels.ptx("k", RandomPtx.kernel(seed, 60, true)).get(0);
    TeraScaleKernel plain = (TeraScaleKernel) Catalogue.device("hd6970").lower(kernel);
    TeraScaleKernel code =
        (TeraScaleKernel) Catalogue.device("hd6970", "registers.per_lane", "40").lower(kernel);
    assertThat(ProgramCheck.problems(code)).isEmpty();
    assertThat(code.registers()).isLessThanOrEqualTo(plain.registers());
  }
}
