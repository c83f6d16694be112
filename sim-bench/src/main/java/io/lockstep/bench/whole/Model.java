package io.lockstep.bench.whole;

/** What every engine's handlers do: count, choose the next event. All engines share the choices. */
final class Model {
  static final int KINDS = 8;
  static final int COMPONENTS = 64;

  final long[] counters = new long[COMPONENTS];
  final int[] increments;
  private final int mask;
  private int next;

  Model(int[] increments) {
    this.increments = increments;
    mask = increments.length - 1;
  }

  /** Draws; {@link #delay} and {@link #kind} then tell of it. */
  int draw() {
    return next++;
  }

  int delay(int draw) {
    return increments[draw & mask];
  }

  int kind(int draw) {
    return draw * 0x9E3779B9 >>> 29;
  }
}
