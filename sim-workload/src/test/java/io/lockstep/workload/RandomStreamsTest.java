// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.ExecutionCheck;
import io.lockstep.trace.record.ProgramItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Random programs of streams, against the same programs without. */
class RandomStreamsTest {
  private static final List<String> BUFFERS = List.of("a", "b", "c", "d");
  private static final List<String> STREAMS = List.of("", "left", "right", "free", "loose");
  private static Path folder;

  @BeforeContainer
  static void kernels() throws IOException {
    folder = Files.createTempDirectory("streams");
    Files.writeString(folder.resolve("k.toy"), "add");
  }

  @AfterContainer
  static void delete() throws IOException {
    Files.delete(folder.resolve("k.toy"));
    Files.delete(folder);
  }

  /** An operation, which buffers it uses, and after which operations it must run. */
  private record Operation(String text, int stream, int read, int written, List<Integer> after) {
    boolean conflicts(Operation o) {
      return (written & (o.read | o.written)) != 0 || (o.written & read) != 0;
    }
  }

  private static List<Operation> operations(Random random) {
    List<Operation> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int x = random.nextInt(BUFFERS.size());
      int y = (x + 1 + random.nextInt(BUFFERS.size() - 1)) % BUFFERS.size();
      String first = BUFFERS.get(x);
      String text;
      int read = 1 << x;
      int written = 1 << x;
      switch (random.nextInt(4)) {
        case 0 -> {
          text = "fill: {buffer: %s, value: %s}".formatted(first, random.nextInt(99));
          read = 0;
        }
        case 1 -> {
          text = "copy: {from: %s, to: %s}".formatted(first, BUFFERS.get(y));
          written = 1 << y;
        }
        case 2 -> {
          text = "download: {buffer: %s, pinned: true}".formatted(first);
          written = 16 << x; // the host's copy
        }
        default ->
            text = "launch: add, grid: [2], block: [8], args: [%s, {i32: %s}]".formatted(first, i);
      }
      Operation next = new Operation(text, random.nextInt(STREAMS.size()), read, written, null);
      List<Integer> after = new ArrayList<>();
      for (int j = 0; j < i; j++) {
        if (next.conflicts(all.get(j))) {
          after.add(j);
        }
      }
      all.add(new Operation(text, next.stream, read, written, after));
    }
    return all;
  }

  private static String program(List<Operation> operations, boolean streams, int without) {
    StringBuilder text =
        new StringBuilder(
            """
            name: s
            kernels: k.toy
            buffers:
              a: {type: u32, count: 16, init: {iota: {}}}
              b: {type: u32, count: 16, init: {iota: {start: 100}}}
              c: {type: u32, count: 16, init: {hash: {seed: 1}}}
              d: {type: u32, count: 16, init: {hash: {seed: 2}}}
            """);
    if (streams) {
      text.append("streams: {left: {}, right: {}, free: {order: any}, loose: {order: any}}\n");
    }
    text.append("steps:\n");
    for (int i = 0; i < operations.size(); i++) {
      Operation o = operations.get(i);
      text.append("  - {").append(o.text);
      if (streams) {
        text.append(o.stream == 0 ? "" : ", stream: " + STREAMS.get(o.stream));
        List<String> after = i == without ? List.of() : o.after.stream().map(j -> "e" + j).toList();
        text.append(after.isEmpty() ? "" : ", after: " + after);
        text.append(", event: e").append(i);
      }
      text.append("}\n");
    }
    return text.toString();
  }

  private static byte[] run(String text, CheckLog log) {
    byte[] all = new byte[BUFFERS.size() * 64];
    try (WorkloadExecution execution =
        new WorkloadExecution(
            Workload.read("s.yaml", text, folder).bind(),
            List.of(new ToyFrontend()),
            ExecutionOptions.defaults().withChecks(log))) {
      while (execution.next() != ProgramItem.END) {
        // It is executed.
      }
      for (int b = 0; b < BUFFERS.size(); b++) {
        execution.memory().read(b, 0, all, 64 * b, 64);
      }
    }
    return all;
  }

  @Property(tries = 100)
  void aProgramWhoseEventsOrderWhatConflictsGivesTheBytesOfOneQueueAndHasNoRace(@ForAll long seed) {
    List<Operation> operations = operations(new Random(seed));
    CheckLog log = new CheckLog(EnumSet.of(ExecutionCheck.RACES));
    assertThat(run(program(operations, true, -1), log))
        .isEqualTo(run(program(operations, false, -1), CheckLog.none()));
    assertThat(log.streamRaces()).isEmpty();
  }

  @Property(tries = 100)
  void aProgramWithoutSomeOfItsEventsHasARaceExactlyWhereNothingElseOrdersTheOperations(
      @ForAll long seed) {
    Random random = new Random(seed);
    List<Operation> operations = operations(random);
    int without = random.nextInt(operations.size());
    CheckLog log = new CheckLog(EnumSet.of(ExecutionCheck.RACES));
    byte[] bytes = run(program(operations, true, without), log);
    assertThat(bytes).isEqualTo(run(program(operations, false, -1), CheckLog.none()));
    assertThat(log.streamRaces().isEmpty()).isEqualTo(isOrdered(operations, without));
  }

  /** Whether the default stream, streams and the remaining events order all that conflicts. */
  private static boolean isOrdered(List<Operation> operations, int without) {
    int n = operations.size();
    boolean[][] before = new boolean[n][n];
    boolean ordered = true;
    for (int i = 0; i < n; i++) {
      Operation o = operations.get(i);
      for (int j = 0; j < i; j++) {
        Operation p = operations.get(j);
        boolean same = o.stream == p.stream && o.stream < 3;
        if (same || o.stream == 0 || p.stream == 0 || i != without && o.after.contains(j)) {
          before[i][j] = true;
          for (int k = 0; k < j; k++) {
            before[i][k] |= before[j][k];
          }
        }
      }
      for (int j = 0; j < i; j++) {
        ordered &= before[i][j] || !o.conflicts(operations.get(j));
      }
    }
    return ordered;
  }
}
