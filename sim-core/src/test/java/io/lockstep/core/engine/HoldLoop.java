package io.lockstep.core.engine;

/** The hold model as a whole engine: every event schedules one more. For tests of cost. */
final class HoldLoop {
  final Simulation simulation;
  private final Partition partition;
  private final EventKind[] kinds;
  private final long[] counters;
  private long random;
  private long left;

  HoldLoop(int kindCount, int components, int pending, boolean batches, long seed) {
    simulation = Simulation.builder().build();
    partition = simulation.partition("all");
    kinds = new EventKind[kindCount];
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
    simulation.gate(() -> left > 0);
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
    next(component, argument + 1);
  }

  private void next(int component, int argument) {
    random = random * 6364136223846793005L + 1442695040888963407L;
    int bits = (int) (random >>> 33);
    partition.after(increment(bits), kinds[(bits >>> 8) % kinds.length], component, argument);
  }

  /** 60 % of 1, 4 or 8 ticks, 30 % of 20 to 40, 10 % of 200 to 800. */
  private static long increment(int bits) {
    int choice = (bits & 0xFF) * 10 >> 8;
    int spread = bits >>> 16;
    if (choice < 6) {
      return choice < 2 ? 1 : choice < 4 ? 4 : 8;
    }
    return choice < 9 ? 20 + spread % 21 : 200 + spread % 601;
  }
}
