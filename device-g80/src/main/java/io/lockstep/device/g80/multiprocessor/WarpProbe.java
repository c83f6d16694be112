// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.spi.path.Path;

/**
 * Observes the warps of a multiprocessor. This base class ignores all calls. Without observers it
 * is the only loaded implementation, so that its methods can be inlined; {@link WarpPaths} records
 * critical paths.
 */
class WarpProbe {
  static final WarpProbe NONE = new WarpProbe();

  void accepts(int unit) {}

  void turn(int warp, int row, int pipe, long tick) {}

  /** Called when a warp that could issue waits for its code. */
  void fetches(int warp, int row, long tick, long there) {}

  /**
   * Called when a warp has issued a row whose results do not depend on memory, or on data whose
   * arrival is known.
   *
   * @param token token of the memory instruction
   */
  void results(int warp, int row, int pipe, int token, long portFree) {}

  /** Called when a warp continues after the port is free and the warp's own delay has passed. */
  void goesOn(int warp, int pipe, long portFree, long floor) {}

  /** Called when a warp continues after a barrier. */
  void passes(int warp, int row, long floor) {}

  /** Called when a warp ends later than its last row. */
  void leaves(int warp, long tick) {}

  /** Returns the critical path of a load's data. */
  Path data(int unit, int token) {
    return null;
  }
}
