// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that bash reads back. */
class ShellWordTest {
  @ParameterizedTest
  @DisplayName("a shell reads back any text")
  @ValueSource(
      strings = {
        "plain",
        "",
        "it's \"a\" folder/w.yaml",
        "$HOME `id` $(id) !! \\",
        "~",
        "*?[a]{b,c}",
        "a\nb\tc;d&e|f>g #h",
        "größe µ"
      })
  void aShellReadsBackAnyText(String text) throws Exception {
    Process bash =
        new ProcessBuilder(List.of("bash", "-c", "printf '%s' " + ShellWord.of(text))).start();
    byte[] read = bash.getInputStream().readAllBytes();
    assertThat(bash.waitFor()).isZero();
    assertThat(new String(read, StandardCharsets.UTF_8)).isEqualTo(text);
  }

  @Test
  @DisplayName(
      "a file's name is quoted only where a shell needs it, and never looks like an option")
  void aFilesNameIsQuotedOnlyWhereAShellNeedsIt() {
    assertThat(ShellWord.of(Path.of("examples/matmul.yaml"))).isEqualTo("examples/matmul.yaml");
    assertThat(ShellWord.of(Path.of("it's/w.yaml"))).isEqualTo("'it'\\''s/w.yaml'");
    assertThat(ShellWord.of(Path.of("-d"))).isEqualTo("./-d");
  }
}
