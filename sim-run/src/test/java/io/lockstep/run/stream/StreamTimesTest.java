// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramStreams;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

/** Times of operations that overlap, against a count picosecond by picosecond. */
class StreamTimesTest {
  private static final int TIME = 60;
  private static final ProgramStreams STREAMS =
      new ProgramStreams(
          List.of(new ProgramStreams.Stream("a", true), new ProgramStreams.Stream("b", true)),
          List.of());

  private static StreamOperation operation(Random random, int number) {
    int begin = random.nextInt(TIME - 10);
    int end = begin + random.nextInt(10);
    boolean transfer = random.nextBoolean();
    HostStep step =
        transfer ? new HostStep.Upload(number, 0, 4, false) : new HostStep.Fill(number, 0, 4);
    StreamOperation o =
        new StreamOperation(number, -1, 0, 0, random.nextInt(3), step, new long[0], 0);
    int fixed = transfer ? random.nextInt(end - begin + 1) : 0;
    o.starts(begin + fixed, fixed);
    o.ends(end);
    return o;
  }

  private static int running(List<StreamOperation> all, int time, Predicate<StreamOperation> kind) {
    return (int) all.stream().filter(kind).filter(o -> o.begin() <= time && time < o.end()).count();
  }

  private static Map<String, Long> written(StreamTimes times) {
    Map<String, Long> found = new TreeMap<>();
    times.write(
        new StatisticsSink() {
          @Override
          public void count(String name, long value) {
            found.put(name, value);
          }

          @Override
          public void ratio(String name, long numerator, long denominator) {
            throw new AssertionError(name);
          }
        });
    return found;
  }

  @Property(tries = 200)
  @Label("times of kernels, transfers and their overlap are the picoseconds in which they ran")
  void timesAreThePicosecondsInWhichOperationsRan(@ForAll long seed) {
    Random random = new Random(seed);
    List<StreamOperation> all = new ArrayList<>();
    for (int n = 0; n < 8; n++) {
      all.add(operation(random, n));
    }
    all.sort(Comparator.comparingLong(StreamOperation::begin));
    StreamTimes times = new StreamTimes(STREAMS);
    for (StreamOperation o : all) {
      times.passes(o.begin());
      times.starts(o);
      times.ends(o);
    }
    long kernels = 0;
    long transfers = 0;
    long overlap = 0;
    long several = 0;
    for (int time = 0; time < TIME; time++) {
      int k = running(all, time, o -> !o.isTransfer());
      int t = running(all, time, StreamOperation::isTransfer);
      kernels += k > 0 ? 1 : 0;
      transfers += t > 0 ? 1 : 0;
      overlap += k > 0 && t > 0 ? 1 : 0;
      several += k > 1 ? 1 : 0;
    }
    times.serialises(all.get(0));
    Map<String, Long> found = written(times);
    assertThat(found)
        .containsEntry("streams.time.kernels", kernels)
        .containsEntry("streams.time.transfers", transfers)
        .containsEntry("streams.time.overlap", overlap)
        .containsEntry("streams.time.side_by_side", several)
        .containsEntry("streams.serialised", 1L)
        .containsEntry("streams.operations", 8L);
    assertThat(times.anyKernel()).isEqualTo(kernels);
    assertThat(times.anyTransfer()).isEqualTo(transfers);
    assertThat(times.overlap()).isEqualTo(overlap);
    long first = all.get(0).isTransfer() ? 1 : 0;
    assertThat(times.transfersThatWaited()).isEqualTo(first);
    assertThat(times.launchesThatWaited()).isEqualTo(1 - first);
    for (int s = 0; s < 3; s++) {
      int stream = s;
      String own = "stream[" + STREAMS.name(s) + "].streams.";
      List<StreamOperation> its = all.stream().filter(o -> o.stream == stream).toList();
      assertThat(found)
          .containsEntry(own + "operations", (long) its.size())
          .containsEntry(own + "kernels", sum(its, false))
          .containsEntry(own + "transfers", sum(its, true));
    }
  }

  private static long sum(List<StreamOperation> of, boolean transfers) {
    return of.stream()
        .filter(o -> o.isTransfer() == transfers)
        .mapToLong(o -> o.end() - o.begin())
        .sum();
  }
}
