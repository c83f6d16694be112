// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnrollRequestsTest {
  private static final String LOOP = "for (int i = 0; i < n; i++) { a[i] = 0; }";

  private static String kernel(String name, String before) {
    return "__kernel void " + name + "(__global int *a, int n) {\n" + before + "\n" + LOOP + " }\n";
  }

  @Test
  void aKernelAsksInItsBody() {
    for (String request :
        new String[] {
          "#pragma unroll",
          "#pragma unroll 4",
          "# pragma unroll (N > 32 ? 1 : 32 / N)",
          "#pragma clang loop unroll_count(8)",
          "#pragma clang loop unroll(full)",
          "__attribute__((opencl_unroll_hint(2)))"
        }) {
      UnrollRequests found = UnrollRequests.in(kernel("k", request) + kernel("other", ""));
      assertThat(found.of("k")).as(request).isTrue();
      assertThat(found.of("other")).as(request).isFalse();
    }
  }

  @Test
  void whatAFunctionAsksForHoldsForAllKernels() {
    String function =
        "int f(int n) { int s = 0;\n#pragma unroll 2\nfor (;n;n--) s += n; return s; }";
    assertThat(UnrollRequests.in(function + kernel("k", "")).of("k")).isTrue();
  }

  @Test
  void loopsWithoutARequestAreTheCompilers() {
    String text = "printf(\"} #pragma unroll {\");";
    assertThat(UnrollRequests.in(kernel("k", text)).of("k")).isFalse();
    assertThat(UnrollRequests.in(kernel("k", "#pragma nounroll")).of("k")).isFalse();
    assertThat(UnrollRequests.in(kernel("unroll", "int unroll = 1;")).of("unroll")).isFalse();
  }
}
