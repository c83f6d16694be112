// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.activity.StreamActivity;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs with streams on devices of each family. */
class StreamDevicesTest {
  private static final Path EXAMPLES = Repository.ROOT.resolve("examples");

  private static final Catalogue CATALOGUE = new Catalogue(Plugins.builtIn());

  private RunResult run(Path input, String device, Map<String, String> with, RunOptions options) {
    Runner runner = new Runner(CATALOGUE, Plugins.frontends());
    return SharedProgram.run(
            runner, input, with, List.of(new Runner.Target(CATALOGUE.spec(device))), options)
        .get(0);
  }

  private static long value(RunResult result, String statistic) {
    return result.statistics().getOrDefault(statistic, BigDecimal.ZERO).longValue();
  }

  @ParameterizedTest
  @CsvSource({
    "double_buffer, gtx280",
    "double_buffer, hd5870",
    "fork_join, hd6970",
    "fork_join, 8800gtx",
    "fork_join, mi300a"
  })
  @DisplayName("is verified, and has the same bytes on one thread and two, direct and recorded")
  void resultsAreTheSameOnOneThreadAndTwoDirectAndRecorded(
      String example, String device, @TempDir Path folder) {
    Path workload = EXAMPLES.resolve(example + ".yaml");
    RunOptions one = RunOptions.defaults().withThreads(1);
    RunOptions two = RunOptions.defaults().withThreads(2);
    Map<String, String> with = Map.of("n", "2048");
    RunResult first = run(workload, device, with, one);
    assertThat(first.verified()).as(first.message()).isTrue();
    assertThat(run(workload, device, with, two)).isEqualTo(first);
    Path trace = folder.resolve("program.lkt");
    Traces.of(workload, with, trace);
    assertThat(run(trace, device, Map.of(), one)).isEqualTo(first);
    assertThat(value(first, "streams.operations"))
        .isEqualTo(
            value(first, "launches")
                + value(first, "transfers.to_device.count")
                + value(first, "transfers.from_device.count"));
  }

  @ParameterizedTest
  @CsvSource({
    "double_buffer, gtx280, 1",
    "pipeline, hd5870, 1",
    "both_ways, gtx280, 1",
    "both_ways, mi210, 2",
    "fork_join, mi300a, 2"
  })
  @DisplayName("streams' transfers add up to the time of transfers, and hidden kernels to overlap")
  void transfersOfStreamsAddUpToTheTimeOfTransfers(String example, String device, int engines) {
    Path workload = EXAMPLES.resolve(example + ".yaml");
    RunResult result = run(workload, device, Map.of("n", "4096"), RunOptions.defaults());
    long transfers = value(result, "time.transfers");
    long together = value(result, "streams.time.transfers");
    long kernels = value(result, "streams.time.kernels");
    long overlap = value(result, "streams.time.overlap");
    assertThat(value(result, "streams.transfers")).isEqualTo(transfers);
    if (engines == 1) {
      assertThat(together).isEqualTo(transfers);
    } else {
      assertThat(together).isLessThanOrEqualTo(transfers).isGreaterThanOrEqualTo(transfers / 2);
    }
    assertThat(overlap).isLessThanOrEqualTo(Math.min(kernels, together));
    assertThat(kernels + together - overlap).isLessThanOrEqualTo(result.picos());
    if (example.equals("double_buffer")) {
      assertThat(overlap).as("all kernels but the last are hidden").isGreaterThan(kernels * 6 / 8);
    }
  }

  @Test
  @DisplayName("kernels run side by side where a device has queues for it, and in turn elsewhere")
  void kernelsRunSideBySideWhereADeviceHasQueues() {
    Path workload = EXAMPLES.resolve("fork_join.yaml");
    RunOptions byTime = RunOptions.defaults().with().byTime(true).build();
    RunResult several = run(workload, "mi300a", Map.of(), byTime);
    assertThat(value(several, "streams.time.side_by_side")).isPositive();
    assertThat(several.activity()).isNull();
    assertThat(queues(several)).hasSizeGreaterThan(1);
    RunResult single = run(workload, "gtx280", Map.of(), byTime);
    assertThat(value(single, "streams.time.side_by_side")).isZero();
    assertThat(single.activity()).isNotNull();
    assertThat(queues(single)).containsExactly("queue 0");
  }

  private static List<String> queues(RunResult result) {
    return result.streamActivity().rows().stream()
        .map(StreamActivity.Row::name)
        .filter(name -> name.startsWith("queue"))
        .toList();
  }

