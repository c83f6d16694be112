package io.lockstep.core.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One simulation: partitions, components, ports, and the loop that runs them.
 *
 * <p>Partitions run in windows as long as the smallest latency of a port between two of them; what
 * they send each other meanwhile waits in mailboxes, which are emptied when the window ends, in
 * order of the sending partitions. So the result would be the same if they ran at once. There are no
 * statics: any number of simulations live in one JVM. Not thread-safe.
 */
public final class Simulation {
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
  private final boolean shuffles;
  private final int ringSize;
  private final ProgressWatch watch;
  private final List<EventSink> sinks = new ArrayList<>();
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
  private long[] portNames = {};
  private int[] portReceivers = {};
  private int[] portSenders = {};
  private Mailbox[] mailboxes = {};
  private long lookAhead = EventQueue.NEVER;

  private BooleanSupplier gate;
  private boolean inWindow;
  private long windowEnd;
  private boolean running;
  private boolean failed;

  private Simulation(Builder builder) {
    this.queues = builder.queues;
    this.shuffles = builder.shuffles;
    this.ringSize = builder.ringSize;
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

    private Builder() {}

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
     * How many ticks may be simulated without {@link Partition#retired} work before the run ends
     * with a {@link NoProgressException}; pauses without events do not count. Unlimited if not set.
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
    sinks.forEach(partition::attach);
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
    Port port =
        new Port(id, full, sender, from, receiver, to, latency, capacity, work, credit);
    if (id == ports.length) {
      ports = Arrays.copyOf(ports, Math.max(16, 2 * id));
      portNames = Arrays.copyOf(portNames, ports.length);
      portReceivers = Arrays.copyOf(portReceivers, ports.length);
      portSenders = Arrays.copyOf(portSenders, ports.length);
    }
    ports[id] = port;
    portNames[id] = Fingerprint.ofName(full);
    portReceivers[id] = to;
    portSenders[id] = from;
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
   * Asks before a partition executes the events of a new tick; where the answer is false, the run
   * ends there as suspended.
   */
  public void gate(BooleanSupplier ready) {
    gate = ready;
  }

  /** Adds a sink that sees all events from now on. */
  public void attach(EventSink sink) {
    sinks.add(sink);
    for (Partition partition : partitions) {
      partition.attach(sink);
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
      throw new EngineException(running ? "the simulation is running" : "the simulation has failed");
    }
    running = true;
    failed = true; // until the loop has come back: after an exception a tick is half executed
    try {
      for (Partition partition : partitions) {
        partition.open(false);
      }
      Status status = windows(limit);
      failed = false;
      return status;
    } finally {
      running = false;
      for (Partition partition : partitions) {
        partition.open(true);
      }
    }
  }

  private Status windows(long limit) {
    while (true) {
      if (!inWindow) {
        drainMailboxes();
        long start = nextTick();
        if (start == EventQueue.NEVER || start > limit) {
          return start == EventQueue.NEVER ? done() : Status.LIMIT;
        }
        windowEnd = start + Math.min(lookAhead, EventQueue.NEVER - start);
        for (Partition partition : partitions) {
          partition.advanceTo(start);
        }
        inWindow = true;
      }
      long stop = Math.min(windowEnd, limit + 1);
      for (Partition partition : partitions) { // those that have run to here already do nothing
        partition.open(true);
        boolean through = partition.runTo(stop);
        partition.open(false);
        if (!through) {
          return Status.SUSPENDED;
        }
      }
      if (stop == windowEnd || nextTick() == EventQueue.NEVER) {
        inWindow = false;
      } else {
        return Status.LIMIT;
      }
    }
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

  boolean mayExecute(Partition partition, long tick) {
    if (gate != null && !gate.getAsBoolean()) {
      return false;
    }
    watch.onTick(partition.now(), tick);
    return true;
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
   * components say of themselves. For a caller that expected more when a run ended.
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
      hash = Fingerprint.mix(hash + portNames[i] + ports[i].latency() * 31 + ports[i].capacity());
    }
    return hash;
  }

  // ------------------------------------------------------------------ for the package

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

  long[] portNames() {
    return portNames;
  }

  /** For sinks: the component behind each port's event, the receiver of a message or of a credit. */
  int[] portComponents(EventKind kind) {
    return kind == kind.partition.arriveKind() ? portReceivers : portSenders;
  }
}
