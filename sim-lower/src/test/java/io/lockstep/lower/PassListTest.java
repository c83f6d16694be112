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

  private static Pass<String> trim() {
    return Pass.<String>rewriting("trimmed", String::strip).leaves(Text.TRIMMED);
  }

  private static Pass<String> quote() {
    return Pass.<String>rewriting("quoted", s -> "'" + s + "'").requires(Text.TRIMMED);
  }

  private static Pass<String> fold() {
    return Pass.rewriting(Option.FOLDED_LETTERS, String::toLowerCase);
  }

  @Test
  @DisplayName("passes run in their order; a transformation that is left out and others do not")
  void passesRunInTheirOrder() {
    PassList<String> passes = new PassList<>(trim(), fold().when(s -> s.length() > 1), quote());
    assertThat(passes.run(" AB ", Set.of(Option.FOLDED_LETTERS))).isEqualTo("'ab'");
    assertThat(passes.run(" AB ", Set.of())).isEqualTo("'AB'");
    assertThat(passes.run(" A ", Set.of(Option.FOLDED_LETTERS))).isEqualTo("'A'");
    assertThat(passes.names()).containsExactly("trimmed", "folded_letters", "quoted");
  }

  @Test
  @DisplayName("a list is refused whose pass requires what no pass before it leaves")
  void aWrongOrderIsRefused() {
    assertThatThrownBy(() -> new PassList<>(quote(), trim()))
        .hasMessage("pass 'quoted' requires TRIMMED, which no pass before it leaves");
  }

  @Test
  @DisplayName("no pass can rely on one that may be left out, or that does not apply to all units")
  void aPassThatMayBeLeftOutLeavesNothing() {
    Pass<String> optional = fold().leaves(Text.TRIMMED);
    assertThatThrownBy(() -> new PassList<>(optional, quote())).hasMessageContaining("TRIMMED");
    Pass<String> some = trim().when(s -> s.startsWith(" "));
    assertThatThrownBy(() -> new PassList<>(some, quote())).hasMessageContaining("TRIMMED");
  }

  @Test
  @DisplayName("a property does not hold after a pass that ends it")
  void aPropertyEnds() {
    Pass<String> pad = Pass.<String>rewriting("padded", s -> s + " ").ends(Text.TRIMMED);
    assertThatThrownBy(() -> new PassList<>(trim(), pad, quote())).hasMessageContaining("TRIMMED");
    assertThat(new PassList<>(trim(), pad, trim(), quote()).run("a", Set.of())).isEqualTo("'a'");
  }
}
