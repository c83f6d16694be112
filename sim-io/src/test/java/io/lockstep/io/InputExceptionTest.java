// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the input smuggles into a message neither breaks its line nor steers a terminal. */
class InputExceptionTest {
  @Test
  @DisplayName("control characters are shown escaped")
  void controlCharactersAreShownEscaped() {
    assertThat(new InputException("w.yaml:1:2", "unknown key 'a\tb\r\nc\u001b[2J\u0000'"))
        .hasMessage("w.yaml:1:2: unknown key 'a\\tb\\r\\nc\\u001b[2J\\u0000'");
    assertThat(new OutputException("a\u0085b", new IOException("full")))
        .hasMessage("a\\u0085b: cannot be written: full");
  }

  @Test
  @DisplayName("everything else is as it was")
  void everythingElseIsAsItWas() {
    assertThat(new InputException("größe.yaml:1:2", "'α\\β' … “x”", null))
        .hasMessage("größe.yaml:1:2: 'α\\β' … “x”");
  }
}
