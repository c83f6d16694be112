// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
  @Test
  void findsTheSuggestedNameInAMessage() {
    String hint = Suggestions.hint("l1.sise", List.of("l1.size", "l2.latency"));
    assertThat(Suggestions.suggested("hd5870 has no figure 'l1.sise'" + hint + " (x'?)"))
        .contains("l1.size");
    assertThat(Suggestions.suggested(Suggestions.hint("x", List.of("long.name")))).isEmpty();
    assertThat(Suggestions.suggested("; did you mean 'a")).isEmpty();
    assertThat(Suggestions.suggested("who knows what is meant by 'this'?")).isEmpty();
  }
}
