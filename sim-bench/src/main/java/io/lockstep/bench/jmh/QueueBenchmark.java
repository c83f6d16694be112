package io.lockstep.bench.jmh;

import io.lockstep.bench.Increments;
import io.lockstep.bench.hold.PriorityQueueHold;
import io.lockstep.bench.hold.WheelHold;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time per event of the hold model on the timing wheel and on {@link java.util.PriorityQueue}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"-XX:+UseSerialGC", "-Xms2g", "-Xmx2g"})
public class QueueBenchmark {
  private static final int EVENTS = 100_000;

  private interface Hold {
    long run(long events);
  }

  @Param({"wheel", "wheel8kinds", "priorityQueue"})
  public String queue;

  /** The distribution of delays. */
  @Param({"gpu", "exponential", "far"})
  public String increments;

  @Param({"2000", "20000", "200000"})
  public int pending;

  private Hold hold;

  @Setup
  public void fill() {
    int[] table =
        switch (increments) {
          case "gpu" -> Increments.gpu();
          case "exponential" -> Increments.exponential();
          default -> Increments.bimodal();
        };
    hold =
        switch (queue) {
          case "wheel" -> new WheelHold(table, pending, 1)::run;
          case "wheel8kinds" -> new WheelHold(table, pending, 8)::run;
          default -> new PriorityQueueHold(table, pending)::run;
        };
  }

  /** Takes an event and adds it again. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long hold() {
    return hold.run(EVENTS);
  }
}
