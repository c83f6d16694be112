// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** .ci/unnamed: a class that branches is named by a test of its module, or is on the list. */
@EnabledIf(
    value = "io.lockstep.cli.ScriptsTest#hasPython",
    disabledReason = "wants Python (Debian: python3)")
class UnnamedTest {
  private static final String HEAD =
      "module\tclass that branches and that no test of its module names\n";

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void copyTheScriptIntoATree() throws IOException {
    shell = Shell.in(folder);
    for (String script : new String[] {"run", "unnamed"}) {
      Path copy =
          write(".ci/" + script, Files.readString(Shell.REPOSITORY.resolve(".ci").resolve(script)));
      assertThat(copy.toFile().setExecutable(true)).isTrue();
    }
    main("a", "Old", "if (x) {}");
    list("a\tOld\n");
  }

  private Path write(String name, String text) throws IOException {
    Path file = shell.root().resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private void main(String module, String name, String code) throws IOException {
    write(module + "/src/main/java/p/" + name + ".java", "class " + name + " {" + code + "}\n");
  }

  private void test(String module, String code) throws IOException {
    write(module + "/src/test/java/p/SomeTest.java", "class SomeTest {" + code + "}\n");
  }

  private void list(String rows) throws IOException {
    write(".ci/unnamed.tsv", HEAD + rows);
  }

  private String list() throws IOException {
    return Files.readString(shell.root().resolve(".ci/unnamed.tsv"));
  }

  private Cli unnamed(String... words) throws Exception {
    String[] call = new String[1 + words.length];
    call[0] = ".ci/unnamed";
    System.arraycopy(words, 0, call, 1, words.length);
    return shell.run(Map.of(), call);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (x) {}",
        "switch (x) {}",
        "int y = x ? 1 : 2;",
        "boolean y = x && z;",
        "boolean y = x || z;",
        "while (x) {}",
        "for (int i = 0; i < 9; i++) {}",
      })
  @DisplayName("a class that branches and that no test of its module names fails the stage")
  void aClassThatBranchesNeedsATest(String code) throws Exception {
    main("a", "New", code);
    test("b", "New made;");
    Cli cli = shell.run(Map.of(), ".ci/run", "unnamed");
    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.out()).isEqualTo("unnamed: a/New branches, and no test of a names it\n");
    test("a", "New made;");
    assertThat(unnamed().code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "// if (x) {}\n",
        "/* x ? 1 : 2 */",
        "String y = \"a && b\";",
        "for (int i : all) {}",
        "List<? extends A> y;",
        "Map<String, ? super A> y;",
      })
  @DisplayName("comments, texts, wildcards and loops over all elements are no branches")
  void whatIsNoBranch(String code) throws Exception {
    main("a", "New", code);
    assertThat(unnamed().out()).isEqualTo("unnamed: 1 of 1 classes that branch, all on the list\n");
  }

  @Test
  @DisplayName("a test that names a class in a comment or a text alone does not name it")
  void namesInCommentsDoNotCount() throws Exception {
    test("a", "/** New */ String a = \"New\"; // New\n");
    main("a", "New", "if (x) {}");
    assertThat(unnamed().code()).isEqualTo(1);
  }

  @Test
  @DisplayName("a class of the list that is named by now, or gone, fails the stage until --write")
  void theListShrinks() throws Exception {
    main("a", "Left", "if (x) {}");
    list("a\tGone\na\tLeft\na\tOld\n");
    test("a", "Old made;");
    Cli cli = unnamed();
    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.out())
        .contains("a/Old is named by a test, but is on the list: .ci/unnamed --write\n")
        .contains("a/Gone is no class that branches, but is on the list: .ci/unnamed --write\n");
    assertThat(unnamed("--write").code()).isZero();
    assertThat(list()).isEqualTo(HEAD + "a\tLeft\n");
    assertThat(unnamed().code()).isZero();
  }

  @Test
  @DisplayName("--write adds a class only for one that is gone, as a renamed one is")
  void theListNeverGrows() throws Exception {
    main("a", "New", "if (x) {}");
    Cli cli = unnamed("--write");
    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.err()).isEqualTo("unnamed: write tests that name a/New\n");
    assertThat(list()).isEqualTo(HEAD + "a\tOld\n");
    Files.delete(shell.root().resolve("a/src/main/java/p/Old.java"));
    assertThat(unnamed("--write").code()).isZero();
    assertThat(list()).isEqualTo(HEAD + "a\tNew\n");
  }

  @Test
  @DisplayName("a row that is no module and class is reported with its line")
  void aRowThatIsNone() throws Exception {
    list("a Old\n");
    assertThat(unnamed().err())
        .isEqualTo(
            "unnamed: .ci/unnamed.tsv:2: expected a module and a class, separated by a tab\n");
  }
}
