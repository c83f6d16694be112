package io.lockstep.bench.jmh;

import io.lockstep.bench.CountingSink;
import io.lockstep.bench.Increments;
import io.lockstep.bench.whole.LockstepEngine;
import io.lockstep.bench.whole.ObjectEngine;
import io.lockstep.bench.whole.RinglessEngine;
import io.lockstep.bench.whole.SingleHandlerEngine;
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

/** Whole engines, with and without ring, batches and sinks; time an event. */
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

  private interface Engine {
    long run(long events);
  }

  /** Which engine; of ours also with sinks on the simulation's thread or on their own. */
  @Param({"ours", "noRing", "singleHandlers", "objects", "sink", "sinkThread", "threeSinkThreads"})
  public String engine;

  /** Pending events. */
  @Param({"200", "1000", "20000"})
  public int pending;

  private Simulation simulation;
  private Engine running;

  /** Assembles. */
  @Setup
  public void assemble() {
    int[] gpu = Increments.gpu();
    simulation = Simulation.builder().build();
    int own = engine.equals("sinkThread") ? 1 : engine.equals("threeSinkThreads") ? 3 : 0;
    for (int i = 0; i < own; i++) {
      simulation.attach(new CountingSink(), SinkThread.OWN);
    }
    if (engine.equals("sink")) {
      simulation.attach(new CountingSink());
    }
    running =
        switch (engine) {
          case "noRing" -> new RinglessEngine(gpu, pending)::run;
          case "singleHandlers" -> new SingleHandlerEngine(gpu, pending)::run;
          case "objects" -> new ObjectEngine(gpu, pending)::run;
          default -> new LockstepEngine(simulation, gpu, pending)::run;
        };
  }

  /** Ends the threads of sinks. */
  @TearDown
  public void close() {
    simulation.close();
  }

  /** Executes events that schedule further ones. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long events() {
    return running.run(EVENTS);
  }
}
