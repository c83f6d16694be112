package io.lockstep.execute;

import io.lockstep.trace.record.Geometry;
import java.util.Arrays;

/** Which pixels a work-group over a domain of pixels executes. */
final class PixelCover {
  private PixelCover() {}

  /**
   * The pixels of the running group's tile that lie in the domain, and with them the rest of their
   * quads.
   *
   * @param state whose {@code covered} receives the former
   * @param lanes receive both
   */
  static void fill(MachineState state, ActiveLanes lanes) {
    Geometry geometry = state.geometry;
    int width = state.domainWidth - state.groupX * geometry.sizeX();
    int height = state.domainHeight - state.groupY * geometry.sizeY();
    Arrays.fill(state.covered, 0);
    Arrays.fill(lanes.mask, 0);
    for (int i = 0; i < geometry.groupSize(); i++) {
      int x = i % geometry.sizeX();
      int y = i / geometry.sizeX();
      if ((x & -2) < width && (y & -2) < height) {
        lanes.mask[i >>> 6] |= 1L << i;
      }
      if (x < width && y < height) {
        state.covered[i >>> 6] |= 1L << i;
      }
    }
    lanes.update(state.versions.next());
  }
}
