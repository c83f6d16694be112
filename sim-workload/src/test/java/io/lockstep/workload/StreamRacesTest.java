// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.ExecutionCheck;
import io.lockstep.execute.check.StreamRace;
import io.lockstep.trace.record.ProgramItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers that two streams use without an order between them. */
class StreamRacesTest {
  private static final String HEAD =
      """
      name: s
      kernels: k.toy
      buffers:
        a: {type: u32, count: 16, init: {iota: {}}}
        b: {type: u32, count: 16}
      streams: {left: {}, right: {}, free: {order: any}}
      steps:
      """;
  private static final String ADD = "  - {launch: add, grid: [1], block: [8], args: [%s, {i32: 3}]";
  private static final String LEFT = ADD.formatted("a") + ", stream: left}\n";
  private static final String RIGHT = ADD.formatted("a") + ", stream: right}\n";

  @TempDir Path dir;

  @BeforeEach
  void kernels() throws IOException {
    Files.writeString(dir.resolve("k.toy"), "add");
  }

  private List<StreamRace> races(String steps) {
    CheckLog log = new CheckLog(EnumSet.of(ExecutionCheck.RACES));
    try (WorkloadExecution execution =
        new WorkloadExecution(
            Workload.read("s.yaml", HEAD + steps, dir).bind(),
            List.of(new ToyFrontend()),
            ExecutionOptions.defaults().withChecks(log))) {
      while (execution.next() != ProgramItem.END) {
        // It is executed.
      }
    }
    assertThat(log.findings()).isEmpty();
    return log.streamRaces();
  }

  @Test
  @DisplayName("two launches in two streams that write one buffer race, with both places")
  void twoLaunchesThatWriteOneBufferRace() {
    List<StreamRace> races = races(LEFT + RIGHT);
    assertThat(races).as("one finding for two operations and a buffer").hasSize(1);
    assertThat(races.get(0))
        .hasToString(
            "s.yaml:9:5: launch of 'add' in stream 'right' writes buffer 'a', which launch of"
                + " 'add' in stream 'left' at line 8 writes in no order with it: record an event"
                + " behind the one, let the other wait for it, or synchronize; 1 such");
  }

