// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.sm.code.Pipe;

/**
 * Observes the warps of a multiprocessor; this base class ignores all calls, and {@link SmPaths}
 * records critical paths.
 */
class SmProbe {
  static final SmProbe NONE = new SmProbe();

  void started(int warp) {}

  /** Called when a memory unit accepts instructions again. */
  void accepts(int unit) {}

  /** Called when a warp that could issue waits for its code or a constant operand. */
  void fetches(int warp, int row, long tick, long there) {}

  /** Called when a warp is chosen, before it executes the row. */
  void turn(int warp, int row, long tick) {}

  /** Called when a row has set the counters whose ticks are known. */
  void results(int warp, int row, Pipe pipe) {}

  /** Called when a warp continues after the port is free and its own delay has passed. */
  void goesOn(int warp, int row, long portFree, long floor) {}

  /** Called when a warp continues after a barrier. */
  void passes(int warp, int row, long floor) {}

  /** Called when data arrive that a counter waits for. */
  void arrives(int unit, int warp, int token, int counter, long tick) {}

  /** Called when a write ends for which fences of all warps wait. */
  void acknowledged(int token, long tick) {}

  /** Called when the answer of a poll arrives. */
  void polled(int warp, int row, int token, long tick) {}
}
