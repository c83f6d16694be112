// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.spi.path.Path;

/**
 * Observes the warps of a multiprocessor. This base class does nothing and is the only one loaded
 * when nothing is observed, so that its calls can be inlined; {@link WarpPaths} records critical
 * paths.
 */
class WarpProbe {
  static final WarpProbe NONE = new WarpProbe();

  void accepts(int unit) {}

  void turn(int warp, int row, int pipe, long tick) {}

  /** A warp that could issue waits for its code. */
  void fetches(int warp, int row, long tick, long there) {}

  /**
   * A warp has issued; its results are ready without memory, or with data that is already known.
   *
   * @param token of its memory instruction
   */
  void results(int warp, int row, int pipe, int token, long portFree) {}

  /** A warp continues once the port is free and its own delay has passed. */
  void goesOn(int warp, int pipe, long portFree, long floor) {}

  /** A warp continues after a barrier. */
  void passes(int warp, int row, long floor) {}

  /** A warp ends later than its last row. */
  void leaves(int warp, long tick) {}

  /** The critical path of a load's data. */
  Path data(int unit, int token) {
    return null;
  }
}
