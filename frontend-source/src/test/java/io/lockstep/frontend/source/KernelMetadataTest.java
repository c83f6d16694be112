// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KernelMetadataTest {
  @Test
  @DisplayName("attributes of each kernel are found in clang's text, whatever stands around them")
  void attributesOfEachKernelAreFound() {
    KernelMetadata found =
        KernelMetadata.of(
            """
            define dso_local spir_kernel void @first(ptr addrspace(1) %0) #0 !kernel_arg_type !9 !reqd_work_group_size !11 {
            define dso_local spir_kernel void @second() #0 !vec_type_hint !12 !intel_reqd_sub_group_size !13 !work_group_size_hint !14 {
            define internal void @none(i32 %a) #1 {
            !9 = !{!"float*"}
            !11 = !{i32 128, i32 2, i32 1}
            !12 = !{<4 x i16> undef, i32 1}
            !13 = !{i32 16}
            !14 = !{i32 64, i32 1, i32 1}
            """);
    assertThat(found.lines())
        .containsExactly(
            "first reqd_work_group_size 128 2 1",
            "second vec_type_hint short4",
            "second intel_reqd_sub_group_size 16",
            "second work_group_size_hint 64 1 1");
    assertThat(found.subGroup("second")).isEqualTo(16);
    assertThat(found.subGroup("first")).isZero();
  }

  @Test
  @DisplayName("only sources that have one of the attributes are asked")
  void onlySourcesThatHaveOneAreAsked() {
    assertThat(KernelMetadata.isIn("__attribute__((__reqd_work_group_size__(1,1,1)))")).isTrue();
    assertThat(KernelMetadata.isIn("__attribute__((intel_reqd_sub_group_size(8)))")).isTrue();
    assertThat(KernelMetadata.isIn("int my_vec_type_hints;")).isFalse();
  }
}
