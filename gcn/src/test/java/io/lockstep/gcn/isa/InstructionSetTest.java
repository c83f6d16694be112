// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

  @Test
  void aTableListsSetsInOrderWithFeaturesAndSpellings() {
    Map<String, InstructionSet> sets =
        read("# two\nb = global # one\n  add64\na =\na v_add_u32 = v_add_i32\n");
    assertThat(List.copyOf(sets.keySet())).containsExactly("b", "a");
    assertThat(sets.get("b").features()).containsExactly(Feature.GLOBAL, Feature.ADD64);
    assertThat(sets.get("a").features()).isEmpty();
    assertThat(sets.get("a").spelling("v_add_u32")).isEqualTo("v_add_i32");
    assertThat(sets.get("b").spelling("v_add_u32")).isEqualTo("v_add_u32");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a = global\na = add64", "b v_add_u32 = v_add_i32", "a = globl"})
  void anErrorIsNamed(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
