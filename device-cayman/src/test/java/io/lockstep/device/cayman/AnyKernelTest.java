// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

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
}
