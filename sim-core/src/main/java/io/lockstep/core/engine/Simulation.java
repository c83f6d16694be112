package io.lockstep.core.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One simulation: partitions, components, ports, and the loop that runs them.
 *
 * <p>Partitions run in windows as long as the smallest latency of a port between two of them; what
 * they send each other meanwhile waits in mailboxes, which are emptied when the window ends, in
 * order of the sending partitions. So it changes nothing how many threads run them. There are no
 * statics: any number of simulations live in one JVM.
 *
 * <p>A simulation belongs to its caller: not thread-safe, but different threads may call it one
 * after the other. With more than one thread it starts helpers when there is work for them; these
 * end a little after its last run, or with {@link #close}.
 */
public final class Simulation implements Assembly, AutoCloseable {
  /** How a run ended. */
  public enum Status {
    /** No event is left. */
    DONE,
    /** The gate is closed; a further run goes on exactly there. */
    SUSPENDED,
    /** The tick that was asked for is reached. */
    LIMIT
  }

  private final Supplier<? extends EventQueue> queues;
  private final boolean causes;
  private final int ringSize;
  private final Partitions partitions = new Partitions();
  private final Components components = new Components();
  private final Ports ports = new Ports(partitions, components);
  private final Sinks sinks;
  private final WindowRunner runner;
  private final ProgressWatch watch;
  private final Windows windows;
  private final Surroundings surroundings;
  private final List<Stateful> stateful = new ArrayList<>();
  private final List<String> statefulNames = new ArrayList<>();

  private boolean running;
  private boolean failed;

  private Simulation(Builder builder) {
    this.queues = builder.queues;
    this.causes = builder.causes;
    this.ringSize = builder.ringSize;
    this.sinks = new Sinks(partitions, builder.waiting);
    this.runner =
        new WindowRunner(partitions, sinks, builder.threads, builder.waiting, builder.always);
    this.watch = new ProgressWatch(partitions, components, ports, causes, builder.patience);
    this.windows = new Windows(partitions, ports, runner, watch);
    this.surroundings = new Surroundings(this, components, ports, runner, builder.shuffles);
  }

  /** Options of a simulation. */
  public static Builder builder() {
    return new Builder();
  }

  /** Options of a simulation; all have defaults. */
  public static final class Builder {
    private Supplier<? extends EventQueue> queues = TimingWheel::new;
    private boolean shuffles;
    private int ringSize = 2048;
    private long patience = EventQueue.NEVER;
    private int threads = 1;
    private Waiting waiting = Waiting.PHASED;
    private boolean causes;
    private boolean always;

    private Builder() {}

    /**
     * How many threads run partitions, the caller's included; 1 if not set. More than there are
     * partitions are of no use.
     */
    public Builder threads(int count) {
      if (count < 1) {
        throw new IllegalArgumentException(count + " threads");
      }
      threads = count;
      return this;
    }

    /** How threads wait for each other; {@link Waiting#PHASED} if not set. */
    public Builder waiting(Waiting how) {
      waiting = how;
      return this;
    }

    /** Calls helpers even for windows that are not worth it; for tests. */
    Builder alwaysHelp() {
      always = true;
      return this;
    }

    /**
     * Permutes events of the same tick, pass, phase and kind that come from different sources; a
     * model that keeps the rules of ports gives the same results. Slow; for tests.
     */
    public Builder shuffleTies(long seed) {
      queues = () -> new BinaryHeapQueue(seed);
      shuffles = true;
      return this;
    }

    /** Another event queue, one for each partition; for tests. */
    public Builder eventQueue(Supplier<? extends EventQueue> factory) {
      queues = factory;
      shuffles = false;
      return this;
    }

    /** Slots of a partition's dispatch ring, a power of two. */
    public Builder ringSize(int slots) {
      if (slots < 1 || Integer.bitCount(slots) != 1) {
        throw new IllegalArgumentException("ring size " + slots + " is not a power of two");
      }
      ringSize = slots;
      return this;
    }

    /**
     * Remembers from the beginning which event schedules which, for {@link Simulation#diagnosis}.
     * Slow. Without it, causes are recorded once patience has run out.
     */
    public Builder recordCauses() {
      causes = true;
      return this;
    }

    /**
     * How many ticks may be simulated without {@link Partition#retired} work and without {@link
     * Simulation#progress} before the run ends with a {@link NoProgressException}, some ticks
     * later, in which causes are recorded; pauses without events do not count. Unlimited if not
     * set.
     */
    public Builder patience(long ticks) {
      patience = ticks;
      return this;
    }

    /** An empty simulation. */
    public Simulation build() {
      return new Simulation(this);
    }
  }

  // ------------------------------------------------------------------ assembly

  /** Adds a partition. */
  public Partition partition(String name) {
    Partition partition =
        new Partition(surroundings, partitions.count(), name, queues.get(), ringSize);
    partitions.add(partition);
    partition.recordCauses(causes);
    sinks.watch(partition);
    return partition;
  }

  /** The partitions in order of creation. */
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
  public void stateful(String name, Stateful part) {
    statefulNames.add(name);
    stateful.add(part);
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
  public void gate(BooleanSupplier ready) {
    windows.gate(ready);
  }

  @Override
  public long windowTicks() {
    return windows.ticks();
  }

  /** Adds a sink that sees all events from now on, on the simulation's thread. */
  public void attach(EventSink sink) {
    attach(sink, SinkThread.SAME);
  }

  /**
   * Adds a sink that sees all events from now on; between runs only. What it throws surfaces in the
   * run, on a thread of its own a little later.
   */
  public void attach(EventSink sink, SinkThread thread) {
    requireIdle("watched");
    sinks.attach(sink, thread, runner.window() + 1);
  }

  // ------------------------------------------------------------------ running

  /** Runs until no event is left or the gate closes. */
  public Status run() {
    return advance(EventQueue.NEVER - 1);
  }

  /** Runs all events up to and including a tick, unless none is left or the gate closes before. */
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
    failed = true; // until the loop has come back: after an exception a tick is half executed
    try {
      partitions.open(false);
      sinks.begin();
      Status status =
          switch (windows.run(limit)) {
            case DONE -> Status.DONE;
            case SUSPENDED -> Status.SUSPENDED;
            case LIMIT -> Status.LIMIT;
          };
      if (sinks.arePolled()) {
        sinks.poll(partitions.count());
      }
      if (status != Status.SUSPENDED) {
        sinks.drain();
      }
      failed = false;
      return status;
    } finally {
      running = false;
      runner.end();
      sinks.end();
      partitions.open(true);
    }
  }

  /**
   * Ends the threads of this simulation, after sinks have seen what was executed; a further run
   * starts them anew. Need not be called: they end by themselves.
   */
  @Override
  public void close() {
    runner.close();
    sinks.close();
  }

  /**
   * Ends a run before its next window with a {@link StoppedException}, and every later one; for any
   * thread.
   */
  public void stop(String reason) {
    windows.stop(reason);
  }

  /**
   * How many windows have begun: whoever sees it change knows that handlers return. For any thread.
   */
  public long windows() {
    return windows.begun();
  }

  /** The threads that help this simulation now, beside the caller's; for any thread. */
  public List<Thread> helpers() {
    List<Thread> threads = new ArrayList<>();
    runner.addThreads(threads);
    sinks.addThreads(threads);
    return threads;
  }

  /** The latest tick that any partition has reached. */
  public long now() {
    return partitions.now();
  }

  /** How many events have been executed, those of ports included. */
  public long events() {
    return partitions.events();
  }

  /** How much work has retired; see {@link Partition#retired}. */
  public long retired() {
    return partitions.retired();
  }

  /** The hash over all executed events, 16 hexadecimal digits. */
  public String fingerprint() {
    return Fingerprint.text(partitions.fingerprint());
  }

  /**
   * Who waits for what since when: senders without credit, ports with waiting messages, and what
   * components say of themselves; who waits for whom in a circle; the last events of those who
   * wait; and, where causes were recorded, what led to the last events. For a caller that expected
   * more when a run ended.
   */
  public String diagnosis() {
    return watch.report();
  }

  // ------------------------------------------------------------------ state

  /**
   * Writes the state of the engine and of everything given to {@link #stateful}; between runs only.
   */
  public void save(StateWriter out) {
    requireIdle("saved");
    out.begin("simulation");
    out.writeInt(partitions.count());
    out.writeInt(components.count());
    out.writeLong(assemblyHash());
    windows.save(out);
    partitions.save(out);
    ports.save(out);
    watch.save(out);
    for (int i = 0; i < stateful.size(); i++) {
      out.begin(statefulNames.get(i));
      stateful.get(i).save(out);
    }
    out.begin("end");
  }

  /**
   * Replaces the state by what a simulation of the same assembly has saved. Events scheduled during
   * assembly are dropped.
   *
   * @throws StateException where the state does not fit
   */
  public void load(StateReader in) {
    requireIdle("loaded");
    in.begin("simulation");
    in.expect("number of partitions", partitions.count(), in.readInt());
    in.expect("number of components", components.count(), in.readInt());
    in.expect("hash of paths and ports", assemblyHash(), in.readLong());
    windows.load(in);
    partitions.load(in);
    ports.load(in);
    watch.load(in);
    for (int i = 0; i < stateful.size(); i++) {
      in.begin(statefulNames.get(i));
      stateful.get(i).load(in);
    }
    in.begin("end");
  }

  private void requireIdle(String what) {
    if (running || failed) {
      throw new EngineException("a simulation can be " + what + " only between runs");
    }
  }

  private long assemblyHash() {
    return ports.hash(components.hash());
  }

  // ------------------------------------------------------------------ for the package

  /** The partition's id, or -1 for a number that is no component. */
  int owner(int component) {
    return components.owner(component);
  }

  Ports ports() {
    return ports;
  }

  WindowRunner runner() {
    return runner;
  }

  long[] componentNames() {
    return components.names();
  }
}
