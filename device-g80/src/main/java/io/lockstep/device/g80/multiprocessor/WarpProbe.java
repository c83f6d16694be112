package io.lockstep.device.g80.multiprocessor;

import io.lockstep.spi.path.Path;

/**
 * Observes the warps of a multiprocessor. This class ignores them all, and is all that is loaded
 * where nothing is observed, so its calls cost nothing; {@link WarpPaths} records critical paths.
 */
class WarpProbe {
  /** Observes nothing. */
  static final WarpProbe NONE = new WarpProbe();

  /** A memory unit takes instructions again. */
  void accepts(int unit) {}

  /** A warp has its turn. */
  void turn(int warp, int row, int pipe, long tick) {}

  /** A warp that has its turn waits for its code. */
  void fetches(int warp, int row, long tick, long there) {}

  /**
   * A warp has issued: its results come by themselves, or with data that is known already.
   *
   * @param token of its memory instruction
   */
  void results(int warp, int row, int pipe, int token, long portFree) {}

  /** A warp goes on, not before the port is free and not before its own code lets it. */
  void goesOn(int warp, int pipe, long portFree, long floor) {}

  /** A warp goes on after a barrier. */
  void passes(int warp, int row, long floor) {}

  /** A warp leaves, later than its last row. */
  void leaves(int warp, long tick) {}

  /** The path to the data of a load. */
  Path data(int unit, int token) {
    return null;
  }
}
