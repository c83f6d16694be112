// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results say nothing of the folder that they were asked for from. */
@Tag("slow")
class FolderTest {
  private static final Path EXAMPLES = Path.of("").toAbsolutePath().getParent().resolve("examples");

  @TempDir Path folder;

  /** The same file by its whole name, from here, and by a detour; and a copy of it elsewhere. */
  private List<String> names(String file) throws IOException {
    Path here = Path.of("").toAbsolutePath();
    Path whole = EXAMPLES.resolve(file);
    copy(EXAMPLES, folder.resolve("copy"));
    return List.of(
        whole.toString(),
        here.relativize(whole).toString(),
        EXAMPLES + "/kernels/../" + file,
        folder.resolve("copy").resolve(file).toString());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from, 2)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }

  @ParameterizedTest
  @DisplayName("a refusal with its line, a card, a check and a listing: the same bytes by any name")
  @ValueSource(
      strings = {
        "compare matmul.yaml -d hd4870 -d hd5870 -f table",
        "run matmul.yaml -d hd4870 -d hd5870 -f json --check all",
        "sweep matmul.yaml -d hd4870 -d hd5870",
        "inspect matmul.yaml -f table --ir",
        "inspect matmul.yaml -f json",
        "inspect matmul.yaml -f csv",
        "inspect kernels/matmul.ptx -f table",
        "inspect kernels/matmul.ptx -f json",
        "inspect kernels/matmul.ptx -d hd4870",
      })
  void sameBytes(String command) throws IOException {
    String[] words = command.split(" ");
    String file = words[1];
    Cli first = null;
    for (String name : names(file)) {
      words[1] = name;
      Cli cli = Cli.run(words);
      first = first == null ? cli : first;
      assertThat(cli.code()).as(cli.all()).isEqualTo(first.code());
      assertThat(cli.out()).isEqualTo(first.out());
      assertThat(cli.err()).as(name).isEmpty();
    }
    assertThat(first.out()).contains("matmul").doesNotContain(EXAMPLES.toString());
  }

  @Test
  @DisplayName("a finding of a check names the kernel's file as the workload does")
  void aFindingOfACheckNamesTheKernelsFileAsTheWorkloadDoes() throws IOException {
    Scratch scratch = new Scratch(folder);
    String workload =
        scratch.workload(
            Scratch.kernel(
                "  .reg .u64 %rd; ld.param.u64 %rd, [p0]; .reg .u32 %r; mov.u32 %r, %tid.x;\n"
                    + "  st.global.u32 [%rd], %r;\n"),
            "",
            4,
            "1",
            "64");
    Cli cli = Cli.run("run", workload, "-d", "mi100", "--check", "races", "-f", "json");
    assertThat(cli.out()).as(cli.all()).contains("\"source\" : \"k.ptx\"");
  }

  @Test
  @DisplayName("a trace has the same bytes, and with them the same identity, by any name")
  void aTraceHasTheSameBytesAndWithThemTheSameIdentityByAnyName() throws IOException {
    byte[] first = null;
    for (String name : names("spmv.yaml")) {
      Path trace = folder.resolve("t.lkt");
      Cli cli = Cli.run("record", name, "-p", "rows=512", "-o", trace.toString());
      assertThat(cli.code()).as(cli.all()).isZero();
      first = first == null ? Files.readAllBytes(trace) : first;
      assertThat(trace).hasBinaryContent(first);
    }
  }

  @Test
  @DisplayName("what cannot be read is still named by the path that was typed")
  void whatCannotBeReadIsStillNamedByThePathThatWasTyped() throws IOException {
    Scratch scratch = new Scratch(folder);
    String workload = scratch.workload(Scratch.kernel("  nonsense;\n"), "", 4, "1", "64");
    Cli cli = Cli.run("run", workload, "-d", "mi100");
    assertThat(cli.code()).isEqualTo(3);
    assertThat(cli.err()).startsWith("lockstep: " + folder.resolve("k.ptx") + ":5:");
  }
}
