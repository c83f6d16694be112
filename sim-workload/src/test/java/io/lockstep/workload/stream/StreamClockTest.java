// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.workload.reader.StreamReader;
import io.lockstep.workload.step.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The order of operations against the rules of streams, written as edges of a graph. */
class StreamClockTest {
  private static final ProgramStreams STREAMS =
      new ProgramStreams(
          List.of(
              new ProgramStreams.Stream("a", true),
              new ProgramStreams.Stream("b", true),
              new ProgramStreams.Stream("free", false)),
          List.of("e", "f"));

  /** Steps as nodes; each knows the nodes that must have ended before it. */
  private static final class Graph {
    final List<Step> steps = new ArrayList<>();
    final List<BitSet> before = new ArrayList<>();

    void add(Step step) {
      int n = steps.size();
      BitSet all = new BitSet();
      boolean oneWait = true; // until an operation of the stream is met on the way back
      boolean event = awaited(step) >= 0;
      for (int i = n - 1; i >= 0; i--) {
        Step s = steps.get(i);
        boolean same = stream(s) == stream(step) && stream(step) >= 0;
        boolean needs = host(s); // what follows is submitted later
        needs |= stream(s) == 0 && operation(s) && stream(step) >= 0;
        needs |= stream(step) == 0 && own(s);
        needs |= step instanceof Step.Synchronize && own(s);
        needs |= step instanceof Step.SynchronizeStream y && own(s) && stream(s) == y.stream();
        if (event && s instanceof Step.RecordEvent r && r.event() == awaited(step)) {
          needs = true;
          event = false;
        }
        if (same && stream(step) != 3) {
          needs = true;
        } else if (same && step instanceof Step.RecordEvent r) {
          needs |= r.all() && own(s) || oneWait && operation(s);
        } else if (same && operation(step) && s instanceof Step.WaitEvent w) {
          needs |= w.all() || oneWait;
        }
        oneWait &= !(same && operation(s));
        if (needs) {
          all.set(i);
          all.or(before.get(i));
        }
      }
      steps.add(step);
      before.add(all);
    }

    /** Whether a step is a stream's own: what one operation waits for is not. */
    private static boolean own(Step step) {
      return stream(step) >= 0 && !(step instanceof Step.WaitEvent w && !w.all());
    }

    private static boolean host(Step step) {
      return step instanceof Step.Synchronize
          || step instanceof Step.SynchronizeStream
          || step instanceof Step.SynchronizeEvent;
    }

    private static boolean operation(Step step) {
      return StreamReader.isOperation(step.operation());
    }

    private static int awaited(Step step) {
      return step instanceof Step.WaitEvent w
          ? w.event()
          : step instanceof Step.SynchronizeEvent y ? y.event() : -1;
    }

    private static int stream(Step step) {
      return step instanceof Step.InStream in
          ? in.stream()
          : step instanceof Step.RecordEvent r
              ? r.stream()
              : step instanceof Step.WaitEvent w ? w.stream() : operation(step) ? 0 : -1;
    }
  }

  @Property(tries = 400)
  void theClockKnowsTheOrderThatTheRulesGive(@ForAll long seed) {
    Random random = new Random(seed);
    StreamClock clock = new StreamClock(STREAMS);
    Graph graph = new Graph();
    graph.add(new Step.RecordEvent("", 1, 0, true));
    graph.add(new Step.RecordEvent("", 1, 1, true));
    clock.record(new Step.RecordEvent("", 1, 0, true));
    clock.record(new Step.RecordEvent("", 1, 1, true));
    List<Integer> operations = new ArrayList<>(); // as nodes
    for (int i = 0; i < 40; i++) {
      int stream = random.nextInt(4);
      int event = random.nextInt(2);
      boolean all = stream != 3 || random.nextBoolean();
      Step step;
      switch (random.nextInt(9)) {
        case 0, 1:
          step = new Step.RecordEvent("", stream, event, all);
          clock.record((Step.RecordEvent) step);
          break;
        case 2, 3:
          stream = Math.max(1, stream);
          step = new Step.WaitEvent("", stream, event, all || stream != 3);
          clock.await((Step.WaitEvent) step);
          break;
        case 4:
          int kind = random.nextInt(12); // seldom
          if (kind == 0) {
            step = new Step.Synchronize("");
            clock.synchronize();
          } else if (kind < 4) {
            step = new Step.SynchronizeStream("", Math.max(1, stream));
            clock.synchronize((Step.SynchronizeStream) step);
          } else {
            step = new Step.SynchronizeEvent("", event);
            clock.synchronize((Step.SynchronizeEvent) step);
          }
          break;
        default:
          Step fill = new Step.Fill("", "a", null);
          stream = stream == 0 && random.nextInt(3) > 0 ? 1 : stream;
          step = stream == 0 ? fill : new Step.InStream("", stream, fill);
          operations.add(graph.steps.size());
          clock.submit(stream);
      }
      graph.add(step);
    }
    graph.add(new Step.Synchronize("the host's view of now"));
    for (int later = 0; later < operations.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        assertThat(clock.precedes(earlier, later))
            .as("%s before %s of %s", earlier, later, graph.steps)
            .isEqualTo(graph.before.get(operations.get(later)).get(operations.get(earlier)));
      }
    }
  }

  @Test
  @DisplayName("an operation has ended when 1,024 others were submitted behind it")
  void anOperationHasEndedWhen1024OthersWereSubmittedBehindIt() {
    StreamClock clock = new StreamClock(STREAMS);
    long first = clock.submit(1);
    for (int i = 0; i < StreamClock.WINDOW - 1; i++) {
      assertThat(clock.precedes(first, clock.submit(2))).isFalse();
    }
    assertThat(clock.precedes(first, clock.submit(2))).isTrue();
    assertThat(clock.precedesHost(first)).isTrue();
    assertThat(clock.precedesHost(first + 1)).isFalse();
  }

  @Test
  @DisplayName("what the host has waited for says nothing of operations 1,024 later")
  void whatTheHostHasWaitedForSaysNothingOfOperations1024Later() {
    StreamClock clock = new StreamClock(STREAMS);
    clock.submit(1);
    clock.synchronize();
    for (int i = 1; i < StreamClock.WINDOW; i++) {
      clock.submit(1);
    }
    long again = clock.submit(1);
    assertThat(clock.precedesHost(again)).isFalse();
    assertThat(clock.precedes(again, clock.submit(2))).isFalse();
  }
}
