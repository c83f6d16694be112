package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of docs/wrong-plugins.md as a test has seen it. {@code docs/wrong-plugins.sh} puts the
 * tables together anew.
 */
final class WrongPluginsPage {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private final String file;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param file where the table is written to, in this module's target folder
   */
  WrongPluginsPage(String file, String title, String introduction, String header) {
    this.file = file;
    lines.addAll(List.of("## " + title, "", introduction, "", header));
    lines.add(header.replaceAll("[^|]+", "---"));
  }

  /**
   * A row.
   *
   * @param message what was said; only its first line is shown
   * @param folder that it lay in, which is left out
   */
  void row(String kind, String codes, String message, Path folder) {
    String text =
        message
            .replace(folder + "/", "")
            .replace("this is Java " + Runtime.version().feature(), "this is Java 17")
            .replaceAll("(\\w+\\.java):\\d+", "$1") // lines move with every comment
            .replace("|", "\\|");
    String first = text.lines().findFirst().orElse("");
    lines.add(
        "| " + kind + " | " + codes + " | " + first + (first.equals(text) ? "" : " …") + " |");
  }

  /** Writes the table down and holds the page against it. */
  void check() throws IOException {
    String table = String.join("\n", lines) + "\n";
    Files.writeString(Path.of("target", file), table);
    assertThat(Files.readString(ROOT.resolve("docs/wrong-plugins.md")))
        .as("docs/wrong-plugins.sh writes the page anew")
        .contains(table);
  }
}