  @Test
  @DisplayName("DRAM's bytes are those of kernels and of transfers, and transfers overlap kernels")
  void bytesOfDramAreThoseOfKernelsAndOfTransfers(@TempDir Path folder) throws IOException {
    RunResult result = run(beside(folder, 0), "gtx280", Map.of(), RunOptions.defaults());
    assertThat(result.verified()).as(result.message()).isNull();
    assertThat(value(result, "copies.bytes_written")).isEqualTo(4 << 16);
    assertThat(value(result, "copies.bytes_read")).isZero();
    assertThat(value(result, "dram.bytes"))
        .isEqualTo(value(result, "memory.bytes_moved") + (4 << 16));
    assertThat(value(result, "streams.time.overlap")).isPositive();
  }

  @Test
  @DisplayName("the measured pass behind a warm-up has its own operations alone")
  void theMeasuredPassHasItsOwnOperationsAlone(@TempDir Path folder) throws IOException {
    RunResult result = run(beside(folder, 2), "gtx280", Map.of(), RunOptions.defaults());
    assertThat(value(result, "streams.operations")).isEqualTo(2);
    assertThat(value(result, "launches")).isEqualTo(1);
    assertThat(value(result, "copies.bytes_written")).isEqualTo(4 << 16);
    assertThat(value(result, "streams.time.transfers"))
        .isLessThanOrEqualTo(result.picos())
        .isPositive();
  }

  @ParameterizedTest
  @CsvSource({"double_buffer, gtx280", "fork_join, hd5870", "fork_join, mi300a"})
  @DisplayName("what queues and transfers did adds up to the sums of streams, and changes nothing")
  void activityAddsUpToTheSumsOfStreams(String example, String device) {
    Path workload = EXAMPLES.resolve(example + ".yaml");
    RunOptions asked = RunOptions.defaults().with().byTime(true).build();
    Map<String, String> small = Map.of("n", "4096");
    RunResult with = run(workload, device, small, asked);
    RunResult without = run(workload, device, small, RunOptions.defaults());
    assertThat(without.streamActivity()).isNull();
    assertThat(with.withoutLines()).isEqualTo(without);
    StreamActivity told = with.streamActivity();
    assertThat(told.length()).isEqualTo(with.picos());
    long kernels = 0;
    long transfers = 0;
    long bytes = 0;
    for (StreamActivity.Row row : told.rows()) {
      for (StreamActivity.Part part : row.parts()) {
        long busy = Arrays.stream(part.busy()).sum();
        kernels += row.name().startsWith("queue") ? busy : 0;
        transfers += row.name().startsWith("queue") ? 0 : busy;
        bytes += row.name().startsWith("queue") ? 0 : Arrays.stream(part.bytes()).sum();
      }
      for (int i = 0; i < told.intervals(); i++) {
        int interval = i;
        assertThat(row.parts().stream().mapToLong(p -> p.busy()[interval]).sum())
            .as("%s is busy once, in interval %d", row.name(), i)
            .isLessThanOrEqualTo(told.width());
      }
    }
    assertThat(kernels).isEqualTo(value(with, "streams.kernels"));
    assertThat(transfers).isEqualTo(value(with, "streams.transfers"));
    assertThat(bytes)
        .isEqualTo(
            value(with, "transfers.to_device.bytes") + value(with, "transfers.from_device.bytes"));
  }

  @Test
  @DisplayName("the rows of a pass behind a warm-up begin with its measured time")
  void activityBeginsWithTheMeasuredTime(@TempDir Path folder) throws IOException {
    RunOptions asked = RunOptions.defaults().with().byTime(true).build();
    RunResult result = run(beside(folder, 2), "gtx280", Map.of(), asked);
    StreamActivity told = result.streamActivity();
    assertThat(told.length()).isEqualTo(result.picos());
    StreamActivity.Part upload = told.rows().get(1).parts().get(0);
    assertThat(Arrays.stream(upload.bytes()).sum()).isEqualTo(4 << 16);
    assertThat(Arrays.stream(upload.busy()).sum())
        .isEqualTo(value(result, "streams.time.transfers"));
    assertThat(upload.bytes()[told.intervals() / 2]).isPositive();
  }

  /** A transfer beside a kernel, behind warm-ups. */
  static Path beside(Path folder, int warmups) throws IOException {
    return Files.writeString(
        folder.resolve("beside.yaml"),
        """
        name: beside
        kernels: {file: "%s"}
        warmup: %d
        streams: [left, right]
        buffers:
          a: {type: f32, count: 16384}
          b: {type: f32, count: 16384}
          c: {type: f32, count: 16384}
          next: {type: f32, count: 65536}
        steps:
          - {upload: {buffer: next, pinned: true}, stream: right}
          - {launch: vecadd, grid: [64], block: [256], args: [a, b, c, {i32: 16384}], stream: left}
          - synchronize
        """
            .formatted(EXAMPLES.resolve("kernels/vecadd.ptx"), warmups));
  }
}
