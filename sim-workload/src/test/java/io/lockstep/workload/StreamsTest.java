// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.trace.record.WorkGroupSource.Status;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.launch.LaunchRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streams and events of a workload: what a trace records of them, and mistakes with them. */
class StreamsTest {
  private static final String HEAD =
      """
      name: s
      kernels: k.toy
      buffers:
        a: {type: u32, count: 16, init: {iota: {}}}
        b: {type: u32, count: 16}
      """;

  @TempDir Path dir;

  @BeforeEach
  void kernels() throws IOException {
    Files.writeString(dir.resolve("k.toy"), "add");
  }

  private WorkloadExecution start(String text) {
    return new WorkloadExecution(
        Workload.read("s.yaml", HEAD + text, dir).bind(),
        List.of(new ToyFrontend()),
        ExecutionOptions.defaults());
  }

  private static List<HostStep> run(WorkloadExecution execution) {
    List<HostStep> steps = new ArrayList<>();
    ProgramReader reader = new ProgramReader(execution);
    while (reader.next() == Status.RECORD) {
      steps.add(reader.step());
    }
    return steps;
  }

  private static String text(HostStep step) {
    if (step instanceof HostStep.InStream in) {
      return in.stream() + ": " + text(in.operation());
    }
    return step instanceof HostStep.Launch launch ? "Launch " + launch.number() : step.toString();
  }

  @Test
  @DisplayName("a trace records operations in their streams and the events around them")
  void aTraceRecordsOperationsInTheirStreams() {
    WorkloadExecution execution =
        start(
            """
            streams: [left, right]
            steps:
              - {upload: {buffer: a, pinned: true}, stream: left}
              - {record: done, stream: left}
              - {wait: done, stream: right}
              - {launch: add, grid: [2], block: [8], args: [a, {i32: 3}], stream: right,
                 after: done, event: added}
              - {download: {buffer: a, pinned: true}, stream: left, after: [done, added]}
              - {copy: {from: a, to: b}, event: copied}
              - {fill: {buffer: b, value: 1}, stream: left, after: copied}
              - {record: all}
              - {synchronize: left}
              - {synchronize: {event: all}}
              - synchronize
            """);
    assertThat(execution.program().streams().streams())
        .containsExactly(
            new ProgramStreams.Stream("left", true), new ProgramStreams.Stream("right", true));
    assertThat(execution.program().streams().events())
        .as("in the order of their first use")
        .containsExactly("done", "added", "copied", "all");
    List<HostStep> steps = run(execution);
    assertThat(steps.stream().map(StreamsTest::text))
        .containsExactly(
            "1: " + new HostStep.Upload(0, 0, 64, true),
            new HostStep.RecordEvent(1, 1, 0, true).toString(),
            new HostStep.WaitEvent(2, 2, 0, true).toString(),
            new HostStep.WaitEvent(3, 2, 0, true).toString(),
            "2: Launch 4",
            new HostStep.RecordEvent(5, 2, 1, true).toString(),
            new HostStep.WaitEvent(6, 1, 0, true).toString(),
            new HostStep.WaitEvent(7, 1, 1, true).toString(),
            "1: " + new HostStep.Download(8, 0, 64, true),
            new HostStep.Copy(9, 0, 1, 64).toString(),
            new HostStep.RecordEvent(10, 0, 2, true).toString(),
            new HostStep.WaitEvent(11, 1, 2, true).toString(),
            "1: " + new HostStep.Fill(12, 1, 64),
            new HostStep.RecordEvent(13, 0, 3, true).toString(),
            new HostStep.SynchronizeStream(14, 1).toString(),
            new HostStep.SynchronizeEvent(15, 3).toString(),
            new HostStep.Synchronize(16).toString());
    byte[] raw = new byte[8];
    execution.memory().read(0, 0, raw, 0, 8);
    assertThat(raw).as("executed in the program's order").containsExactly(3, 0, 0, 0, 4, 0, 0, 0);
  }

