package io.lockstep.core.engine;

/**
 * A partition's loop without its dispatch ring, to measure what the ring costs: same queue, checks,
 * fingerprint and batches, but slices are handled in a plain array.
 *
 * <p>In the engine's package, as it uses the engine's own batches and hash; possible because
 * benchmarks run on the class path.
 */
public final class RinglessPartition {
  private static final int SLICE = 2048;
  private static final int IDLE = -1;
  private final EventQueue queue = new TimingWheel();
  private final long[] slots = new long[SLICE];
  private final EventBatch batch = new EventBatch(slots);
  private final Partition owner;
  private final EventKind[] kinds = new EventKind[Event.MAX_KINDS];
  private final Simulation simulation;
  private int kindCount;
  private long now;
  private int phase = IDLE;
  private int source = -1;
  private long tickHash;
  private long fingerprint;
  private long events;

  /** A loop of its own; the simulation only knows its components. */
  public RinglessPartition() {
    simulation = Simulation.builder().build();
    owner = simulation.partition("all");
  }

  /** Adds a component. */
  public int component(String path) {
    return owner.component(path);
  }

  /** Adds a kind. */
  public EventKind kind(String name, Phase phase, BatchHandler handler) {
    EventKind kind =
        new EventKind(owner, kindCount, name, Fingerprint.ofName(name), phase, handler, null);
    kinds[kindCount++] = kind;
    queue.kind(kind.index, phase);
    return kind;
  }

  /** Schedules, with the checks of {@link Partition#at}. */
  public void after(long delay, EventKind kind, int component, int argument) {
    if (kind.partition != owner || simulation.owner(component) != owner.id()) {
      throw new EngineException("foreign kind or component");
    }
    long tick = now + delay;
    long event = Event.of(kind.index, component, argument);
    if (tick > now) {
      queue.add(tick, kind.index, event, source);
    } else if (phase == IDLE) {
      queue.add(tick, kind.index, event, source);
    } else {
      queue.addNow(kind.index, event, source, kind.rank <= phase);
    }
  }

  /** Runs the events of the next tick; false if there is none up to a limit. */
  public boolean tick(long limit) {
    long tick = queue.nextTick();
    if (tick > limit) {
      return false;
    }
    now = tick;
    queue.open(tick);
    tickHash = Fingerprint.ofTick(tick);
    do {
      int index;
      while ((index = queue.nextKind()) >= 0) {
        EventKind kind = kinds[index];
        phase = kind.rank;
        for (int left = queue.remaining(); left > 0; ) {
          int n = Math.min(left, SLICE);
          queue.take(slots, 0, n);
          EventBatch slice = batch.over(0, n);
          fingerprint += Fingerprint.of(tickHash, kind, simulation.componentNames(), slice);
          source = slice.component(0);
          kind.handler.onBatch(tick, slice);
          events += n;
          left -= n;
        }
      }
    } while (queue.nextPass());
    phase = IDLE;
    return true;
  }

  /** How many events have been executed. */
  public long events() {
    return events;
  }

  /** The hash over all executed events. */
  public String fingerprint() {
    return Fingerprint.text(fingerprint);
  }
}
