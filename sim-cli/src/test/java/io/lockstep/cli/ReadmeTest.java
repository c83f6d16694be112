package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  @Test
  @DisplayName("README shows what its first command prints")
  void firstCommand() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    Cli cli = Cli.run("compare", root.resolve("examples/matmul.yaml").toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(Files.readString(root.resolve("README.md"))).contains(cli.out().stripTrailing());
  }

  @Test
  @DisplayName("docs/inspect.md shows what its command prints")
  void docsInspectMdShowsWhatItsCommandPrints() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    Cli cli = Cli.run("inspect", root.resolve("examples/spmv.yaml").toString(), "-p", "rows=1024");
    assertThat(cli.code()).as(cli.all()).isZero();
    String page = Files.readString(root.resolve("docs/inspect.md"));
    String shown = page.substring(page.indexOf("```\nexecuted") + 4);
    shown = shown.substring(0, shown.indexOf("```"));
    assertThat(cli.out().lines().toList())
        .containsAll(shown.lines().filter(l -> !l.equals("…")).toList());
  }
}