  @Test
  @DisplayName(
      "in an out-of-order stream after and event concern one operation, wait and record all")
  void afterAndEventConcernOneOperationInAnOutOfOrderStream() {
    WorkloadExecution execution =
        start(
            """
            streams: {first: {order: in}, free: {order: any}}
            steps:
              - {fill: {buffer: a, value: 1}, stream: free, event: one}
              - {fill: {buffer: b, value: 1}, stream: free, after: one}
              - {record: both, stream: free}
              - {wait: both, stream: free}
              - {wait: both, stream: first}
            """);
    assertThat(execution.program().streams().streams())
        .containsExactly(
            new ProgramStreams.Stream("first", true), new ProgramStreams.Stream("free", false));
    List<HostStep> steps = run(execution);
    steps.removeIf(HostStep.InStream.class::isInstance);
    assertThat(steps)
        .containsExactly(
            new HostStep.RecordEvent(1, 2, 0, false),
            new HostStep.WaitEvent(2, 2, 0, false),
            new HostStep.RecordEvent(4, 2, 1, true),
            new HostStep.WaitEvent(5, 2, 1, true),
            new HostStep.WaitEvent(6, 1, 1, true));
  }

  @Test
  @DisplayName("what the host reads is downloaded in the default stream")
  void whatTheHostReadsIsDownloadedInTheDefaultStream() {
    List<HostStep> steps =
        run(
            start(
                """
                streams: [left]
                steps:
                  - {launch: add, grid: [2], block: [8], args: [a, {i32: 3}], stream: left}
                  - {set: {x: "a[1]"}}
                  - {fill: {buffer: b, value: x}}
                """));
    assertThat(steps.subList(1, 3))
        .containsExactly(new HostStep.Download(1, 0, 4, false), new HostStep.Fill(2, 1, 64));
  }

  @Test
  @DisplayName("another runtime gets the launches in the program's order, whatever their streams")
  void anotherRuntimeGetsLaunchesInTheOrderOfTheProgram() {
    List<String> ran = new ArrayList<>();
    LaunchRunner runner =
        new LaunchRunner() {
          @Override
          public void run(ForeignLaunch launch, DeviceMemory memory) {
            ran.add(launch.where());
          }

          @Override
          public void hostStep() {
            ran.add("step");
          }
        };
    Workload workload =
        Workload.read(
            "s.yaml",
            HEAD
                + """
                streams: {left: {}, free: {order: any}}
                steps:
                  - {launch: add, grid: [2], block: [8], args: [a, {i32: 3}], stream: free, event: e}
                  - {launch: add, grid: [2], block: [8], args: [a, {i32: 3}], stream: left, after: e}
                """,
            dir);
    run(WorkloadExecution.by(runner, workload.bind(), List.of(new ToyFrontend())));
    assertThat(ran).containsExactly("s.yaml:8:5", "step", "step", "s.yaml:9:5");
  }

