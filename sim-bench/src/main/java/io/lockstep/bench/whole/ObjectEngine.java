package io.lockstep.bench.whole;

import java.util.PriorityQueue;

/** The usual engine: an object an event, a class a kind, java.util.PriorityQueue. */
public final class ObjectEngine {
  private abstract static class Event implements Comparable<Event> {
    final long time;
    final long order;
    final int component;
    final int argument;

    Event(long time, long order, int component, int argument) {
      this.time = time;
      this.order = order;
      this.component = component;
      this.argument = argument;
    }

    abstract void fire(ObjectEngine engine);

    @Override
    public final int compareTo(Event other) {
      return time != other.time ? Long.compare(time, other.time) : Long.compare(order, other.order);
    }
  }

  private static final class Event0 extends Event {
    Event0(long time, long order, int component, int argument) {
      super(time, order, component, argument);
    }

    @Override
    void fire(ObjectEngine engine) {
      engine.model.counters[component] += argument ^ 0;
      engine.next(component, argument + 1);
    }
  }

  private static final class Event1 extends Event {
    Event1(long time, long order, int component, int argument) {
      super(time, order, component, argument);
    }

    @Override
    void fire(ObjectEngine engine) {
      engine.model.counters[component] += argument ^ 1;
      engine.next(component, argument + 1);
    }
  }

  private static final class Event2 extends Event {
    Event2(long time, long order, int component, int argument) {
      super(time, order, component, argument);
    }

    @Override
    void fire(ObjectEngine engine) {
      engine.model.counters[component] += argument ^ 2;
      engine.next(component, argument + 1);
    }
  }

  private static final class Event3 extends Event {
    Event3(long time, long order, int component, int argument) {
      super(time, order, component, argument);
    }

    @Override
    void fire(ObjectEngine engine) {
      engine.model.counters[component] += argument ^ 3;
      engine.next(component, argument + 1);
    }
  }

  private static final class Event4 extends Event {
    Event4(long time, long order, int component, int argument) {
      super(time, order, component, argument);
    }

    @Override
    void fire(ObjectEngine engine) {
      engine.model.counters[component] += argument ^ 4;
      engine.next(component, argument + 1);
    }
  }

  private static final class Event5 extends Event {
    Event5(long time, long order, int component, int argument) {
      super(time, order, component, argument);
    }

    @Override
    void fire(ObjectEngine engine) {
      engine.model.counters[component] += argument ^ 5;
      engine.next(component, argument + 1);
    }
  }

  private static final class Event6 extends Event {
    Event6(long time, long order, int component, int argument) {
      super(time, order, component, argument);
    }

    @Override
    void fire(ObjectEngine engine) {
      engine.model.counters[component] += argument ^ 6;
      engine.next(component, argument + 1);
    }
  }

  private static final class Event7 extends Event {
    Event7(long time, long order, int component, int argument) {
      super(time, order, component, argument);
    }

    @Override
    void fire(ObjectEngine engine) {
      engine.model.counters[component] += argument ^ 7;
      engine.next(component, argument + 1);
    }
  }

  private final PriorityQueue<Event> queue;
  private final Model model;
  private long now;
  private long order;

  /** As {@link LockstepEngine}. */
  public ObjectEngine(int[] increments, int pending) {
    model = new Model(increments);
    queue = new PriorityQueue<>(pending);
    for (int i = 0; i < pending; i++) {
      next(i % Model.COMPONENTS, i);
    }
  }

  /** Runs so many events. */
  public long run(long events) {
    for (long i = 0; i < events; i++) {
      Event event = queue.poll();
      now = event.time;
      event.fire(this);
    }
    return events;
  }

  private void next(int component, int argument) {
    int draw = model.draw();
    long time = now + model.delay(draw);
    queue.add(
        switch (model.kind(draw)) {
          case 0 -> new Event0(time, order++, component, argument);
          case 1 -> new Event1(time, order++, component, argument);
          case 2 -> new Event2(time, order++, component, argument);
          case 3 -> new Event3(time, order++, component, argument);
          case 4 -> new Event4(time, order++, component, argument);
          case 5 -> new Event5(time, order++, component, argument);
          case 6 -> new Event6(time, order++, component, argument);
          default -> new Event7(time, order++, component, argument);
        });
  }
}
