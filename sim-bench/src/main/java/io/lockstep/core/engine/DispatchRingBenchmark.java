package io.lockstep.core.engine;

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

/** Time per event to pass the dispatch ring, by slice size. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"-XX:+UseSerialGC", "-Xms512m", "-Xmx512m"})
public class DispatchRingBenchmark {
  private static final int EVENTS = 65_536;

  @Param({"1", "4", "16", "64", "512"})
  public int slice;

  private DispatchRing ring;
  private TimingWheel queue;
  private long tick;

  @Setup
  public void assemble() {
    ring = new DispatchRing(2048);
    queue = new TimingWheel();
    queue.kind(0, Phase.WORK);
    tick = 0;
  }

  /** Fills the queue, then publishes and releases it slice by slice. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long pass() {
    long high = 0;
    for (int done = 0; done < EVENTS; done += slice) {
      tick++;
      for (int i = 0; i < slice; i++) {
        queue.add(tick, 0, i, 0);
      }
      queue.open(tick);
      queue.nextKind();
      high = ring.publish(queue, tick, slice);
      ring.executed(high);
      queue.nextKind();
      queue.nextPass();
    }
    return high;
  }
}