  @DisplayName("a mistake is refused with its place and reason")
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{fill: {buffer: a, value: 1}, stream: lef}|[left]|8:43: no stream 'lef' is declared; did"
            + " you mean 'left'?",
        "{synchronize: lefd}|[left]|8:19: no stream 'lefd' is declared; did you mean 'left'?",
        "{synchronize: default}|[left]|8:19: no stream 'default' is declared; valid: left",
        "synchronize|[]|6:10: expected at least one stream",
        "synchronize|{}|6:10: expected at least one stream",
        "synchronize|left|6:10: expected a list, found text 'left'",
        "synchronize|[a, b, a]|6:17: the stream 'a' is declared twice",
        "synchronize|[default]|6:11: the name 'default' is taken by the stream of steps that name"
            + " none",
        "synchronize|[a-b]|6:11: expected a stream's name of letters, digits and _, found 'a-b'",
        "synchronize|{a: {order: out}}|6:22: unknown value 'out'; valid: any, in",
        "synchronize|{a: {ordr: in}}|6:15: unknown key 'ordr'; did you mean 'order'?",
        "{wait: done, stream: a}|[a]|8:12: no step records the event 'done', nor any other",
        "{fill: {buffer: a, value: 1}, stream: a, after: []}|[a]|8:53: expected at least one event",
        "{record: d-e, stream: a}|[a]|8:14: expected a event's name of letters, digits and _, found"
            + " 'd-e'",
        "{set: {x: 1}, stream: a}|[a]|8:19: 'set' is not an operation of a stream; 'stream' goes with"
            + " launch, upload, download, copy and fill",
        "{swap: [a, b], after: e}|[a]|8:20: 'swap' is not an operation of a stream; 'after' goes with"
            + " launch, upload, download, copy and fill",
        "{synchronize: a, event: e}|[a]|8:22: 'synchronize' is not an operation of a stream; 'event'"
            + " goes with launch, upload, download, copy and fill",
        "{record: e, after: e}|[a]|8:17: 'record' is not an operation of a stream; 'after' goes with"
            + " launch, upload, download, copy and fill",
        "{synchronize: {evnt: e}}|[a]|8:20: unknown key 'evnt'; did you mean 'event'?",
      })
  void aMistakeIsRefusedWithItsPlaceAndReason(String step, String streams, String message) {
    String text = HEAD + "streams: " + streams + "\nsteps:\n  - " + step + "\n";
    assertThatThrownBy(() -> Workload.read("s.yaml", text, dir))
        .isInstanceOf(InputException.class)
        .hasMessage("s.yaml:" + message);
  }

  @DisplayName("without streams, steps name none")
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{fill: {buffer: a, value: 1}, stream: left}|7:35: 'stream' needs streams: the workload"
            + " declares none",
        "{fill: {buffer: a, value: 1}, event: e}|7:35: 'event' needs streams: the workload declares"
            + " none",
        "{record: e}|7:6: 'record' needs streams: the workload declares none",
        "{wait: e}|7:6: 'wait' needs streams: the workload declares none",
        "{synchronize: a}|7:5: the step is written '- synchronize', without a colon",
      })
  void stepsNameNoStreamWithoutStreams(String step, String message) {
    assertThatThrownBy(() -> Workload.read("s.yaml", HEAD + "steps:\n  - " + step + "\n", dir))
        .isInstanceOf(InputException.class)
        .hasMessage("s.yaml:" + message);
  }

  @Test
  @DisplayName("64 streams are declared, 65 are refused")
  void sixtyFourStreamsAreDeclaredSixtyFiveAreRefused() {
    for (int count : new int[] {64, 65}) {
      String names =
          IntStream.range(0, count).mapToObj(i -> "s" + i).collect(Collectors.joining(", "));
      String text = HEAD + "streams: [" + names + "]\nsteps: [synchronize]\n";
      if (count == 64) {
        assertThat(Workload.read("s.yaml", text, dir).streams().streams()).hasSize(64);
      } else {
        assertThatThrownBy(() -> Workload.read("s.yaml", text, dir))
            .hasMessage("s.yaml:6:10: 65 streams; a workload may have at most 64");
      }
    }
  }

  private void refuses(String steps, String message) {
    String text = HEAD + "streams: {a: {}, b: {}, c: {}, free: {order: any}}\nsteps:\n" + steps;
    assertThatThrownBy(() -> Workload.read("s.yaml", text, dir))
        .isInstanceOf(InputException.class)
        .hasMessage("s.yaml:" + message);
  }

  @Test
  @DisplayName("an event that is recorded only later is refused with the line that records it")
  void anEventThatIsRecordedOnlyLaterIsRefused() {
    refuses(
        """
          - {wait: e, stream: a}
          - {record: e, stream: b}
        """,
        "8:12: the event 'e' is recorded only later, at line 9: record it first");
    refuses(
        """
          - {wait: dome, stream: a}
          - {record: done, stream: a}
        """,
        "8:12: no step records the event 'dome'; did you mean 'done'?");
    refuses(
        """
          - {fill: {buffer: a, value: 1}, stream: free, after: e}
          - {fill: {buffer: a, value: 1}, stream: free, event: e}
        """,
        "8:56: the event 'e' is recorded only later, at line 9: record it first");
  }

  @Test
  @DisplayName("a circle of waits is a deadlock, reported with all of its members")
  void aCircleOfWaitsIsADeadlock() {
    refuses(
        """
          - {wait: e, stream: a}
          - {record: f, stream: a}
          - {wait: f, stream: b}
          - {record: e, stream: b}
        """,
        "8:12: deadlock: stream 'a' waits (line 8) for event 'e', which 'b' records at line 11;"
            + " stream 'b' waits (line 10) for event 'f', which 'a' records at line 9");
    refuses(
        """
          - {wait: e, stream: a}
          - {record: f, stream: a}
          - {wait: f, stream: b}
          - {record: g, stream: b}
          - {wait: g, stream: c}
          - {fill: {buffer: a, value: 1}, stream: c, event: e}
        """,
        "8:12: deadlock: stream 'a' waits (line 8) for event 'e', which 'c' records at line 13;"
            + " stream 'c' waits (line 12) for event 'g', which 'b' records at line 11;"
            + " stream 'b' waits (line 10) for event 'f', which 'a' records at line 9");
    refuses(
        """
          - {wait: e, stream: a}
          - {record: e, stream: a}
        """,
        "8:12: deadlock: stream 'a' waits (line 8) for event 'e', which 'a' records at line 9");
    refuses(
        """
          - {wait: e, stream: a}
          - {synchronize: a}
          - {record: e, stream: b}
        """,
        "8:12: deadlock: stream 'a' waits (line 8) for event 'e', which 'b' records at line 10;"
            + " the host waits (line 9) for stream 'a'");
    refuses(
        """
          - {synchronize: {event: e}}
          - {record: e, stream: b}
        """,
        "8:27: deadlock: the host waits (line 8) for event 'e', which 'b' records at line 9");
    refuses(
        """
          - {wait: e, stream: a}
          - {fill: {buffer: a, value: 1}}
          - {record: e, stream: b}
        """,
        "8:12: deadlock: stream 'a' waits (line 8) for event 'e', which 'b' records at line 10;"
            + " the default stream waits (line 9) for everything before");
    refuses(
        """
          - {wait: e, stream: free}
          - {fill: {buffer: a, value: 1}, stream: free, event: e}
        """,
        "8:12: deadlock: stream 'free' waits (line 8) for event 'e', which 'free' records at line"
            + " 9");
  }

  @Test
  @DisplayName("a wait in a loop is refused when a round reaches it before its event is recorded")
  void aWaitInALoopIsRefusedWhereItComesBeforeTheRecord() {
    String loop =
        """
        streams: [a, b]
        steps:
          - {record: early, stream: a}
          - for: {var: k, from: 0, below: 2}
            steps:
              - if: "k > 0"
                steps: [{wait: freed, stream: a}]
              - {fill: {buffer: a, value: k}, stream: a, event: filled}
              - {fill: {buffer: b, value: k}, stream: b, after: filled}
              - {record: freed, stream: b}
        """;
    assertThat(run(start(loop))).hasSize(12);
    assertThatThrownBy(() -> run(start(loop.replace("k > 0", "k == 0"))))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "s.yaml:12:24: deadlock: stream 'a' waits (line 12) for event 'freed', which 'b'"
                + " records at line 15; stream 'b' waits (line 14) for event 'filled', which 'a'"
                + " records at line 13");
    assertThatThrownBy(
            () ->
                run(
                    start(
                        """
                        streams: [a]
                        steps:
                          - if: "1 > 2"
                            steps: [{record: e, stream: a}]
                          - {wait: e, stream: a}
                        """)))
        .hasMessage(
            "s.yaml:10:12: the event 'e' is not recorded yet: the step that records it (line 9) was"
                + " not reached");
  }
}
