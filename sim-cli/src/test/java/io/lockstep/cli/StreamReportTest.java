// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.Xml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --report} of programs with streams: rows of queues and transfers over time. */
class StreamReportTest {
  @TempDir Path folder;

  private String page(String example, String threads, String... more) throws Exception {
    Path file = folder.resolve(example + threads + ".html");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "compare", Shell.REPOSITORY.resolve("examples/" + example + ".yaml").toString()));
    arguments.addAll(List.of("-d", "gtx280,hd5870,mi300a", "--threads", threads));
    arguments.addAll(List.of("--report", file.toString()));
    arguments.addAll(List.of(more));
    Cli cli = Cli.run(arguments.toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isZero();
    return Files.readString(file);
  }

  @Test
  @DisplayName("a page has the rows of each device, whatever the threads, and sums by stream")
  void aPageHasTheRowsOfEachDeviceWhateverTheThreadsAndSumsByStream() throws Exception {
    String page = page("fork_join", "1");
    assertThat(page("fork_join", "2")).isEqualTo(page);
    Xml xml = Xml.parse(page);
    assertThat(xml.attributes("id"))
        .doesNotHaveDuplicates()
        .contains("streams", "queues0", "overlap0", "streams0");
    assertThat(xml.attributes("aria-label").stream().filter(l -> l.contains(": busy for ")))
        .anyMatch(l -> l.startsWith("gtx280, queue 0: busy for "))
        .anyMatch(l -> l.startsWith("hd5870, uploads: busy for "))
        .anyMatch(l -> l.startsWith("mi300a, downloads: busy for "))
        .anyMatch(l -> l.matches("mi300a, queue [1-3]: busy for .*"))
        .noneMatch(l -> l.matches("(gtx280|hd5870), queue [1-9].*"));
    assertThat(page)
        .containsPattern("<title>[0-9.,]+ to [0-9.,]+ µs: upload [0-9.]+ %, [0-9,]+ bytes");
  }

  @Test
  @DisplayName("a page of a program without streams has nothing of them")
  void aPageOfAProgramWithoutStreamsHasNothingOfThem() throws Exception {
    assertThat(page("vecadd", "1", "-p", "n=4096"))
        .doesNotContain("Streams over time", "id=\"streams", ": busy for ");
  }
}
