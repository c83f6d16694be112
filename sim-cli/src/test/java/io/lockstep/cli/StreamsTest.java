// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workloads with streams on the command line: recorded, looked at, checked. */
@Tag("slow")
class StreamsTest {
  private static final Path EXAMPLES = Shell.REPOSITORY.resolve("examples");

  @TempDir private Path folder;

  @DisplayName("an example with streams gives the expected results, without a race")
  @ParameterizedTest
  @ValueSource(strings = {"double_buffer", "pipeline", "fork_join"})
  void anExampleWithStreamsGivesTheExpectedResultsWithoutARace(String name) {
    String workload = EXAMPLES.resolve(name + ".yaml").toString();
    String trace = folder.resolve("t.lkt").toString();
    Cli cli = Cli.run("record", workload, "--check", "races", "-o", trace);
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.DONE);
    assertThat(cli.out()).contains("verified: yes", "check: nothing found");
    Cli inspected = Cli.run("inspect", trace);
    assertThat(inspected.code()).as(inspected.all()).isEqualTo(ExitCode.DONE);
    assertThat(inspected.out())
        .contains("trace format 2,", "step launch in stream ")
        .containsPattern("\nlaunches +[368]: ");
    Cli occupancy = Cli.run("occupancy", workload, "-d", "hd5870");
    assertThat(occupancy.code()).as(occupancy.all()).isEqualTo(ExitCode.DONE);
    assertThat(occupancy.out()).containsPattern("vecadd|histogram");
  }

  @Test
  @DisplayName("a launch whose compare-and-swaps all fail reads, and races with one that writes")
  void aLaunchWhoseCompareAndSwapsAllFailReads() throws IOException {
    String body = "\n .reg .b32 %r<2>; .reg .b64 %rd<2>;\n ld.param.u64 %rd1, [p0];\n";
    Scratch scratch = new Scratch(folder);
    String cas = Scratch.kernel(body + " atom.global.cas.b32 %r1, [%rd1], 7, 8;\n");
    String load = Scratch.kernel(body + " ld.global.u32 %r1, [%rd1];\n");
    String store = Scratch.kernel(body + " st.global.u32 [%rd1], 3;\n");
    scratch.write("cas.ptx", cas.replace("entry k", "entry cas"));
    scratch.write("load.ptx", load.replace("entry k", "entry load"));
    scratch.write("store.ptx", store.replace("entry k", "entry store"));
    String text =
        """
        name: w
        kernels: [cas.ptx, %1$s.ptx]
        buffers: {o: {type: u32, count: 4, init: zero}}
        streams: {left: {}, right: {}}
        steps:
          - {launch: cas, grid: [1], block: [1], args: [o], stream: left}
          - {launch: %1$s, grid: [1], block: [1], args: [o], stream: right}
        """;
    String read = scratch.write("r.yaml", text.formatted("load"));
    Cli reads = Cli.run("inspect", read, "--check", "races");
    assertThat(reads.code()).as(reads.all()).isEqualTo(ExitCode.DONE);
    String written = scratch.write("s.yaml", text.formatted("store"));
    Cli writes = Cli.run("inspect", written, "--check", "races", "-f", "json");
    assertThat(writes.out().replaceAll("\\s+", "")).contains("\"kind\":\"atomic_read\"");
  }

  @Test
  @DisplayName("a race between streams is a finding with both places; the exit code says so")
  void aRaceBetweenStreamsIsAFindingWithBothPlacesTheExitCodeSaysSo() throws IOException {
    Path workload = folder.resolve("w.yaml");
    String text =
        Files.readString(EXAMPLES.resolve("fork_join.yaml"))
            .replace("kernels/", EXAMPLES + "/kernels/")
            .replace(", after: [left, right]", ", after: left");
    Files.writeString(workload, text);
    Cli cli =
        Cli.run(
            "record",
            workload.toString(),
            "--check",
            "races",
            "-o",
            folder.resolve("t.lkt").toString());
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.WRONG);
    assertThat(cli.out().replaceAll("\\s+", " "))
        .contains("verified: yes")
        .contains(
            "launch of 'vecadd' in stream 'main' reads buffer 'right', which launch of 'vecadd' in"
                + " stream 'free' at line 20 writes in no order with it")
        .contains("w.yaml:21:5:");
    Cli json = Cli.run("inspect", workload.toString(), "--check", "races", "-f", "json");
    assertThat(json.out().replaceAll("\\s+", ""))
        .contains("\"stream_races\":[{\"buffer\":\"right\",\"memory\":\"device\",\"uses\":[")
        .contains("\"kind\":\"write\",\"operation\":\"launchof'vecadd'\",\"stream\":\"free\"")
        .contains("\"kind\":\"read\",\"operation\":\"launchof'vecadd'\",\"stream\":\"main\"");
  }
}
