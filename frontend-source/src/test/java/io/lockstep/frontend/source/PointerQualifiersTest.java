// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PointerQualifiersTest {
  @Test
  void onlyConstAndRestrictTogetherAllowCaching() {
    String text =
        """
        __kernel void k(__global const float *restrict a, const __global float4 * __restrict__ b,
            __global const float *c, __global float *restrict d, int n, __global float *e) {}
        kernel void l(global float const *restrict a) { f("kernel void m(global int *b)"); }
        """;
    assertThat(PointerQualifiers.lacking(text))
        .isEqualTo(Map.of("k", Set.of(2, 3, 5), "l", Set.of()));
  }

  @Test
  void attributesBeforeTheNameAreNoParameters() {
    String text =
        "__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(__global int *a) {}";
    assertThat(PointerQualifiers.lacking(text)).isEqualTo(Map.of("k", Set.of(0)));
  }

  @Test
  void textThatIsCutOffHasNoKernels() {
    assertThat(PointerQualifiers.lacking("__kernel void")).isEmpty();
    assertThat(PointerQualifiers.lacking("int f(int a) { return a; }")).isEmpty();
  }
}
