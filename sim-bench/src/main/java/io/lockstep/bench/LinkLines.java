package io.lockstep.bench;

import io.lockstep.core.engine.RecordLink;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * T11: passes records between threads by {@code RecordLink} in batches of 64, as {@code
 * SourceThread} uses it, and by a blocking queue.
 */
final class LinkLines {
  private static final int BATCHES = 9;
  private static final int CAPACITY = 1 << 14;
  private static final long BYTES = 100;

  private LinkLines() {}

  /** Passes records; returns the consumer's CPU time in nanoseconds. */
  private interface Transfer {
    long run(int records);
  }

  static List<Line> measure(Context context) {
    int records = context.quick() ? 500_000 : 2_000_000;
    double[] cpu = new double[2];
    double[] wall = new double[2];
    double[][] walls = new double[2][BATCHES];
    Arrays.fill(cpu, Double.MAX_VALUE);
    Transfer[] transfers = {LinkLines::blockingQueue, LinkLines::link};
    for (Transfer transfer : transfers) {
      transfer.run(records); // warm-up: compiles
    }
    for (int b = 0; b < BATCHES; b++) {
      for (int t = 0; t < 2; t++) {
        long from = Batches.cpuNanos();
        long start = System.nanoTime();
        long consumer = transfers[t].run(records);
        walls[t][b] = (double) (System.nanoTime() - start) / records;
        cpu[t] = Math.min(cpu[t], (double) (Batches.cpuNanos() - from + consumer) / records);
      }
    }
    for (int t = 0; t < 2; t++) {
      Arrays.sort(walls[t]);
      wall[t] = walls[t][BATCHES / 2];
    }
    return List.of(
        Line.atLeast(
                "T11",
                "source link in batches of 64: ArrayBlockingQueue / ours, CPU of both threads",
                cpu[0] / cpu[1],
                5)
            .with("blocking_queue_ns", cpu[0])
            .with("ours_ns", cpu[1])
            .with("blocking_queue_wall_ns", wall[0])
            .with("ours_wall_ns", wall[1])
            .with("wall_ratio", wall[0] / wall[1])
            .with("two_threads_slowdown", Cores.slowdown()));
  }

  private static long blockingQueue(int records) {
    ArrayBlockingQueue<Object> queue = new ArrayBlockingQueue<>(CAPACITY);
    long[] cpu = new long[1];
    Thread consumer =
        new Thread(
            () -> {
              for (int i = 0; i < records; i++) {
                try {
                  need(queue.take());
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
              cpu[0] = Batches.cpuNanos();
            });
    consumer.start();
    Object record = new Object();
    for (int i = 0; i < records; i++) {
      try {
        queue.put(record);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return join(consumer, cpu);
  }

  /** The consumer polls: it yields, then sleeps. */
  private static long link(int records) {
    RecordLink<Object> link = new RecordLink<>(1, CAPACITY * BYTES, () -> {});
    RecordLink.Reader<Object> reader = link.readers().get(0);
    long[] cpu = new long[1];
    Thread consumer =
        new Thread(
            () -> {
              int idle = 0;
              for (int i = 0; i < records; ) {
                int ready = reader.ready();
                if (ready > 0) {
                  for (int k = 0; k < ready; k++) {
                    need(reader.get(k));
                  }
                  reader.take(ready);
                  i += ready;
                  idle = 0;
                } else if (++idle < 100) {
                  Thread.yield();
                } else {
                  LockSupport.parkNanos(60_000);
                }
              }
              cpu[0] = Batches.cpuNanos();
            });
    consumer.start();
    Object record = new Object();
    Object[] batch = new Object[RecordLink.BATCH];
    for (int i = 0; i < records; ) {
      int count = Math.min(batch.length, records - i);
      for (int k = 0; k < count; k++) {
        batch[k] = record;
      }
      link.put(batch, count, count * BYTES);
      i += count;
    }
    return join(consumer, cpu);
  }

  private static void need(Object record) {
    if (record == null) {
      throw new IllegalStateException("a record is missing");
    }
  }

  private static long join(Thread consumer, long[] cpu) {
    try {
      consumer.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return cpu[0];
  }
}
