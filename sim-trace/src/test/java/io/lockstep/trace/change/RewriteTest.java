// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How users spell changes of programs. */
class RewriteTest {
  @ParameterizedTest
  @EnumSource(Rewrite.Kind.class)
  void aKindIsSpelledAsItPrints(Rewrite.Kind kind) {
    Rewrite rewrite;
    try {
      rewrite = Rewrite.of(kind);
    } catch (IllegalArgumentException e) { // it counts something
      rewrite = new Rewrite(kind, 4);
    }
    assertThat(Rewrite.of(rewrite.toString(), "here")).isEqualTo(rewrite);
    assertThat(Rewrite.named(rewrite.toString())).contains(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"split", "split:", "split:x", "split:1", "split:4097", "singles:2"})
  void rejectsANumberThatIsMissingTooMuchOrTooLarge(String word) {
    assertThatThrownBy(() -> Rewrite.of(word, "here"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(word);
  }

  @Test
  void partsOfADeviceAndChangesOfLinesAreNoChangesOfPrograms() {
    assertThat(Rewrite.named("caches")).isEmpty();
    assertThat(Rewrite.named("local:4")).isEmpty();
    assertThatThrownBy(() -> Rewrite.of("one-lunch", "here"))
        .hasMessageContaining("did you mean 'one-launch'?");
  }
}
