// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.spi.spec.Figures;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstructionSetTest {
  private static Map<String, InstructionSet> read(String text) {
    return InstructionSet.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** A line for a wait counter of a set. */
  private static String counts(String set, String counter, String classes) {
    return "\n%s s_waitcnt %s 15 counts %s".formatted(set, counter, classes);
  }

  private static final String ALL = "vmem lds smem region";

  @Test
  void aTableListsSetsInOrderWithFeaturesAndSpellings() {
    Map<String, InstructionSet> sets =
        read(
            "# two\nb = global # one\n  add64\na =\na v_add_u32 = v_add_i32\n"
                + counts("b", "cnt", ALL)
                + counts("a", "cnt", ALL));
    assertThat(List.copyOf(sets.keySet())).containsExactly("b", "a");
    assertThat(sets.get("b").features()).containsExactly(Feature.GLOBAL, Feature.ADD64);
    assertThat(sets.get("a").features()).isEmpty();
    assertThat(sets.get("a").spelling("v_add_u32")).isEqualTo("v_add_i32");
    assertThat(sets.get("b").spelling("v_add_u32")).isEqualTo("v_add_u32");
  }

  @Test
  void countersCountTheClassesOfTheirLine() {
    InstructionSet set =
        read("a ="
                + counts("a", "vmcnt", "vmem_load vmem_atomic vmem_atomic_return")
                + counts("a", "lgkmcnt", "lds smem region")
                + counts("a", "vscnt", "vmem_store"))
            .get("a");
    assertThat(set.waits())
        .extracting(WaitCounter::name)
        .containsExactly("vmcnt", "lgkmcnt", "vscnt");
    assertThat(set.counter(GcnClass.VMEM_STORE)).isEqualTo(2);
    assertThat(set.counter(GcnClass.LDS_PERMUTE)).isEqualTo(1);
    assertThat(set.counter(GcnClass.VALU)).isEqualTo(-1);
    assertThat(set.waits().get(2).most(Figures.of(Map.of("issue.vector_waits", 7L)))).isEqualTo(7);
    assertThat(set.waits().get(1).most(Figures.of(Map.of()))).isEqualTo(15);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"vmem lds smem", "vmem lds smem region valu", "vmem vmem_load lds smem region"})
  void eachMemoryInstructionHasOneCounter(String classes) {
    assertThatThrownBy(() -> read("a =" + counts("a", "cnt", classes)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 64})
  void aCounterCountsFrom1To63(int most) {
    String line = "a =\na s_waitcnt cnt %s counts %s";
    assertThatThrownBy(() -> read(line.formatted(most, ALL)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 1 to 63");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a = global\na = add64", "b v_add_u32 = v_add_i32", "a = globl"})
  void anErrorIsNamed(String text) {
    assertThatThrownBy(() -> read(text + counts("a", "cnt", ALL)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
