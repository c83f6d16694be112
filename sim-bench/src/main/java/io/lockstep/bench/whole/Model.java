// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench.whole;

/** The work of an event handler: counts the event, and chooses delay and kind of the next event. */
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

  /** Returns the argument of {@link #delay} and {@link #kind} for the next event. */
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
