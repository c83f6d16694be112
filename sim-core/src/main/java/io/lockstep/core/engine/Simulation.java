package io.lockstep.core.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
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
public final class Simulation implements AutoCloseable {
  /** How a run ended. */
  public enum Status {
    /** No event is left. */
    DONE,
    /** The gate is closed; a further run goes on exactly there. */
    SUSPENDED,
    /** The tick that was asked for is reached. */
    LIMIT
  }

  /** Most ticks of a window where something has to be asked between windows. */
  static final long LONGEST_WINDOW = 256;

  /**
   * Nanoseconds that partitions beside the busiest must be expected to cost for helpers to be
   * called: a meeting of threads costs one or two microseconds, caches included.
   */
  private static final long WORTH_HELP = 4_000;

  /** Every so many windows, a power of two, what partitions cost is measured anew. */
  private static final long MEASURED = 16;

  private final Supplier<? extends EventQueue> queues;
  private final boolean shuffles;
  private final boolean causes;
  private final int ringSize;
  private final Waiting waiting;
  private final long worthHelp;
  private final Crew crew; // null where the caller runs all partitions
  private final ProgressWatch watch;
  private final List<EventSink> sinks = new ArrayList<>();
  private final List<SinkHelper> sinkHelpers = new ArrayList<>();
  private final List<String> paths = new ArrayList<>();
  private final Map<String, Integer> components = new HashMap<>(); // looked up only, never walked
  private final Map<String, Integer> portsByName = new HashMap<>();
  private final List<Stateful> stateful = new ArrayList<>();
  private final List<String> statefulNames = new ArrayList<>();

  private Partition[] partitions = {};
  private int componentCount;
  private int[] owners = new int[16];
  private long[] componentNames = new long[16];
  private Port[] ports = {};
  private int portCount;
  private Mailbox[] mailboxes = {};
  private long lookAhead = EventQueue.NEVER;

  private BooleanSupplier gate;
  private boolean inWindow;
  private long windowEnd;
  private long window; // counts what is run between two meetings of the partitions
  private Partition[] busy = {};
  private boolean crewed;
  private boolean running;
  private boolean failed;

  private Simulation(Builder builder) {
    this.queues = builder.queues;
    this.shuffles = builder.shuffles;
    this.causes = builder.causes;
    this.ringSize = builder.ringSize;
    this.waiting = builder.waiting;
    this.worthHelp = builder.always ? 0 : WORTH_HELP;
    this.crew = builder.threads > 1 ? new Crew(builder.threads - 1, waiting) : null;
    this.watch = new ProgressWatch(this, builder.patience);
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
     * How many ticks may be simulated without {@link Partition#retired} work before the run ends
     * with a {@link NoProgressException}, some ticks later, in which causes are recorded; pauses
     * without events do not count. Unlimited if not set.
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
    Partition partition = new Partition(this, partitions.length, name, queues.get(), ringSize);
    partitions = Arrays.copyOf(partitions, partitions.length + 1);
    partitions[partition.id()] = partition;
    partition.recordCauses(causes);
    busy = new Partition[partitions.length];
    sinks.forEach(partition.ring()::attach);
    sinkHelpers.forEach(helper -> helper.add(partition));
    return partition;
  }

  /** The partitions in order of creation. */
  public List<Partition> partitions() {
    return List.of(partitions);
  }

  int addComponent(String path, int partition) {
    int id = paths.size();
    if (id == Event.MAX_COMPONENTS) {
      throw new EngineException(path + ": more than " + Event.MAX_COMPONENTS + " components");
    }
    if (components.putIfAbsent(path, id) != null) {
      throw new EngineException("there is a component " + path + " already");
    }
    paths.add(path);
    componentCount++;
    if (id == owners.length) {
      owners = Arrays.copyOf(owners, 2 * id);
      componentNames = Arrays.copyOf(componentNames, 2 * id);
    }
    owners[id] = partition;
    componentNames[id] = Fingerprint.ofName(path);
    return id;
  }

  Port addPort(
      String name,
      Partition sender,
      int from,
      Partition receiver,
      int to,
      long latency,
      int capacity,
      EventKind work,
      EventKind credit) {
    String full = path(to) + "." + name;
    int id = portCount;
    if (portsByName.putIfAbsent(full, id) != null) {
      throw new EngineException("there is a port " + full + " already");
    }
    Port port = new Port(id, full, sender, from, receiver, to, latency, capacity, work, credit);
    if (id == ports.length) {
      ports = Arrays.copyOf(ports, Math.max(16, 2 * id));
    }
    ports[id] = port;
    portCount++;
    if (port.crosses()) {
      lookAhead = Math.min(lookAhead, latency);
      collectMailboxes();
    }
    return port;
  }

  /** All mailboxes, those of one receiver together, in order of the senders. */
  private void collectMailboxes() {
    List<Mailbox> found = new ArrayList<>();
    for (Partition to : partitions) {
      for (Partition from : partitions) {
        Mailbox mailbox = from.mailboxOrNull(to.id());
        if (mailbox != null) {
          found.add(mailbox);
        }
      }
    }
    mailboxes = found.toArray(new Mailbox[0]);
  }

  /** The path of a component. */
  public String path(int component) {
    return component >= 0 && component < paths.size()
        ? paths.get(component)
        : "component " + component + " (unknown)";
  }

  /** Number of components. */
  public int components() {
    return paths.size();
  }

  /** Adds state that {@link #save} writes after the engine's own, in the order of these calls. */
  public void stateful(String name, Stateful part) {
    statefulNames.add(name);
    stateful.add(part);
  }

  /**
   * Lets a component say what it waits for in a report of missing progress.
   *
   * @param reason asked only then; null if it does not wait
   */
  public void waitReason(int component, Supplier<String> reason) {
    watch.reason(component, reason);
  }

  /**
   * Lets a component say for which others it waits, for the graph in a report of missing progress:
   * beyond blocked ports, of which the engine knows.
   *
   * @param others asked only then; empty if it does not wait
   */
  public void waitsFor(int component, Supplier<List<Integer>> others) {
    watch.waitsFor(component, others);
  }

  /**
   * Asks before each window, on the caller's thread, whether everything is there that it may use;
   * where the answer is false, the run ends there as suspended. See {@link #windowTicks}.
   */
  public void gate(BooleanSupplier ready) {
    gate = ready;
  }

  /**
   * The most ticks that are executed between two questions to the gate: the smallest latency of a
   * port between partitions, bounded. Known once all ports are there.
   */
  public long windowTicks() {
    return Math.min(lookAhead, LONGEST_WINDOW);
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
    if (thread == SinkThread.SAME) {
      sinks.add(sink);
      for (Partition partition : partitions) {
        partition.ring().attach(sink);
      }
    } else {
      SinkHelper helper = new SinkHelper(sink, sinkHelpers.size(), waiting, window + 1);
      sinkHelpers.add(helper);
      for (Partition partition : partitions) {
        helper.add(partition);
      }
    }
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
      for (Partition partition : partitions) {
        partition.advanceTo(tick);
      }
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
      for (Partition partition : partitions) {
        partition.open(false);
      }
      sinkHelpers.forEach(SinkHelper::begin);
      Status status = windows(limit);
      if (!sinks.isEmpty()) {
        pollUpTo(partitions.length);
      }
      if (status != Status.SUSPENDED) {
        sinkHelpers.forEach(SinkHelper::drain);
      }
      failed = false;
      return status;
    } finally {
      running = false;
      if (crew != null) {
        crew.end();
      }
      sinkHelpers.forEach(SinkHelper::end);
      for (Partition partition : partitions) {
        partition.open(true);
      }
    }
  }