  @DisplayName("what orders two operations leaves no race between them")
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "{record: e, stream: left}, {wait: e, stream: right}",
        "{record: e, stream: left}, {wait: e, stream: free}, {record: f, stream: free}, {wait: f,"
            + " stream: right}",
        "synchronize",
        "{synchronize: left}",
        "{record: e, stream: left}, {synchronize: {event: e}}",
        "{fill: {buffer: b, value: 1}}",
        "{record: e}, {wait: e, stream: right}",
        "{upload: b}",
      })
  void whatOrdersTwoOperationsLeavesNoRace(String between) {
    StringBuilder steps = new StringBuilder(LEFT);
    for (String step : between.split(", (?=[{]|synchronize)")) {
      steps.append("  - ").append(step).append('\n');
    }
    assertThat(races(steps + RIGHT)).isEmpty();
  }

  @DisplayName("what orders other operations leaves the race")
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "{synchronize: right}",
        "{record: e, stream: left}",
        "{record: e, stream: right}, {wait: e, stream: left}",
        "{record: e, stream: free}, {wait: e, stream: right}",
        "{fill: {buffer: b, value: 1}, stream: left}",
      })
  void whatOrdersOtherOperationsLeavesTheRace(String between) {
    StringBuilder steps = new StringBuilder(LEFT);
    for (String step : between.split(", (?=[{]|synchronize)")) {
      steps.append("  - ").append(step).append('\n');
    }
    assertThat(races(steps + RIGHT)).isNotEmpty();
  }

  @Test
  @DisplayName("the operations of an out-of-order stream race unless events order them")
  void operationsOfAnOutOfOrderStreamRaceUnlessEventsOrderThem() {
    String first = ADD.formatted("a") + ", stream: free, event: e}\n";
    String second = ADD.formatted("a") + ", stream: free}\n";
    String after = ADD.formatted("a") + ", stream: free, after: e}\n";
    assertThat(races(first + second)).hasSize(1);
    assertThat(races(first + after)).isEmpty();
    assertThat(races(first + after + second)).as("after concerns one operation").isNotEmpty();
    assertThat(races(first + "  - {wait: e, stream: free}\n" + second)).isEmpty();
  }

  @Test
  @DisplayName("launches that use different parts of a buffer do not race")
  void launchesThatUseDifferentPartsOfABufferDoNotRace() {
    String half = ADD.formatted("{buffer: a, offset: 8}") + ", stream: right}\n";
    assertThat(races(LEFT + half)).isEmpty();
    assertThat(races(LEFT + half.replace("8}", "7}"))).isNotEmpty();
  }

  @Test
  @DisplayName("transfers, copies and fills race with launches; two reads do not")
  void transfersCopiesAndFillsRaceWithLaunches() {
    assertThat(races(LEFT + "  - {upload: a, stream: right}\n"))
        .extracting(r -> r.first().kind() + " " + r.second().operation())
        .containsExactly("WRITE upload");
    assertThat(races(LEFT + "  - {download: a, stream: right}\n")).hasSize(1);
    assertThat(races(LEFT + "  - {copy: {from: a, to: b}, stream: right}\n")).hasSize(1);
    assertThat(races(LEFT + "  - {fill: {buffer: a, value: 2}, stream: right}\n")).hasSize(1);
    assertThat(races(LEFT + "  - {fill: {buffer: b, value: 2}, stream: right}\n")).isEmpty();
    assertThat(
            races(
                """
                  - {copy: {from: a, to: b}, stream: left}
                  - {upload: {buffer: b, bytes: 4}, stream: left}
                  - {copy: {from: a, to: b, from_offset: 8, to_offset: 8}, stream: right}
                """))
        .extracting(StreamRace::toString)
        .containsExactly(
            "s.yaml:10:5: copy in stream 'right' writes buffer 'b', which copy in stream 'left' at"
                + " line 8 writes in no order with it: record an event behind the one, let the"
                + " other wait for it, or synchronize; 1 such");
  }

  @Test
  @DisplayName("the host races with transfers of its data that it has not waited for")
  void theHostRacesWithTransfersOfItsData() {
    String download = "  - {download: {buffer: a, pinned: true}, stream: left}\n";
    String look = "  - {set: {x: \"a[1]\"}}\n";
    assertThat(races(download + look))
        .extracting(StreamRace::toString)
        .containsExactly(
            "s.yaml:9:5: set of the host reads the host's data of buffer 'a', which download in"
                + " stream 'left' at line 8 writes in no order with it: synchronize before it; 1"
                + " such");
    assertThat(races(download + "  - {synchronize: left}\n" + look)).isEmpty();
    assertThat(races(download + "  - {download: b}\n" + look))
        .as("a transfer of the default stream blocks the host")
        .isEmpty();
    assertThat(races(download + "  - {fill: {buffer: b, value: 1}}\n" + look)).hasSize(1);
    String upload = "  - {upload: {buffer: a, pinned: true}, stream: left}\n";
    String compute = "  - {compute: {buffer: a, expression: i}}\n";
    assertThat(races(upload + look)).as("two reads").isEmpty();
    assertThat(races(upload + compute)).hasSize(1);
    assertThat(races(upload + "  - synchronize\n" + compute)).isEmpty();
    assertThat(races(upload + "  - {upload: {buffer: a, value: 1}, stream: left}\n"))
        .as("the host writes the value before the first upload has read it")
        .hasSize(1);
    assertThat(
            races(
                download
                    + "  - {while: {condition: \"a[0] > 0\", at_most: 1}, steps: [synchronize]}\n"))
        .extracting(r -> r.second().toString() + r.second().where())
        .hasSize(1)
        .allMatch(u -> u.contains("condition of the host") && u.contains("s.yaml:9:"));
    assertThat(races(LEFT + look)).as("stale data are downloaded behind everything").isEmpty();
  }

  @Test
  @DisplayName("repeated races of two steps are one finding with a count")
  void repeatedRacesAreOneFindingWithACount() {
    String loop = "  - for: {var: k, from: 0, below: 3}\n    steps:\n";
    String left = "    " + LEFT;
    String right = "    " + RIGHT;
    String wait = "      - synchronize\n";
    assertThat(races(loop + left + wait)).isEmpty();
    assertThat(races(loop + left + right + wait)).hasSize(1).allMatch(r -> r.count() == 3);
  }

  @Test
  @DisplayName("memory does not grow with the number of operations")
  void memoryDoesNotGrowWithTheNumberOfOperations() {
    String loop =
        """
          - for: {var: k, from: 0, below: 5000}
            steps:
              - {copy: {from: a, to: b, count: 1}, stream: left}
          - {fill: {buffer: b, value: 1}, stream: right}
        """;
    assertThat(races(loop)).hasSize(1).allMatch(r -> r.count() == 1);
  }
}
