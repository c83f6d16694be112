// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies by name on all families, a stranger's from his jar among them. */
@Tag("slow")
class PoliciesTest {
  /** The youngest wavefront first: what a stranger writes, in full. */
  private static final String YOUNGEST =
      """
      import io.lockstep.parts.issue.*;
      import io.lockstep.spi.SpiVersion;
      import io.lockstep.spi.spec.Figures;

      @SpiVersion(SpiVersion.CURRENT)
      public final class Youngest implements WavefrontPolicy {
        public String name() { return "youngest"; }
        public String definition() { return "the wavefront that came last"; }
        public WavefrontRule rule(int slots, Figures figures) {
          return new WavefrontRule() {
            public int choose(Candidates ready) {
              int best = ready.slot(0);
              for (int i = 1; i < ready.count(); i++) {
                if (ready.age(ready.slot(i)) > ready.age(best)) {
                  best = ready.slot(i);
                }
              }
              return best;
            }
          };
        }
      }
      """;

  /** Chooses a wavefront that is not there. */
  private static final String WRONG =
      YOUNGEST
          .replace("Youngest", "Wrong")
          .replace("\"youngest\"", "\"wrong\"")
          .replace("return best;", "return -7;");

  /** Goes under a name that is taken. */
  private static final String TAKEN =
      YOUNGEST.replace("Youngest", "Taken").replace("\"youngest\"", "\"round_robin\"");

  /** Keeps every other write of a set: a rule with state. */
  private static final String EVERY_OTHER =
      """
      import io.lockstep.parts.cache.policy.*;
      import io.lockstep.spi.SpiVersion;
      import java.util.Optional;

      @SpiVersion(SpiVersion.CURRENT)
      public final class EveryOther implements WritePolicy {
        public String name() { return "every_other"; }
        public String definition() { return "keeps every other write of a set"; }
        public WriteAction held() { return WriteAction.KEEP; }
        public WriteAction absent() { return WriteAction.KEEP; }
        public Optional<WriteRule> rule(int sets) {
          return Optional.of(new WriteRule() {
            private final byte[] kept = new byte[sets];
            public WriteAction write(int set, boolean held, boolean whole) {
              kept[set] ^= 1;
              return kept[set] != 0 ? WriteAction.KEEP : WriteAction.UPDATE;
            }
          });
        }
      }
      """;

  @TempDir static Path folder;

  private static String plugins;

  /** A policy of ours under another name, which no family has built in. */
  private static String copy(String own, String kind, String type) {
    return """
        import io.lockstep.parts.KIND;
        import io.lockstep.spi.SpiVersion;
        import io.lockstep.spi.spec.Figures;

        @SpiVersion(SpiVersion.CURRENT)
        public final class CopyTYPE implements PARENT {
          private final TYPE it = new TYPE();
          public String name() { return "copy_NAME"; }
          public String definition() { return it.definition(); }
          METHOD
        }
        """
        .replace("KIND", kind.substring(0, kind.lastIndexOf('.')) + ".*")
        .replace("PARENT", kind.substring(kind.lastIndexOf('.') + 1))
        .replace("TYPE", type)
        .replace("NAME", own)
        .replace(
            "METHOD",
            switch (kind) {
              case "issue.WavefrontPolicy" ->
                  "public WavefrontRule rule(int n, Figures f) { return it.rule(n, f); }";
              case "dram.DramPolicy" -> "public DramRule rule(Figures f) { return it.rule(f); }";
              case "cache.policy.WritePolicy" ->
                  "public WriteAction held() { return it.held(); }"
                      + " public WriteAction absent() { return it.absent(); }";
              case "dram.mapping.MappingPolicy" ->
                  """
                  public DramMapping mapping(DramGeometry g) {
                    DramMapping m = it.mapping(g); // hidden behind an interface
                    return new DramMapping() {
                      public int channel(long a) { return m.channel(a); }
                      public int bank(long a) { return m.bank(a); }
                      public long row(long a) { return m.row(a); }
                    };
                  }
                  """;
              default ->
                  "public ReplacementRule rule(int s, int w, long n) { return it.rule(s, w, n); }";
            });
  }

  @BeforeAll
  static void build() throws IOException {
    Path into = folder.resolve("plugins");
    plugins = into.toString();
    Map<String, String> sources = new LinkedHashMap<>();
    sources.put("Youngest", YOUNGEST);
    sources.put("Wrong", WRONG);
    sources.put("Taken", TAKEN);
    String issue = "issue.WavefrontPolicy";
    sources.put("CopyLongestReady", copy("longest_ready", issue, "LongestReady"));
    sources.put("CopyOldestFirst", copy("oldest_first", issue, "OldestFirst"));
    sources.put("CopyRoundRobin", copy("round_robin", issue, "RoundRobin"));
    sources.put("CopyFirstReady", copy("fr_fcfs", "dram.DramPolicy", "FirstReady"));
    sources.put("CopyWriteBack", copy("write_back", "cache.policy.WritePolicy", "WriteBack"));
    sources.put("CopyWriteEvict", copy("write_evict", "cache.policy.WritePolicy", "WriteEvict"));
    String mapping = "dram.mapping.MappingPolicy";
    sources.put("CopyRowsAboveBanks", copy("rows_above_banks", mapping, "RowsAboveBanks"));
    sources.put("CopyHashedChannels", copy("channel_hash", mapping, "HashedChannels"));
    sources.put("CopyPermutedBanks", copy("permutation", mapping, "PermutedBanks"));
    sources.put("EveryOther", EVERY_OTHER);
    sources.put(
        "CopyLeastRecentlyUsed",
        copy("lru", "cache.policy.ReplacementPolicy", "LeastRecentlyUsed"));
    ToyVariant toy = ToyVariant.of("as it is");
    ToyJars.of(folder.resolve("toy"), List.of(toy)).jar(toy, into, "toy.jar");
    PolicyJar.write(folder.resolve("work"), into.resolve("stranger.jar"), sources);
  }

