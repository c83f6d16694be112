// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench.whole;

import io.lockstep.core.engine.BatchHandler;
import io.lockstep.core.engine.EventBatch;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.Simulation;

/** The complete engine with a synthetic model: queue, ring, fingerprint, checks, batches. */
public final class LockstepEngine {
  private final Simulation simulation;
  private final Partition partition;
  private final EventKind[] kinds = new EventKind[Model.KINDS];
  private final Model model;
  private long left;

  /** Creates a simulation; the length of {@code increments} is a power of two. */
  public LockstepEngine(int[] increments, int pending) {
    this(Simulation.builder().build(), increments, pending);
  }

  public LockstepEngine(Simulation simulation, int[] increments, int pending) {
    this.simulation = simulation;
    model = new Model(increments);
    partition = simulation.partition("all");
    BatchHandler[] handlers = { // eight classes, so that the call is as megamorphic as in a device
      (t, b) -> batch(b, 0), (t, b) -> batch(b, 1), (t, b) -> batch(b, 2), (t, b) -> batch(b, 3),
      (t, b) -> batch(b, 4), (t, b) -> batch(b, 5), (t, b) -> batch(b, 6), (t, b) -> batch(b, 7)
    };
    for (int k = 0; k < Model.KINDS; k++) {
      kinds[k] = partition.kind("kind" + k, Phase.WORK, handlers[k]);
    }
    for (int c = 0; c < Model.COMPONENTS; c++) {
      partition.component("component[" + c + "]");
    }
    simulation.gate(() -> left > 0);
    for (int i = 0; i < pending; i++) {
      next(i % Model.COMPONENTS, i);
    }
  }

  /** Runs at least this many events, up to the end of a window, and returns the actual number. */
  public long run(long events) {
    left = events;
    simulation.run();
    return events - left;
  }

  private void batch(EventBatch batch, int salt) {
    int n = batch.size();
    for (int i = 0; i < n; i++) {
      int component = batch.component(i);
      int argument = batch.argument(i);
      model.counters[component] += argument ^ salt;
      next(component, argument + 1);
    }
    left -= n;
  }

  private void next(int component, int argument) {
    int draw = model.draw();
    partition.after(model.delay(draw), kinds[model.kind(draw)], component, argument);
  }
}
