// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.family.FamilyCompiler;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FamilyPropertyTest {
  @Property(tries = 300)
  void machineCodeStoresWhatThePortableKernelStoresWithManyAndWithFewRegisters(
      @ForAll @Size(max = 150) List<@IntRange(max = 9999) Integer> genes) {
    Kernel kernel = KernelGenes.kernel(genes);
    KernelVerifier.verify(kernel);
    for (int limit : new int[] {16, 4}) {
      FamilyCompiler.Code code = FamilyCompiler.compile(kernel, limit);
      assertThat(code.registers()).isLessThanOrEqualTo(limit);
      for (int id : new int[] {0, 37}) {
        assertThat(MachineRun.stores(code, id))
            .as("%s registers, work-item %s:%n%s", limit, id, code.assembly())
            .isEqualTo(PortableRun.stores(kernel, id));
      }
    }
  }
}
