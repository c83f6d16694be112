// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeSourceTest {
  @TempDir private Path folder;

  private RuntimeSource source(String... parts) {
    String joined = String.join("\0", parts) + "\0";
    return RuntimeSource.write(joined.getBytes(StandardCharsets.ISO_8859_1), folder, "cu");
  }

  @Test
  void writesTheSourceAndItsHeadersIntoOneFolder() throws Exception {
    RuntimeSource source = source("1", "some/where/mine", "text", "deep/in.h", "header", "f<1>");
    assertThat(source.file()).hasFileName("mine.cu").hasContent(source.text());
    assertThat(source.text())
        .isEqualTo(
            """
            text
            #line 1 "name expression 1"
            __device__ const void *lockstep_name_0 = (const void *)(
            #line 1 "name expression 1"
            f<1>
            #line 1 "name expression 1"
            );
            """);
    assertThat(source.expressions()).isOne();
    assertThat(Files.readString(source.file().resolveSibling("deep/in.h"))).isEqualTo("header");
    assertThat(source("0", "mine", "text").file()).isNotEqualTo(source.file());
  }

  @ParameterizedTest
  @ValueSource(strings = {"../out.h", "in/../../out.h", "/out.h"})
  void refusesHeadersOutsideTheFolder(String name) {
    assertThatThrownBy(() -> source("1", "mine", "text", name, "header"))
        .isInstanceOf(InputException.class)
        .hasMessage(name + ": is no name of a header below the source's folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "1000000000", "2"})
  void refusesPartsThatAreNotThere(String count) {
    assertThatThrownBy(() -> source(count, "mine", "text"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void spellsOptionsAsCompilersDo() {
    RuntimeSource source = source("0", "mine", "text");
    assertThat(
            source.options(
                "--gpu-architecture=compute_80\n-D\nA=1 2\n--include-path\n/x\n--std=c++17\n"
                    + "-use_fast_math\n--define-macro=B\n-fmad=false\n-default-device\n-lineinfo\n"
                    + "--maxrregcount\n32\n--what=1"))
        .containsExactly(
            "-arch=compute_80",
            "-DA=1 2",
            "-I/x",
            "-std=c++17",
            "--use_fast_math",
            "-DB",
            "-fmad=false",
            "--what=1",
            "-I" + source.file().getParent());
    assertThat(source.options("")).hasSize(1);
    assertThatThrownBy(() -> source.options("-D"))
        .isInstanceOf(InputException.class)
        .hasMessage("build options: -D lacks its value");
  }

  @Test
  void takesTheNamesOutOfTheText() {
    RuntimeSource source = source("0", "mine", "text", "a", "b");
    RuntimeSource.Compiled compiled =
        source.named(
            ".visible .entry _Z1av()\n"
                + ".visible .global .align 8 .u64 lockstep_name_1 = generic(_ZN1b1vE);\n"
                + ".global .align 8 .u64 lockstep_name_0 = _Z1av;\nrest\n");
    assertThat(compiled.names()).containsExactly("_Z1av", "_ZN1b1vE");
    assertThat(compiled.text()).isEqualTo(".visible .entry _Z1av()\nrest\n");
    assertThatThrownBy(() -> source.named("nothing\n"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("name expression 1 names no kernel and no variable");
  }

  @Test
  void messagesShowTheProgramsTextAlone() {
    RuntimeSource source = source("0", "k.cu", "text", "f");
    String folder = source.file().getParent() + "/";
    String message =
        """
        name expression 1:1:40: error: address of overloaded function 'f' cannot be cast
            1 | __device__ const void *lockstep_name_0 = (const void *)(
              |                                          ^
            2 | f
              | ~
        FOLDERk.cu:1:26: note: candidate function
        name expression 1(1): error: expected an expression
          );
          ^
        """
            .replace("FOLDER", folder);
    assertThat(source.ofProgram(message))
        .isEqualTo(
            """
            name expression 1:1:40: error: address of overloaded function 'f' cannot be cast
                2 | f
                  | ~
            k.cu:1:26: note: candidate function
            name expression 1(1): error: expected an expression
            """);
    assertThat(source.ofProgram("f:1: error: x\nint a = b;\n        ^"))
        .isEqualTo("f:1: error: x\nint a = b;\n        ^");
  }
}
