// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A section of docs/wrong-plugins.md as a test has seen it. {@code tools/wrong-plugins.sh} puts the
 * sections together anew.
 */
final class WrongPluginsPage {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private final String file;
  private final String head;
  private final Map<String, List<String>> rows = new LinkedHashMap<>();

  /**
   * @param file where the list is written to, in this module's target folder
   */
  WrongPluginsPage(String file, String title, String introduction) {
    this.file = file;
    head = "## " + title + "\n\n" + introduction + "\n";
  }

  /**
   * Adds a line to the list of its outcome.
   *
   * @param outcome exit codes
   * @param message of the toy's row or on standard error; only its first line is shown
   * @param folder of the plug-in, which is left out
   */
  void row(String kind, String outcome, String message, Path folder) {
    String text =
        message
            .replace(folder + "/", "")
            .replaceFirst("^lockstep: warning: plug-in toy2?\\.jar is left out: ", "")
            .replace("this is Java " + Runtime.version().feature(), "this is Java 17")
            .replaceAll("(\\w+\\.java):\\d+", "$1"); // lines move with every comment
    String first = text.lines().findFirst().orElse("");
    rows.computeIfAbsent(outcome, o -> new ArrayList<>())
        .add("- " + kind + ": " + first + (first.equals(text) ? "" : " …") + "\n");
  }

  /** Writes the lists down and holds the page against them. */
  void check() throws IOException {
    StringBuilder text = new StringBuilder(head);
    rows.forEach(
        (o, lines) -> text.append("\n").append(o).append(":\n\n").append(String.join("", lines)));
    Files.writeString(Path.of("target", file), text);
    assertThat(Files.readString(ROOT.resolve("docs/wrong-plugins.md")))
        .as("tools/wrong-plugins.sh writes the page anew")
        .contains(text);
  }
}
