package io.lockstep.bench.whole;

import io.lockstep.core.engine.EventBatch;
import io.lockstep.core.engine.EventHandler;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.Simulation;

/**
 * The same engine without grouping: events of all kinds share one bucket a tick, in order of
 * scheduling, and every event calls a handler of its own kind.
 */
public final class SingleHandlerEngine {
  private static final int KIND_SHIFT = 29;
  private static final int ARGUMENT = (1 << KIND_SHIFT) - 1;
  private final Simulation simulation;
  private final Partition partition;
  private final EventKind mixed;
  private final EventHandler[] handlers;
  private final Model model;
  private long left;

  /** As {@link LockstepEngine}. */
  public SingleHandlerEngine(int[] increments, int pending) {
    model = new Model(increments);
    simulation = Simulation.builder().build();
    partition = simulation.partition("all");
    handlers =
        new EventHandler[] {
          (t, c, a) -> event(c, a, 0), (t, c, a) -> event(c, a, 1), (t, c, a) -> event(c, a, 2),
          (t, c, a) -> event(c, a, 3), (t, c, a) -> event(c, a, 4), (t, c, a) -> event(c, a, 5),
          (t, c, a) -> event(c, a, 6), (t, c, a) -> event(c, a, 7)
        };
    mixed = partition.kind("mixed", Phase.WORK, this::batch);
    for (int c = 0; c < Model.COMPONENTS; c++) {
      partition.component("component[" + c + "]");
    }
    simulation.gate(() -> left > 0);
    for (int i = 0; i < pending; i++) {
      next(i % Model.COMPONENTS, i);
    }
  }

  /** Runs at least so many events; answers how many. */
  public long run(long events) {
    left = events;
    simulation.run();
    return events - left;
  }

  private void batch(long tick, EventBatch batch) {
    int n = batch.size();
    for (int i = 0; i < n; i++) {
      int argument = batch.argument(i);
      handlers[argument >>> KIND_SHIFT].onEvent(tick, batch.component(i), argument & ARGUMENT);
    }
    left -= n;
  }

  private void event(int component, int argument, int salt) {
    model.counters[component] += argument ^ salt;
    next(component, argument + 1);
  }

  private void next(int component, int argument) {
    int draw = model.draw();
    int packed = model.kind(draw) << KIND_SHIFT | argument & ARGUMENT;
    partition.after(model.delay(draw), mixed, component, packed);
  }
}
