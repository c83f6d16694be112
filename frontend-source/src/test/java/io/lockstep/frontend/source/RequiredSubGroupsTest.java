package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RequiredSubGroupsTest {
  @Test
  @DisplayName("finds the attribute before and behind __kernel, alone and among others")
  void findsTheKernelOfAnAttribute() {
    assertThat(
            RequiredSubGroups.in(
                """
                __attribute__((intel_reqd_sub_group_size(16))) __kernel void first(int a) {}
                __kernel __attribute__((intel_reqd_sub_group_size(8)))
                __attribute__((reqd_work_group_size(64, 1, 1))) void second(int a) { f(a); }
                __attribute__((vec_type_hint(int), intel_reqd_sub_group_size(32), reqd_work_group_size(
                64, 1, 1))) kernel void third (global int* a) { }
                __attribute__((intel_reqd_sub_group_size((N)))) kernel void fourth(void) { }
                kernel void none(void) { }
                """))
        .isEqualTo(Map.of("first", "16", "second", "8", "third", "32", "fourth", "(N)"));
  }

  @Test
  @DisplayName("a text that ends within an attribute names no kernel")
  void survivesATextThatEnds() {
    assertThat(RequiredSubGroups.in("__attribute__((intel_reqd_sub_group_size(16)))")).isEmpty();
    assertThat(RequiredSubGroups.in("int intel_reqd_sub_group_size(")).isEmpty();
  }
}
