// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ExecutionExceptionTest {
  @Test
  @DisplayName("control characters of a kernel's names are shown escaped")
  void controlCharactersOfAKernelsNamesAreShownEscaped() {
    assertThat(new ExecutionException("k.ptx:3: kernel a\u0085b"))
        .hasMessage("k.ptx:3: kernel a\\u0085b");
  }
}
