// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Kernel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Kernels in other encodings than UTF-8. */
class KernelTextTest {
  private record Reader(boolean takesCompilerOptions) implements KernelFrontend {
    @Override
    public String id() {
      return "reader";
    }

    @Override
    public List<String> extensions() {
      return List.of("k");
    }

    @Override
    public List<Kernel> read(String file, String text, FrontendOptions options) {
      return List.of();
    }
  }

  @Test
  @DisplayName("what a compiler reads itself need not be UTF-8, what is parsed here must be")
  void whatACompilerReadsItselfNeedNotBeUTF8WhatIsParsedHereMustBe()
      throws CharacterCodingException {
    byte[] windows = "// Copyright \u00a92013\nx".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(KernelText.of(windows, new Reader(true))).isEqualTo("// Copyright \u00a92013\nx");
    assertThatThrownBy(() -> KernelText.of(windows, new Reader(false)))
        .isInstanceOf(CharacterCodingException.class);
    byte[] utf = "// \u00a9\n".getBytes(StandardCharsets.UTF_8);
    assertThat(KernelText.of(utf, new Reader(true))).isEqualTo("// \u00a9\n");
  }
}
