// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Phase;

/** The hold model as a whole engine: every event schedules one more. For tests of cost. */
final class HoldLoop {
  final Simulation simulation;
  private static final int[] NEAR = {1, 4, 8};
  private final Partition partition;
  private final EventKind[] kinds;
  private final long[] counters;
  private final int[] increments = increments();
  private long random;
  private long left;

  HoldLoop(int kindCount, int components, int pending, boolean batches, long seed) {
    simulation = Simulation.builder().build();
    partition = simulation.partition("all");
    kinds = new EventKind[kindCount]; // a power of two
    counters = new long[components];
    random = seed;
    for (int k = 0; k < kindCount; k++) {
      kinds[k] =
          batches
              ? partition.kind("kind" + k, Phase.WORK, this::onBatch)
              : partition.kind("kind" + k, Phase.WORK, this::onEvent);
    }
    for (int c = 0; c < components; c++) {
      partition.component("component[" + c + "]");
    }
    simulation.beforeWindows(() -> {}); // bounds the windows
    for (int i = 0; i < pending; i++) {
      next(i % components, i);
    }
  }

  /** Runs until at least this many events are done. */
  void run(long events) {
    left = events;
    simulation.run();
  }

  private void onBatch(long tick, EventBatch batch) {
    int n = batch.size();
    for (int i = 0; i < n; i++) {
      onEvent(tick, batch.component(i), batch.argument(i));
    }
  }

  private void onEvent(long tick, int component, int argument) {
    counters[component] += argument;
    left--;
    if (left <= 0) {
      simulation.pause();
    }
    next(component, argument + 1);
  }

  private void next(int component, int argument) {
    random = random * 6364136223846793005L + 1442695040888963407L;
    int bits = (int) (random >>> 33);
    EventKind kind = kinds[(bits >>> 12) & kinds.length - 1];
    partition.after(increments[bits & increments.length - 1], kind, component, argument);
  }

  /**
   * 60 % of 1, 4 or 8 ticks, 30 % of 20 to 40, 10 % of 200 to 800; a table, so as not to branch.
   */
  private static int[] increments() {
    int[] table = new int[4096];
    for (int i = 0; i < table.length; i++) {
      int choice = i % 10;
      table[i] = choice < 6 ? NEAR[choice / 2] : choice < 9 ? 20 + i % 21 : 200 + i * 7 % 601;
    }
    return table;
  }
}
