// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.StatisticsCollector;
import io.lockstep.run.StreamRig;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Random programs against the rules of order, each as a set of all operations waited for. */
class StreamOrderTest {
  private static final int EVENTS = 4;

  @Property(tries = 300)
  @Label("operations start after what they wait for, and one at a time on an engine")
  void operationsStartAfterWhatTheyWaitFor(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3) int queues,
      @ForAll @IntRange(min = 0, max = 2) int engines,
      @ForAll boolean simulated) {
    ProgramStreams streams = streams(new Random(seed));
    StreamRig rig = program(seed, new StreamRig(streams, queues, engines, simulated)).run();
    List<StreamOperation> all = rig.operations;
    Reference reference = new Reference(streams, rig.items());
    assertThat(all).hasSameSizeAs(reference.after);
    for (int i = 0; i < all.size(); i++) {
      StreamOperation o = all.get(i);
      assertThat(o.hasEnd()).isTrue();
      assertThat(o.end()).isGreaterThanOrEqualTo(o.start());
      assertThat(o.start()).as("%s starts when called", i).isGreaterThanOrEqualTo(o.submitted);
      for (int before : reference.after.get(i)) {
        assertThat(o.start())
            .as("%s after %s", i, before)
            .isGreaterThanOrEqualTo(all.get(before).end());
      }
      for (int known : reference.known.get(i)) {
        assertThat(o.submitted)
            .as("%s called when the host knew the end of %s", i, known)
            .isGreaterThanOrEqualTo(all.get(known).end());
      }
      for (int k = 0; k < i; k++) {
        if (excludes(o, all.get(k), queues, engines)) {
          assertThat(o.start()).as("%s beside %s", i, k).isGreaterThanOrEqualTo(all.get(k).end());
        }
      }
    }
  }

  @Property(tries = 300)
  @Label("times of transfers have one definition: sums, times together and overlaps agree")
  void timesOfTransfersHaveOneDefinition(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3) int queues,
      @ForAll @IntRange(min = 0, max = 2) int engines,
      @ForAll boolean simulated) {
    ProgramStreams streams = streams(new Random(seed));
    StreamRig rig = program(seed, new StreamRig(streams, queues, engines, simulated)).run();
    StatisticsCollector all = new StatisticsCollector(true);
    rig.engines.spent().write(all);
    TransferCounts.STATISTICS.write(rig.engines.transfers(), all);
    TreeSet<Long> bounds = new TreeSet<>();
    long transfers = 0;
    for (StreamOperation o : rig.operations) {
      bounds.add(begin(o));
      bounds.add(o.end());
      transfers += o.isTransfer() ? o.end() - begin(o) : 0;
    }
    long anyTransfer = 0;
    long both = 0;
    for (long from : bounds) {
      Long to = bounds.higher(from);
      boolean transfer = rig.operations.stream().anyMatch(o -> o.isTransfer() && runs(o, from));
      boolean kernel = rig.operations.stream().anyMatch(o -> !o.isTransfer() && runs(o, from));
      anyTransfer += transfer ? to - from : 0;
      both += transfer && kernel ? to - from : 0;
    }
    assertThat(all.values().get("time.transfers").longValue()).isEqualTo(transfers);
    assertThat(all.values().get("streams.transfers").longValue()).isEqualTo(transfers);
    assertThat(all.values().get("streams.time.transfers").longValue()).isEqualTo(anyTransfer);
    assertThat(all.values().get("streams.time.overlap").longValue()).isEqualTo(both);
    if (engines <= 1) {
      assertThat(anyTransfer).as("one engine has one transfer at a time").isEqualTo(transfers);
    }
    if (engines == 0) {
      assertThat(both).as("no transfer beside a kernel").isZero();
    }
  }

  /** A transfer begins with its fixed cost, before the bus is used. */
  private static long begin(StreamOperation o) {
    return o.start() - (o.isTransfer() ? 15 * StreamRig.MICRO : 0);
  }

  private static boolean runs(StreamOperation o, long picos) {
    return begin(o) <= picos && picos < o.end();
  }

  @Property(tries = 30)
  @Label("the same program has the same times each time")
  void theSameProgramHasTheSameTimes(@ForAll long seed) {
    List<String> first = times(seed);
    assertThat(times(seed)).isEqualTo(first);
  }

  @Test
  @DisplayName("before a launch of another stream, the machine hears of an upload once")
  void beforeALaunchOfAnotherStreamTheMachineHearsOfAnUploadOnce() {
    StreamRig rig =
        new StreamRig(StreamRig.inOrder(2, 1), 1, 1, true)
            .upload(1, true) // ends long before the download that the launch waits for
            .download(2)
            .record(2, 0, true)
            .await(1, 0, true)
            .launch(1, 10)
            .run();
    assertThat(rig.hostTouches()).isEqualTo(1);
  }

  @Test
  @DisplayName("more operations than are kept run one after the other")
  void moreOperationsThanAreKeptRunOneAfterTheOther() {
    StreamRig rig = new StreamRig(StreamRig.inOrder(2, 4), 2, 1, true);
    int launches = StreamOrder.MOST + 500;
    for (int i = 0; i < launches; i++) {
      rig.launch(1, 5);
    }
    rig.run();
    assertThat(rig.operations).hasSize(launches);
    for (int i = 1; i < launches; i++) {
      assertThat(rig.operations.get(i).start()).isGreaterThan(rig.operations.get(i - 1).end());
    }
  }

  private static List<String> times(long seed) {
    StreamRig rig = program(seed, new StreamRig(streams(new Random(seed)), 2, 1, true)).run();
    List<String> all = new ArrayList<>();
    for (int i = 0; i < rig.operations.size(); i++) {
      all.add(rig.times(i));
    }
    return all;
  }

  /** Whether a device does one after the other, in the order of submission. */
  private static boolean excludes(StreamOperation a, StreamOperation b, int queues, int engines) {
    if (a.isTransfer() != b.isTransfer()) {
      return engines == 0;
    }
    boolean sameWay = a.step instanceof HostStep.Upload == b.step instanceof HostStep.Upload;
    return a.isTransfer() ? engines < 2 || sameWay : queues == 1;
  }

  private static ProgramStreams streams(Random random) {
    List<ProgramStreams.Stream> all = new ArrayList<>();
    int n = 1 + random.nextInt(4);
    for (int s = 1; s <= n; s++) {
      all.add(new ProgramStreams.Stream("s" + s, random.nextInt(3) > 0));
    }
    return new ProgramStreams(all, StreamRig.names(EVENTS));
  }

  private static StreamRig program(long seed, StreamRig rig) {
    Random random = new Random(seed);
    ProgramStreams streams = streams(random);
    boolean[] recorded = new boolean[EVENTS];
    int steps = random.nextInt(60);
    for (int i = 0; i < steps; i++) {
      int stream = random.nextInt(1 + streams.streams().size());
      boolean all =
          stream == 0 || streams.streams().get(stream - 1).inOrder() || random.nextBoolean();
      int event = random.nextInt(EVENTS);
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> rig.launch(stream, 1 + random.nextInt(200));
        case 3, 4 -> rig.upload(stream, random.nextInt(4) > 0);
        case 5, 6 -> rig.download(stream);
        case 7 -> rig.fill(stream);
        case 8 -> {
          rig.record(stream, event, all);
          recorded[event] = true;
        }
        case 9, 10 -> {
          if (recorded[event]) {
            rig.await(stream, event, all);
          }
        }
        default -> {
          switch (random.nextInt(4)) {
            case 0 -> rig.synchronize();
            case 1 -> {
              if (recorded[event]) {
                rig.synchronizeEvent(event);
              }
            }
            default -> rig.synchronizeStream(stream);
          }
        }
      }
    }
    return rig;
  }

  /** What each operation waits for, and what the host had waited for when it called. */
  private static final class Reference {
    final List<Set<Integer>> after = new ArrayList<>();
    final List<Set<Integer>> known = new ArrayList<>();
    private final ProgramStreams streams;
    private final List<Set<Integer>> ofStream = new ArrayList<>();
    private final List<Set<Integer>> barrier = new ArrayList<>();
    private final List<Set<Integer>> once = new ArrayList<>();
    private final List<Set<Integer>> events = new ArrayList<>();
    private final Set<Integer> everything = new TreeSet<>();
    private final Set<Integer> host = new TreeSet<>();
    private int lastOfDefault = -1;

    Reference(ProgramStreams streams, List<ProgramItem> items) {
      this.streams = streams;
      for (int s = 0; s <= streams.streams().size(); s++) {
        ofStream.add(new TreeSet<>());
        barrier.add(new TreeSet<>());
        once.add(new TreeSet<>());
      }
      for (int e = 0; e < EVENTS; e++) {
        events.add(new TreeSet<>());
      }
      items.forEach(
          item -> {
            if (item instanceof HostStep step) {
              step(step);
            }
          });
    }

    private boolean inOrder(int stream) {
      return stream == 0 || streams.streams().get(stream - 1).inOrder();
    }

    private void step(HostStep step) {
      if (step instanceof HostStep.InStream in) {
        operation(in.stream(), in.operation());
      } else if (step instanceof HostStep.RecordEvent r) {
        Set<Integer> marked = new TreeSet<>();
        if (!r.all()) {
          ofStream.get(r.stream()).stream().reduce((a, b) -> b).ifPresent(marked::add);
        } else if (r.stream() == 0) {
          marked.addAll(everything);
        } else {
          marked.addAll(ofStream.get(r.stream()));
          marked.addAll(barrier.get(r.stream()));
        }
        events.set(r.event(), marked);
      } else if (step instanceof HostStep.WaitEvent w) {
        (w.all() ? barrier : once).get(w.stream()).addAll(events.get(w.event()));
      } else if (step instanceof HostStep.SynchronizeStream s) {
        host.addAll(ofStream.get(s.stream()));
      } else if (step instanceof HostStep.SynchronizeEvent e) {
        host.addAll(events.get(e.event()));
      } else if (step instanceof HostStep.Synchronize) {
        host.addAll(everything);
      } else {
        operation(0, step);
      }
    }

    private void operation(int stream, HostStep step) {
      int number = after.size();
      boolean transfer = step instanceof HostStep.Upload || step instanceof HostStep.Download;
      if (stream == 0 && transfer) {
        host.addAll(everything);
      }
      Set<Integer> before = new TreeSet<>(barrier.get(stream));
      before.addAll(once.get(stream));
      once.get(stream).clear();
      if (stream == 0) {
        before.addAll(everything);
      } else if (inOrder(stream)) {
        before.addAll(ofStream.get(stream));
      }
      if (lastOfDefault >= 0) {
        before.add(lastOfDefault);
      }
      after.add(before);
      known.add(new TreeSet<>(host));
      everything.add(number);
      ofStream.get(stream).add(number);
      lastOfDefault = stream == 0 ? number : lastOfDefault;
      if (transfer && (stream == 0 || !StreamOperation.isPinned(step))) {
        host.add(number);
      }
    }
  }
}
