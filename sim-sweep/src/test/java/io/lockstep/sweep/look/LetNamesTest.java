// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.expression.Expression;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LetNamesTest {
  private static Expression of(String text) {
    return Expression.of("let", text);
  }

  @Test
  @DisplayName("a name reads what its formula reads, and what their formulas read")
  void aNameReadsThroughFormulas() {
    LetNames names = new LetNames(Map.of("a", of("b + 1"), "b", of("c * d"), "e", of("a")));
    assertThat(names.closure(List.of("a", "x"))).containsExactlyInAnyOrder("a", "x", "b", "c", "d");
    assertThat(names.closure(List.of("c"))).containsExactly("c");
  }

  @Test
  @DisplayName("a formula that reads itself through others is named with the way")
  void aFormulaThatReadsItself() {
    LetNames names = new LetNames(Map.of("a", of("b"), "b", of("c + 1"), "c", of("b")));
    assertThatThrownBy(() -> names.check("a", List.of()))
        .hasMessageContaining("'b' is computed from itself: b -> c -> b");
    LetNames twice = new LetNames(Map.of("a", of("b + c"), "b", of("c"), "c", of("1")));
    assertThatCode(() -> twice.check("a", List.of())).doesNotThrowAnyException();
  }
}
