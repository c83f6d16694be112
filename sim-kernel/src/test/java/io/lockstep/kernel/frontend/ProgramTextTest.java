// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Programs as repositories keep them. */
class ProgramTextTest {
  private static List<String> lines(String file, String text) {
    return ProgramText.of(file, text).lines().map(String::strip).toList();
  }

  @Test
  @DisplayName("a raw string keeps its lines, and all around it goes")
  void extractsARawString() {
    String text =
        """
        // A comment with "quotes".
        R"(
        __kernel void k(__global int *a) { a[0] = 1; }
        )"
        """;
    assertThat(lines("k.opencl", text))
        .containsExactly("", "", "__kernel void k(__global int *a) { a[0] = 1; }");
  }

  @Test
  @DisplayName("a delimiter of a raw string counts, and several strings are one program")
  void joinsSeveralRawStrings() {
    String text =
        """
        #include <string>
        static const char *head = R"CL(#define N 4
        )CL";
        int host() { return "no kernel"[0]; }
        static const char *body = R"(kernel void k(global int *a) { a[N] = 1; })";
        """;
    String program = ProgramText.of("host.cpp", text);
    assertThat(program).contains("#define N 4").contains("kernel void k(").doesNotContain("host()");
    assertThat(program.lines().toList().indexOf("kernel void k(global int *a) { a[N] = 1; }"))
        .isEqualTo(4);
  }

  @Test
  @DisplayName("the argument of a macro that makes a string of it is a program")
  void extractsStringifiedPrograms() {
    String text =
        """
        #define SHOW(...) #__VA_ARGS__
        const char *source = SHOW(
          kernel void k(global int *a) { a[0] = max(1, 2); }
        );
        """;
    assertThat(lines("host.hpp", text))
        .contains("kernel void k(global int *a) { a[0] = max(1, 2); }")
        .doesNotContain("#define SHOW(...) #__VA_ARGS__");
    assertThat(lines("k.cl", "MSTRINGIFY(\n\\n#define A 1\\n\nkernel void k() {}\n)"))
        .contains("#define A 1", "kernel void k() {}");
  }

  @Test
  @DisplayName("string literals with a kernel are joined, their escapes undone, on their lines")
  void extractsStringLiterals() {
    String text =
        """
        const char *name = "k";
        const char *source =
            "__kernel void k(__global char *a) {\\n"
            "  a[0] = '\\\\';\\n"
            "}\\n";
        """;
    assertThat(lines("host.c", text))
        .containsExactly("", "", "__kernel void k(__global char *a) {", "a[0] = '\\';", "}");
  }

  @Test
  @DisplayName("a kernel's own file stays as it is, whatever it prints and stringifies")
  void leavesPlainSourcesAlone() {
    String text =
        """
        #define STRINGIFY(x) #x
        kernel void k(global int *a) { printf("R\\"(" STRINGIFY(b)); }
        """;
    assertThat(ProgramText.of("k.cl", text)).isSameAs(text);
  }

  @Test
  @DisplayName("joined texts say where each comes from")
  void namesTheFilesOfJoinedTexts() {
    assertThat(ProgramText.joined(List.of("a.cl", "b.cl"), List.of("int x;", "int y;\n")))
        .isEqualTo("#line 1 \"a.cl\"\nint x;\n#line 1 \"b.cl\"\nint y;\n\n");
  }
}
