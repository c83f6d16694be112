// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep's folder is asked: {@code sweep status}, {@code query}, {@code export}. */
class SweepStoreTest {
  private static final String[] ASKED = {
    "sweep", Cli.workload("narrow"), "-d", "hd5870,gtx280", "--set", "l1.size=8KiB,16KiB"
  };

  @TempDir private static Path made;
  @TempDir private Path folder;

  @BeforeAll
  static void sweep() {
    List<String> words = new ArrayList<>(List.of(ASKED));
    words.addAll(List.of("-o", made + "/"));
    Cli cli = Cli.run(words.toArray(String[]::new));
    assertThat(cli.out()).as(cli.all()).startsWith("4 of 4 points done");
  }

  @BeforeEach
  void copyTheSweep() throws IOException {
    Files.copy(made.resolve("plan.json"), folder.resolve("plan.json"));
    Files.createDirectory(folder.resolve("results"));
    try (Stream<Path> files = Files.list(made.resolve("results"))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve("results").resolve(file.getFileName()));
      }
    }
  }

  private Path segment() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("results"))) {
      return files.sorted().findFirst().orElseThrow();
    }
  }

  private Cli ask(String command, String... more) {
    List<String> words = new ArrayList<>(List.of("sweep", command, folder.toString()));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  @Test
  void anExportIsWhatSweepPrintsByKeyWithTheKeyBehindIt() {
    Cli plain = Cli.run(ASKED);
    Cli export = ask("export", "--csv");

    assertThat(export.code()).as(export.all()).isZero();
    assertThat(export.err()).isEmpty();
    List<String> rows = export.out().lines().toList();
    List<String> keys = rows.stream().map(r -> r.replaceAll(".*,", "")).toList();
    assertThat(keys.get(0)).isEqualTo("key");
    assertThat(keys.subList(1, 5)).isSorted().allMatch(k -> k.matches("[0-9a-f]{64}"));
    assertThat(rows.stream().map(r -> r.substring(0, r.lastIndexOf(','))))
        .hasSameElementsAs(plain.out().lines().toList());
  }

  @Test
  void anExportAsJsonHasTheResultsOfASweepAsJson() throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<String> words = new ArrayList<>(List.of(ASKED));
    words.addAll(List.of("-f", "json"));
    List<String> plain = new ArrayList<>();
    json.readTree(Cli.run(words.toArray(String[]::new)).out())
        .get("results")
        .forEach(r -> plain.add(r.toString()));
    List<String> exported = new ArrayList<>();
    for (JsonNode row : json.readTree(ask("export", "-f", "json").out()).get("results")) {
      assertThat(row.get("key").asText()).matches("[0-9a-f]{64}");
      ((com.fasterxml.jackson.databind.node.ObjectNode) row).remove("key");
      exported.add(row.toString());
    }
    assertThat(exported).hasSameElementsAs(plain).hasSize(4);
  }

  @Test
  void whoComputedARowStandsThereOnlyWhenAskedFor() throws IOException {
    String header = ask("export").out().lines().findFirst().orElseThrow();
    Path file = folder.resolve("out.csv");
    Cli cli = ask("export", "--provenance", "-o", file.toString());

    assertThat(cli.code()).isZero();
    assertThat(cli.out()).isEmpty();
    assertThat(header).doesNotContain("host", "wall", "attempt");
    List<String> rows = Files.readAllLines(file);
    assertThat(rows.get(0))
        .isEqualTo(
            header
                + ",host_name,host_process,host_shard,wall_seconds,attempt,attempt_signal"
                + ",version,build,plugins");
    assertThat(rows).hasSize(5);
  }

  @Test
  void aPointThatIsMissingIsToldWithTheOthersWritten() throws IOException {
    byte[] bytes = Files.readAllBytes(segment());
    bytes[bytes.length / 2] ^= 1;
    Files.write(segment(), bytes);
    Cli cli = ask("export");

    assertThat(cli.code()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.out().lines()).hasSize(4);
    assertThat(cli.err())
        .containsPattern("warning: \\S+\\.seg: byte \\d+: the line's checksum differs")
        .contains("lockstep: 1 of 4 points is missing");
    assertThat(ask("status").code()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void resultsOfOneKeyThatDifferAreToldAndFail() throws IOException {
    String text = Files.readString(segment());
    String header = text.substring(0, text.indexOf('\n') + 1);
    String ok = text.lines().filter(l -> l.contains("\"status\":\"OK\"")).findFirst().orElseThrow();
    String other = ok.substring(9).replaceFirst("\"cycles\":\\d", "\"cycles\":77");
    Files.writeString(folder.resolve("results/other.seg"), header + line(other));

    for (String command : new String[] {"export", "status"}) {
      Cli cli = ask(command);
      assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.FAILED);
      assertThat(cli.err())
          .containsPattern(
              "violation of determinism: results of one key differ: point \\d, key \\w{64}: .*"
                  + "other.seg: byte \\d+");
    }
    JsonNode status = new ObjectMapper().readTree(ask("status", "-f", "json").out());
    assertThat(status.get("violations").asInt()).isEqualTo(1);
    assertThat(status.get("contradictions").get(0).get("places")).hasSize(2);
  }

  private static String line(String json) {
    CRC32C crc = new CRC32C();
    crc.update(json.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", crc.getValue()) + " " + json + "\n";
  }

  @Test
  void statusSaysHowFarASweepIs() throws IOException {
    Cli cli = ask("status");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("all", "ok", "missing", "slowest point", "hd5870");
    JsonNode status = new ObjectMapper().readTree(ask("status", "-f", "json").out());
    assertThat(status.get("points").asInt()).isEqualTo(4);
    assertThat(status.get("done").asInt()).isEqualTo(4);
    assertThat(status.get("ok").asInt() + status.get("refused").asInt()).isEqualTo(4);
    assertThat(status.get("slowest")).hasSize(4);
    assertThat(ask("status", "-f", "csv").out().lines()).hasSize(2);
  }

  @Test
  void aQueryAnswersAsTableCsvAndJson() throws IOException {
    String sql =
        "select device, count(*) as n, max(seconds) as s from points group by 1 order by 1";
    assertThat(ask("query", sql, "-f", "csv").out())
        .matches("device,n,s\ngtx280,2,[0-9.]*\nhd5870,2,0\\.0[0-9]+\n");
    assertThat(ask("query", sql).out()).startsWith("device  n").contains("hd5870  2");
    JsonNode json = new ObjectMapper().readTree(ask("query", sql, "-f", "json").out());
    assertThat(json.get("columns").toString()).isEqualTo("[\"device\",\"n\",\"s\"]");
    assertThat(json.get("rows").get(1).get("n").asInt()).isEqualTo(2);
    assertThat(ask("query", "--schema", "-f", "csv").out())
        .contains("\nset.l1.size,\n", "\nl1.hits,\n");
  }

  @Test
  void whatIsNoQueryIsRefusedInOneLine() {
    for (String sql :
        new String[] {"delete from results", "select nope from points", "select 1; select 2"}) {
      Cli cli = ask("query", sql);
      assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(cli.err().lines()).hasSize(1).allMatch(l -> l.startsWith("lockstep: query: "));
    }
    assertThat(ask("query").code()).isEqualTo(ExitCode.USAGE);
    Cli none = Cli.run("sweep", "status", folder.resolve("results").toString());
    assertThat(none.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(none.err()).contains("is not a sweep: it has no plan.json");
  }

  @Test
  void exportsAreTheSameBytesHoweverTheRowsCame() throws IOException {
    String undisturbed = ask("export").out();
    List<String> lines = Files.readAllLines(segment());
    String header = lines.get(0) + "\n";
    Files.delete(segment());
    List<String> rows = new ArrayList<>(lines.subList(1, lines.size()));
    rows.sort(Comparator.reverseOrder());
    for (int i = 0; i < rows.size(); i++) {
      Files.writeString(
          folder.resolve("results/" + i + ".seg"),
          header + rows.get(i) + "\n" + rows.get(0) + "\n0");
      assertThat(ask("status").code()).isEqualTo(i < 3 ? ExitCode.FAILED : ExitCode.DONE);
    }
    assertThat(ask("export").out()).isEqualTo(undisturbed);
  }
}
