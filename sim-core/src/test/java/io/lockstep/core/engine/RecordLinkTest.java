// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everybody reads everything, in order, and the window bounds what is retained. */
class RecordLinkTest {
  private static final Runnable NOBODY = () -> {};

  private static Thread producer(RecordLink<Integer> link, int count, int size) {
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; i < count && link.put(i, size); i++) {
                if (link.isHungry() && i % 7 == 0) {
                  link.flush();
                }
              }
              link.flush();
            });
    thread.start();
    return thread;
  }

  @Property(tries = 20)
  void everybodyReadsEverythingInOrder(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int readers,
      @ForAll @IntRange(min = 1, max = 5_000) int window,
      @ForAll @IntRange(min = 1, max = 40) int size)
      throws InterruptedException {
    int count = 6_000;
    RecordLink<Integer> link = new RecordLink<>(readers, window, NOBODY);
    Thread producer = producer(link, count, size);
    Random random = new Random(seed);
    int[] seen = new int[readers];
    int finished = 0;
    while (finished < readers) {
      int r = random.nextInt(readers);
      if (seen[r] == count) {
        continue;
      }
      for (int n = random.nextInt(300); n > 0 && seen[r] < count; n--) {
        Integer record = link.readers().get(r).poll();
        if (record == null) {
          break;
        }
        assertThat((int) record).isEqualTo(seen[r]++);
        finished += seen[r] == count ? 1 : 0;
      }
    }
    producer.join();
    assertThat(link.peakBytes()).isLessThanOrEqualTo(window - 1 + size);
  }

  @Test
  @Timeout(30)
  @DisplayName("readers on threads of their own")
  void readersOnThreadsOfTheirOwnSeeAllRecords() throws InterruptedException {
    int count = 200_000;
    AtomicInteger published = new AtomicInteger();
    RecordLink<Integer> link = new RecordLink<>(2, 1 << 14, published::incrementAndGet);
    List<Thread> threads = new ArrayList<>();
    long[] sums = new long[2];
    for (int r = 0; r < 2; r++) {
      int self = r;
      RecordLink.Reader<Integer> reader = link.readers().get(r);
      Thread thread =
          new Thread(
              () -> {
                while (reader.position() < count) {
                  Integer record = reader.poll();
                  if (record == null) {
                    Thread.yield();
                  } else {
                    sums[self] = sums[self] * 31 + record;
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    threads.add(producer(link, count, 8));
    for (Thread thread : threads) {
      thread.join();
    }
    long expected = 0;
    for (int i = 0; i < count; i++) {
      expected = expected * 31 + i;
    }
    assertThat(sums).containsOnly(expected);
    assertThat(published.get()).isBetween(count / RecordLink.BATCH, count);
    assertThat(link.retainedBytes()).isZero();
  }

  @Test
  @Timeout(30)
  @DisplayName("who is closed holds nobody up; where nobody reads, the producer is told")
  void aClosedReaderDelaysNoOtherReader() throws InterruptedException {
    RecordLink<Integer> link = new RecordLink<>(2, 100, NOBODY);
    Thread producer = producer(link, 1_000, 10);
    RecordLink.Reader<Integer> left = link.readers().get(0);
    link.readers().get(1).close();
    link.readers().get(1).close();
    while (left.position() < 500) {
      left.poll();
    }
    assertThatThrownBy(link.readers().get(1)::poll).isInstanceOf(IllegalStateException.class);
    left.close();
    producer.join();
    assertThat(link.put(1, 1)).isFalse();
  }

  @Test
  @Timeout(30)
  @DisplayName("a producer that waits for room is let go when the link is closed")
  void closedWhileFull() throws InterruptedException {
    RecordLink<Integer> link = new RecordLink<>(1, 100, NOBODY);
    Thread producer = producer(link, 1_000, 10);
    while (!link.readers().get(0).isReady()) {
      Thread.yield();
    }
    link.close();
    producer.join();
    assertThat(producer.isAlive()).isFalse();
  }

  @Test
  @DisplayName("what the producer fails with comes after its last record")
  void whatTheProducerFailsWithComesAfterItsLastRecord() {
    RecordLink<Integer> link = new RecordLink<>(1, 100, NOBODY);
    RecordLink.Reader<Integer> reader = link.readers().get(0);
    assertThat(reader.poll()).isNull();
    assertThat(link.isHungry()).isTrue();
    link.put(7, 1);
    assertThat(reader.isReady()).isFalse();
    link.fail(new IllegalArgumentException("the kernel went wrong"));
    assertThat(reader.isReady()).isTrue();
    assertThat(reader.poll()).isEqualTo(7);
    assertThat(reader.isReady()).isTrue();
    assertThatThrownBy(reader::poll).hasMessage("the kernel went wrong");
    assertThatThrownBy(() -> new RecordLink<>(0, 1, NOBODY))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("nothing is published for a single record, everything for a full batch")
  void nothingIsPublishedForASingleRecord() {
    AtomicInteger published = new AtomicInteger();
    RecordLink<Integer> link = new RecordLink<>(1, 1 << 20, published::incrementAndGet);
    for (int i = 0; i < 10 * RecordLink.BATCH; i++) {
      link.put(i, 1);
    }
    assertThat(published.get()).isEqualTo(10);
    link.flush();
    assertThat(published.get()).isEqualTo(10);
  }

  @Test
  @DisplayName("more records than slots, of growing size, in a window never full: all is let go")
  void lapsWithinTheWindow() {
    RecordLink<Integer> link = new RecordLink<>(1, 1L << 40, NOBODY);
    RecordLink.Reader<Integer> reader = link.readers().get(0);
    for (int i = 0; i < 100_000; i++) {
      link.put(i, i);
      if (i % 1_000 == 0) {
        link.flush();
        while (reader.poll() != null) {
          assertThat(reader.position()).isLessThanOrEqualTo(i + 1);
        }
      }
    }
    link.flush();
    while (reader.poll() != null) {
      assertThat(reader.position()).isPositive();
    }
    assertThat(reader.poll()).isNull();
    assertThat(link.retainedBytes()).isZero();
  }

  @Property(tries = 20)
  void batchesArriveInOrderWithinTheWindow(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3) int readers,
      @ForAll @IntRange(min = 1, max = 40) int size)
      throws InterruptedException {
    int count = 20_000;
    int window = 30_000;
    RecordLink<Integer> link = new RecordLink<>(readers, window, NOBODY);
    Thread producer =
        new Thread(
            () -> {
              Random random = new Random(seed);
              Object[] batch = new Object[RecordLink.BATCH];
              for (int i = 0; i < count; ) {
                int n = Math.min(count - i, 1 + random.nextInt(batch.length));
                if (n < 5) { // and single ones between them
                  link.put(i++, size);
                  continue;
                }
                for (int k = 0; k < n; k++) {
                  batch[k] = i++;
                }
                link.put(batch, n, (long) n * size);
              }
              link.flush();
            });
    producer.start();
    Random random = new Random(seed);
    int[] seen = new int[readers];
    int finished = 0;
    while (finished < readers) {
      int r = random.nextInt(readers);
      RecordLink.Reader<Integer> reader = link.readers().get(r);
      int ready = seen[r] == count ? 0 : reader.ready();
      assertThat(ready).isBetween(0, RecordLink.BATCH);
      int taken = ready == 0 ? 0 : 1 + random.nextInt(ready);
      for (int k = 0; k < taken; k++) {
        assertThat((int) reader.get(k)).isEqualTo(seen[r]++);
      }
      reader.take(taken);
      finished += taken > 0 && seen[r] == count ? 1 : 0;
    }
    producer.join();
    assertThat(link.peakBytes()).isBetween((long) size, Math.max(window + 39L, 64L * size));
    for (RecordLink.Reader<Integer> reader : link.readers()) {
      assertThat(reader.poll()).isNull();
    }
    assertThat(link.retainedBytes()).isZero();
  }
}