  private Status windows(long limit) {
    if (inWindow && gate != null && !gate.getAsBoolean()) {
      return Status.SUSPENDED;
    }
    while (true) {
      if (!inWindow) {
        drainMailboxes();
        long start = nextTick();
        if (start == EventQueue.NEVER || start > limit) {
          return start == EventQueue.NEVER ? done() : Status.LIMIT;
        }
        if (gate != null && !gate.getAsBoolean()) {
          return Status.SUSPENDED;
        }
        watch.onTick(now(), start);
        long ticks = gate == null && !watch.isActive() ? lookAhead : windowTicks();
        windowEnd = start + Math.min(ticks, EventQueue.NEVER - start);
        for (Partition partition : partitions) {
          partition.advanceTo(start);
        }
        inWindow = true;
      }
      long stop = Math.min(windowEnd, limit + 1);
      runPartitions(stop);
      if (stop == windowEnd || nextTick() == EventQueue.NEVER) {
        inWindow = false;
      } else {
        return Status.LIMIT;
      }
    }
  }

  /** Runs all partitions up to a tick; those that have run to here already do nothing. */
  private void runPartitions(long stop) {
    window++;
    int count = 0;
    long expected = 0;
    long most = 0;
    for (Partition partition : partitions) {
      if (partition.nextTick() < stop) {
        busy[count++] = partition;
        expected += partition.cost();
        most = Math.max(most, partition.cost());
      } else {
        partition.skip(window);
      }
    }
    boolean timed = crew != null && (window & MEASURED - 1) == 0;
    crewed =
        crew != null
            && count > 1
            && expected - most >= worthHelp
            && (worthHelp == 0 || crew.isReady(window));
    if (crewed) {
      crew.run(partitions, busy, count, stop, window, timed);
      crewed = false;
      check(count);
    } else {
      for (int i = 0; i < count; i++) {
        busy[i].runWindow(stop, window, timed);
        check(i + 1);
        if (!sinks.isEmpty() && partitions.length > 1) {
          busy[i].poll();
        }
      }
    }
    if (!sinks.isEmpty() && partitions.length > 1) {
      pollUpTo(partitions.length);
    }
    for (int i = 0; i < sinkHelpers.size(); i++) {
      sinkHelpers.get(i).windowOver();
      sinkHelpers.get(i).check();
    }
  }

