package io.lockstep.bench.jmh;

import io.lockstep.bench.CountingSink;
import io.lockstep.bench.Increments;
import io.lockstep.bench.whole.LockstepEngine;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.engine.SinkThread;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Time per event of the whole engine, with and without sinks. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"-XX:+UseSerialGC", "-Xms2g", "-Xmx2g"})
public class EngineBenchmark {
  private static final int EVENTS = 100_000;

  /** Sinks on the simulation's thread or on their own threads. */
  @Param({"none", "sink", "sinkThread", "threeSinkThreads"})
  public String sinks;

  @Param({"200", "1000", "20000"})
  public int pending;

  private Simulation simulation;
  private LockstepEngine running;

  @Setup
  public void assemble() {
    int[] gpu = Increments.gpu();
    simulation = Simulation.builder().build();
    int own = sinks.equals("sinkThread") ? 1 : sinks.equals("threeSinkThreads") ? 3 : 0;
    for (int i = 0; i < own; i++) {
      simulation.attach(new CountingSink(), SinkThread.OWN);
    }
    if (sinks.equals("sink")) {
      simulation.attach(new CountingSink());
    }
    running = new LockstepEngine(simulation, gpu, pending);
  }

  @TearDown
  public void close() {
    simulation.close();
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long events() {
    return running.run(EVENTS);
  }
}
