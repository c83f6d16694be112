package io.lockstep.device.g80.multiprocessor;

import io.lockstep.spi.path.Path;

/**
 * Observes warps. This class does nothing and is the only one loaded without observers, so that
 * calls can be inlined.
 */
class WarpProbe {
  static final WarpProbe NONE = new WarpProbe();

  void accepts(int unit) {}

  void turn(int warp, int row, int pipe, long tick) {}

  /** It waits for its code. */
  void fetches(int warp, int row, long tick, long there) {}

  /** It has issued; results are ready without memory, or data is known. */
  void results(int warp, int row, int pipe, int token, long portFree) {}

  /** It continues once the port is free and its own delay is over. */
  void goesOn(int warp, int pipe, long portFree, long floor) {}

  /** It continues after a barrier. */
  void passes(int warp, int row, long floor) {}

  /** It ends later than its last row. */
  void leaves(int warp, long tick) {}

  /** Of a load's data. */
  Path data(int unit, int token) {
    return null;
  }
}