  /** Throws what the lowest of the first partitions has thrown. */
  private void check(int count) {
    Throwable first = null;
    for (int i = 0; i < count; i++) {
      Throwable failure = busy[i].failure();
      if (first == null) {
        first = failure;
      } else if (failure != null && failure != first) {
        first.addSuppressed(failure);
      }
    }
    if (first instanceof Error error) {
      throw error;
    }
    if (first != null) {
      throw (RuntimeException) first;
    }
  }

  /**
   * Lets sinks read until a partition's ring has room: called by the thread that runs it. Sinks see
   * lower partitions' events of the window first, so these must have been run to its end. That is
   * waited for; see {@link Crew} for why it ends.
   */
  void makeRoom(Partition partition, int count) {
    if (!sinks.isEmpty()) {
      for (int i = 0; crewed && !isTurnOf(partition); i++) {
        pause(i);
      }
      pollUpTo(partition.id() + 1);
    }
    for (int i = 0; !partition.ring().hasRoom(count); i++) {
      for (int k = 0; k < sinkHelpers.size(); k++) {
        sinkHelpers.get(k).parking.callAlways();
      }
      pause(i);
    }
  }

  private boolean isTurnOf(Partition partition) {
    for (int i = 0; i < partition.id(); i++) {
      if (partitions[i].finished() < window) {
        return false;
      }
    }
    return true;
  }

  /** Waits a little where nobody calls. */
  static void pause(int round) {
    if (round < 50) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(20_000);
    }
  }

  private void pollUpTo(int end) {
    for (int i = 0; i < end; i++) {
      partitions[i].poll();
    }
  }

  /**
   * Ends the threads of this simulation, after sinks have seen what was executed; a further run
   * starts them anew. Need not be called: they end by themselves.
   */
  @Override
  public void close() {
    if (crew != null) {
      crew.close();
    }
    sinkHelpers.forEach(SinkHelper::close);
  }

  private Status done() {
    long now = now();
    for (Partition partition : partitions) {
      partition.advanceTo(now);
    }
    return Status.DONE;
  }

  private long nextTick() {
    long next = EventQueue.NEVER;
    for (Partition partition : partitions) {
      next = Math.min(next, partition.nextTick());
    }
    return next;
  }

  private void drainMailboxes() {
    for (Mailbox mailbox : mailboxes) {
      if (!mailbox.isEmpty()) {
        mailbox.drain(ports);
      }
    }
  }

  /** The latest tick that any partition has reached. */
  public long now() {
    long now = 0;
    for (Partition partition : partitions) {
      now = Math.max(now, partition.now());
    }
    return now;
  }

  /** How many events have been executed, those of ports included. */
  public long events() {
    long sum = 0;
    for (Partition partition : partitions) {
      sum += partition.events();
    }
    return sum;
  }

  /** How much work has retired; see {@link Partition#retired}. */
  public long retired() {
    long sum = 0;
    for (Partition partition : partitions) {
      sum += partition.retired();
    }
    return sum;
  }

  /** The hash over all executed events, 16 hexadecimal digits. */
  public String fingerprint() {
    long sum = 0;
    for (Partition partition : partitions) {
      sum += partition.fingerprint();
    }
    return Fingerprint.text(sum);
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
    out.writeInt(partitions.length);
    out.writeInt(paths.size());
    out.writeLong(assemblyHash());
    out.writeBoolean(inWindow);
    out.writeLong(windowEnd);
    for (Partition partition : partitions) {
      partition.save(out);
    }
    for (int i = 0; i < portCount; i++) {
      ports[i].save(out);
    }
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
   * @throws io.lockstep.trace.InputException where the state does not fit
   */
  public void load(StateReader in) {
    requireIdle("loaded");
    in.begin("simulation");
    in.expect("number of partitions", partitions.length, in.readInt());
    in.expect("number of components", paths.size(), in.readInt());
    in.expect("hash of paths and ports", assemblyHash(), in.readLong());
    inWindow = in.readBoolean();
    windowEnd = in.readLong();
    for (Partition partition : partitions) {
      partition.load(in);
    }
    for (int i = 0; i < portCount; i++) {
      ports[i].load(in);
    }
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
    long hash = 0;
    for (int i = 0; i < paths.size(); i++) {
      hash = Fingerprint.mix(hash + componentNames[i] + owners[i]);
    }
    for (int i = 0; i < portCount; i++) {
      long port = Fingerprint.ofName(ports[i].name());
      hash = Fingerprint.mix(hash + port + ports[i].latency() * 31 + ports[i].capacity());
    }
    return hash;
  }

  // ------------------------------------------------------------------ for the package

  /** Remembers causes from now on, or as the builder said; between windows only. */
  void recordCauses(boolean wanted) {
    for (Partition partition : partitions) {
      partition.recordCauses(wanted || causes);
    }
  }

  boolean shuffles() {
    return shuffles;
  }

  /** The partition's id, or -1 for a number that is no component. */
  int owner(int component) {
    return component >= 0 && component < componentCount ? owners[component] : -1;
  }

  Partition partitionOf(int id) {
    return partitions[id];
  }

  Port port(int id) {
    return ports[id];
  }

  int ports() {
    return portCount;
  }

  long[] componentNames() {
    return componentNames;
  }
}
