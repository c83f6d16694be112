// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.BinaryHeapQueue;
import io.lockstep.core.queue.EventQueue;
import io.lockstep.core.queue.TimingWheel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One simulation: partitions, components, ports, and the loop that runs them.
 *
 * <p>Partitions run in windows at most as long as the smallest latency between two partitions;
 * messages between them wait in mailboxes, which are drained when the window ends, by receiving and
 * then by sending partition. So the number of threads has no effect on results. There is no static
 * state: any number of simulations can coexist in one JVM.
 *
 * <p>Not thread-safe, but different threads may use a simulation one after the other. With more
 * than one thread it starts helpers when there is work for them; these end shortly after its last
 * run, or with {@link #close}.
 */
public final class Simulation implements Assembly, AutoCloseable {
  /** The reason for the end of a run. */
  public enum Status {
    /** No event is left. */
    DONE,
    /** The requested tick has been reached. */
    LIMIT,
    /** A handler has called {@link Simulation#pause}; a further run continues. */
    PAUSED
  }

  private final Supplier<? extends EventQueue> queues;
  private final int ringSize;
  private final Partitions partitions = new Partitions();
  private final Components components = new Components();
  private final Ports ports = new Ports(partitions, components);
  private final Sinks sinks;
  private final WindowRunner runner;
  private final ProgressWatch watch;
  private final Windows windows;
  private final Surroundings surroundings;

  private boolean running;
  private boolean failed;

  private Simulation(Builder builder) {
    this.queues = builder.queues;
    this.ringSize = builder.ringSize;
    this.sinks = new Sinks(partitions);
    this.runner = new WindowRunner(partitions, sinks, builder.threads, builder.always);
    this.watch = new ProgressWatch(partitions, components, ports, builder.progressTimeout);
    this.windows = new Windows(partitions, ports, runner, watch);
    this.surroundings = new Surroundings(this, components, ports, runner, builder.shuffles);
  }

  /** {@return a builder with default options} */
  public static Builder builder() {
    return new Builder();
  }

  /** Options of a simulation; all have defaults. */
  public static final class Builder {
    private Supplier<? extends EventQueue> queues = TimingWheel::new;
    private boolean shuffles;
    private int ringSize = 2048;
    private long progressTimeout = EventQueue.NEVER;
    private int threads = 1;
    private boolean always;

    private Builder() {}

    /**
     * Sets the number of threads that run partitions, including the caller's; default 1.
     *
     * @param count at least one
     * @return this builder
     */
    public Builder threads(int count) {
      if (count < 1) {
        throw new IllegalArgumentException(count + " threads");
      }
      threads = count;
      return this;
    }

    /** Uses helpers even for windows that are too small to benefit; for tests. */
    Builder alwaysHelp() {
      always = true;
      return this;
    }

    /**
     * Permutes events of the same tick, pass, phase and kind that come from different sources;
     * results stay the same if the model observes the rules of ports. Slow; for tests.
     *
     * @param seed determines the order
     * @return this builder
     */
    public Builder shuffleTies(long seed) {
      queues = () -> new BinaryHeapQueue(seed);
      shuffles = true;
      return this;
    }

    /**
     * Sets the implementation of event queues; for tests.
     *
     * @param factory creates an empty queue with every call
     * @return this builder
     */
    public Builder eventQueue(Supplier<? extends EventQueue> factory) {
      queues = factory;
      shuffles = false;
      return this;
    }

    /**
     * Sets the number of slots of a partition's dispatch ring.
     *
     * @param slots a power of two
     * @return this builder
     */
    public Builder ringSize(int slots) {
      if (slots < 1 || Integer.bitCount(slots) != 1) {
        throw new IllegalArgumentException("ring size " + slots + " is not a power of two");
      }
      ringSize = slots;
      return this;
    }

    /**
     * Sets the progress timeout: the maximum ticks without {@link Partition#retired} work or {@link
     * Simulation#progress}. Causes are then recorded for some ticks, after which the run ends with
     * a {@link NoProgressException}. Intervals without events do not count. Default: unlimited.
     *
     * @param ticks at least one
     * @return this builder
     */
    public Builder progressTimeout(long ticks) {
      progressTimeout = ticks;
      return this;
    }

    /** {@return an empty simulation} */
    public Simulation build() {
      return new Simulation(this);
    }
  }

  /**
   * Adds a partition.
   *
   * @param name unique within the simulation
   * @return the partition, to which components and kinds are added
   */
  public Partition partition(String name) {
    Partition partition =
        new Partition(surroundings, partitions.count(), name, queues.get(), ringSize);
    partitions.add(partition);
    sinks.watch(partition);
    return partition;
  }

  /** {@return the partitions in order of creation} */
  public List<Partition> partitions() {
    return List.of(partitions.all());
  }

  @Override
  public String path(int component) {
    return components.path(component);
  }

  @Override
  public int components() {
    return components.count();
  }

  @Override
  public void waitReason(int component, Supplier<String> reason) {
    watch.reason(component, reason);
  }

  @Override
  public void waitsFor(int component, Supplier<List<Integer>> others) {
    watch.waitsFor(component, others);
  }

  @Override
  public void progress(LongSupplier count) {
    watch.progress(count);
  }

  @Override
  public void beforeWindows(Runnable work) {
    windows.before(work);
  }

  @Override
  public long windowTicks() {
    return windows.ticks();
  }

  /**
   * Adds a sink that receives all later events, on the simulation's thread.
   *
   * @param sink receives every event
   */
  public void attach(EventSink sink) {
    attach(sink, SinkThread.SAME);
  }

  /**
   * Adds a sink that receives all later events. May be called only between runs. Its exceptions end
   * the run, with some delay if the sink has its own thread.
   *
   * @param sink receives every event
   * @param thread the thread that calls it
   */
  public void attach(EventSink sink, SinkThread thread) {
    if (running || failed) {
      throw new EngineException("a simulation can be watched only between runs");
    }
    sinks.attach(sink, thread, runner.window() + 1);
  }

  /**
   * Runs until no event is left or a handler pauses the run.
   *
   * @return the reason why the run ended
   */
  public Status run() {
    return advance(EventQueue.NEVER - 1);
  }

  /**
   * Runs all events up to and including a tick, unless no event is left or a handler pauses the run
   * earlier.
   *
   * @param tick the last tick to execute
   * @return the reason why the run ended
   */
  public Status runUntil(long tick) {
    Status status = advance(tick);
    if (status == Status.LIMIT) {
      partitions.advanceTo(tick);
    }
    return status;
  }

  private Status advance(long limit) {
    if (running || failed) {
      throw new EngineException(
          running ? "the simulation is running" : "the simulation has failed");
    }
    running = true;
    failed = true; // unless the loop returns: after an exception a tick is half executed
    try {
      partitions.open(false);
      sinks.begin();
      Status status =
          switch (windows.run(limit)) {
            case DONE -> Status.DONE;
            case LIMIT -> Status.LIMIT;
            case PAUSED -> Status.PAUSED;
          };
      if (sinks.arePolled()) {
        sinks.poll(partitions.count());
      }
      sinks.drain();
      failed = false;
      return status;
    } finally {
      running = false;
      runner.end();
      sinks.end();
      partitions.open(true);
    }
  }

  @Override
  public void pause() {
    windows.pause();
  }

  /**
   * Ends the threads of this simulation after sinks have received all executed events. A further
   * run starts them again. Optional, since they also end when idle.
   */
  @Override
  public void close() {
    runner.close();
    sinks.close();
  }

  /**
   * Ends this run and later ones with a {@link StoppedException}; for any thread.
   *
   * @param reason message of the exception
   */
  public void stop(String reason) {
    windows.stop(reason);
  }

  /** {@return the number of windows begun; a change shows that handlers return} For any thread. */
  public long windows() {
    return windows.begun();
  }

  /** {@return the threads that help this simulation, except the caller's} For any thread. */
  public List<Thread> helpers() {
    List<Thread> threads = new ArrayList<>();
    runner.addThreads(threads);
    sinks.addThreads(threads);
    return threads;
  }

  /** {@return the latest tick that any partition has reached} */
  public long now() {
    return partitions.now();
  }

  /** {@return the number of executed events, including those of ports} */
  public long events() {
    return partitions.events();
  }

  /** {@return the amount of retired work; see {@link Partition#retired}} */
  public long retired() {
    return partitions.retired();
  }

  /** {@return the hash over all executed events, 16 hexadecimal digits} */
  public String fingerprint() {
    return Fingerprint.text(partitions.fingerprint());
  }

  /**
   * {@return a report on why the simulation does not progress} Lists senders without credit, ports
   * with waiting messages, and the components' reasons; circular waits; the last events of waiting
   * components; and, if recorded, the events that led to the last ones. For callers that expected
   * further progress when a run ended.
   */
  public String diagnosis() {
    return watch.report();
  }

  int owner(int component) {
    return components.owner(component);
  }

  Ports ports() {
    return ports;
  }

  WindowRunner runner() {
    return runner;
  }
}