  @Test
  void aPolicyOfAnotherJarIsAnotherKeyOfKeptResults() throws IOException {
    Path kept = folder.resolve("kept");
    for (int jars = 1; jars <= 2; jars++) {
      for (int time = 1; time <= 2; time++) {
        Cli cli =
            Cli.run(
                "sweep",
                Cli.workload("matmul"),
                "-d",
                "gtx280",
                "--plugin-path",
                plugins,
                "--set",
                "issue.policy=youngest",
                "--results",
                kept.toString());
        assertThat(cli.code()).as(cli.all()).isZero();
        try (Stream<Path> files = Files.list(kept)) {
          assertThat(files).hasSize(jars);
        }
      }
      try (FileSystem jar = FileSystems.newFileSystem(Path.of(plugins, "stranger.jar"))) {
        Files.writeString(jar.getPath("another-version"), "of whatever it does");
      }
    }
  }

  private static Cli run(String workload, String device, String... settings) {
    List<String> all = new ArrayList<>(List.of("run", Cli.workload(workload), "-d", device));
    all.addAll(List.of("--plugin-path", plugins, "-f", "json"));
    for (String setting : settings) {
      all.addAll(List.of("--set", setting));
    }
    return Cli.run(all.toArray(String[]::new));
  }

  /** A result without what names the policy: fingerprints hash events, of which a copy has more. */
  private static String figures(Cli cli) {
    assertThat(cli.code()).as(cli.all()).isZero();
    return cli.out()
        .replaceAll("(?s)\"overrides\" : \\{.*?\\}", "")
        .replaceAll("\"(fingerprint|device_sha256)\" : \"[0-9a-f]*\"", "");
  }

  @ParameterizedTest
  @CsvSource({
    "spmv, hd5870, issue.policy=copy_longest_ready",
    "matmul, hd6970, issue.policy=copy_longest_ready",
    "spmv, mi300a, issue.policy=copy_oldest_first",
    "matmul, mi100, issue.policy=copy_oldest_first",
    "spmv, gtx280, issue.policy=copy_round_robin",
    "matmul, 8800gtx, issue.policy=copy_round_robin",
    "spmv, hd5870, dram.policy=copy_fr_fcfs",
    "spmv, hd5870, l1.replacement=copy_lru",
    "spmv, hd5870, l2.replacement=copy_lru",
    "transpose, mi300a, l2.replacement=copy_lru",
    "transpose, mi300a, l2.write_policy=copy_write_back",
    "transpose, mi300a, l1.write_policy=copy_write_evict",
    "transpose, hd5870, l2.write_policy=copy_write_evict",
    "transpose, hd5870, dram.mapping=copy_rows_above_banks",
    "spmv, mi300a, dram.mapping=copy_channel_hash",
    "spmv, mi300a, l2.mapping=copy_channel_hash",
    "transpose, gtx280, dram.mapping=copy_permutation",
  })
  void theFamilysOwnCodeChoosesAsThePolicyOfItsName(String workload, String device, String copy) {
    assertThat(figures(run(workload, device, copy))).isEqualTo(figures(run(workload, device)));
  }

  @ParameterizedTest
  @CsvSource({"hd5870, 2", "mi300a, 6", "gtx280, 30", "toy, 1"})
  void aStrangersPolicyChoosesOnEveryFamily(String device, int count) {
    String few = "unit.count=" + count; // so that wavefronts have somebody to compete with
    Cli cli = run("matmul", device, few, "issue.policy=youngest");
    assertThat(cli.out()).contains("\"verified\" : true", "\"issue.policy\" : \"youngest\"");
    assertThat(figures(cli)).isNotEqualTo(figures(run("matmul", device, few)));
  }

  @Test
  void anUnknownPolicyIsToldWithTheJarThatOffersTheNearest() {
    Cli cli = run("matmul", "gtx280", "issue.policy=yungest");
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err())
        .contains("unknown policy 'yungest'; did you mean 'youngest'?", "youngest (", ".jar)");
    Cli without =
        Cli.run("run", Cli.workload("matmul"), "-d", "gtx280", "--set", "issue.policy=youngest");
    assertThat(without.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(without.err()).contains("unknown policy 'youngest'");
  }

  @ParameterizedTest
  @CsvSource({
    "hd5870, l1.write_policy, write_back, all writes go on",
    "mi300a, l2.write_policy, read_only, no line goes stale",
    "mi300a, mall.write_policy, read_only, no line goes stale",
  })
  void aPolicyThatACacheCannotFollowIsRefusedByItsFigureAndPlace(
      String device, String figure, String policy, String expected) {
    Cli cli = run("matmul", device, figure + "=" + policy);
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.REFUSED);
    assertThat(cli.all())
        .contains("--set " + figure + "=" + policy + ": '" + figure + "' is " + policy, expected);
  }

  @Test
  void aPolicyThatBreaksItsContractFailsItsRowAndIsNamed() {
    Cli cli = run("matmul", "gtx280", "issue.policy=wrong");
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.all()).contains("stranger.Wrong chose wavefront -7, which is not ready");
  }

  @Test
  void aPolicyUnderATakenNameIsLeftOutAndTheOthersStay() {
    Cli cli = Cli.run("devices", "--plugin-path", plugins);
    assertThat(cli.all())
        .contains(
            "stranger.jar is left out: stranger.Taken.name returned 'round_robin', which"
                + " io.lockstep.parts.issue.RoundRobin has already");
    assertThat(run("matmul", "gtx280", "issue.policy=youngest").code()).isZero();
  }
}
