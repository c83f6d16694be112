// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The table of instructions as it is written. */
class InstructionReaderTest {
  private static final String GOOD =
      """
      # a comment
      let types = .u32|.s32

      == Numbers

      add, sub: sum: or difference
          ~{.sat}($types) d, a, b
          ~.f64 d, a, b
      exit: the end
          ~

      == Refused

      ! mma, wmma: matrices
      """;

  @Test
  @DisplayName("names share their forms, words are replaced, families follow one another")
  void namesShareTheirFormsAndWordsAreReplaced() {
    Map<String, InstructionEntry> all = InstructionReader.read(GOOD);
    assertThat(all.keySet()).containsExactly("add", "sub", "exit", "mma", "wmma");
    assertThat(all.get("sub"))
        .isEqualTo(
            new InstructionEntry(
                "Numbers",
                "sub",
                "sum: or difference",
                List.of("sub{.sat}(.u32|.s32) d, a, b", "sub.f64 d, a, b"),
                Set.of("sat", "u32", "s32", "f64")));
    assertThat(all.get("exit").forms()).containsExactly("exit");
    assertThat(all.get("mma").isRefused()).isTrue();
    assertThat(all.get("wmma").meaning()).isEqualTo("matrices");
    assertThat(all.get("wmma").family()).isEqualTo("Refused");
  }

  @Test
  @DisplayName("a wrong line is named with what was expected")
  void aWrongLineIsNamedWithWhatWasExpected() {
    refused("add sum\n", ":1: expected \"NAME: TEXT\", found \"add sum\"");
    refused("let x\n", ":1: expected \"let WORD = TEXT\", found \"x\"");
    refused("    ~.u32 d\n", ":1: expected the name of an instruction before its first form");
    refused("! a: b\n    ~.u32 d\n", ":2: expected the name of an instruction before");
    refused("a: b\n    .u32 d\n", ":2: expected a form, which begins with ~ for the name");
    refused("a: b\nc: d\n    ~\n", ":2: expected a form of 'a'");
    refused("a: b\n", ":1: expected a form of 'a'");
    refused("a: b\n    ~$x d\n", ":2: '$x' stands for nothing");
    refused("a: b\n    ~\na: b\n    ~\n", ":4: 'a' stands in the table twice");
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> InstructionReader.read(text))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("instructions.txt" + message);
  }
}
