// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PassListTest {
  private enum Option implements Transformation {
    FOLDED_LETTERS
  }

  private enum Text {
    TRIMMED
  }

  private static PassList.Builder<String> list() {
    return new PassList.Builder<>();
  }

  private static PassList.Builder<String> trimmed() {
    return list().rewriting("trimmed", String::strip).leaves(Text.TRIMMED);
  }

  private static PassList.Builder<String> quoted(PassList.Builder<String> list) {
    return list.rewriting("quoted", s -> "'" + s + "'").requires(Text.TRIMMED);
  }

  @Test
  @DisplayName("passes run in order, but those that are left out and those that do not apply")
  void passesRunInOrder() {
    StringBuilder seen = new StringBuilder();
    PassList<String> passes =
        quoted(
                trimmed()
                    .pass("seen", seen::append)
                    .rewriting(Option.FOLDED_LETTERS, String::toLowerCase)
                    .when(s -> s.length() > 1))
            .build();
    assertThat(passes.run(" AB ", Set.of(Option.FOLDED_LETTERS))).isEqualTo("'ab'");
    assertThat(passes.run(" AB ", Set.of())).isEqualTo("'AB'");
    assertThat(passes.run(" A ", Set.of(Option.FOLDED_LETTERS))).isEqualTo("'A'");
    assertThat(seen).hasToString("ABABA");
    assertThat(passes.names()).containsExactly("trimmed", "seen", "folded_letters", "quoted");
  }

  @Test
  @DisplayName("a list is refused whose pass requires what no pass before it leaves")
  void aWrongOrderIsRefused() {
    assertRefused(quoted(list()).rewriting("trimmed", String::strip).leaves(Text.TRIMMED));
  }

  @Test
  @DisplayName("no pass can rely on one that may be left out, or that does not apply to all units")
  void aPassThatMayBeLeftOutLeavesNothing() {
    assertRefused(
        quoted(list().rewriting(Option.FOLDED_LETTERS, String::strip).leaves(Text.TRIMMED)));
    assertRefused(quoted(trimmed().when(s -> s.startsWith(" "))));
  }

  @Test
  @DisplayName("a property does not hold after a pass that ends it, until another leaves it")
  void aPropertyEnds() {
    assertRefused(quoted(trimmed().rewriting("padded", s -> s + " ").ends(Text.TRIMMED)));
    assertThat(
            quoted(
                    trimmed()
                        .rewriting("padded", s -> s + " ")
                        .ends(Text.TRIMMED)
                        .rewriting("trimmed", String::strip)
                        .leaves(Text.TRIMMED))
                .build()
                .run("a", Set.of()))
        .isEqualTo("'a'");
  }

  private static void assertRefused(PassList.Builder<String> list) {
    assertThatThrownBy(list::build)
        .hasMessage("pass 'quoted' requires TRIMMED, which no pass before it leaves");
  }
}
