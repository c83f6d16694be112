// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.state.MachineState;
import io.lockstep.trace.record.Geometry;
import java.util.Arrays;

/** The pixels that a work-group over a pixel domain executes. */
final class PixelCover {
  private PixelCover() {}

  /**
   * Finds the pixels of the running group's tile that lie in the domain, and the helper pixels that
   * complete their quads.
   *
   * @param state state whose {@code covered} receives the pixels of the domain
   * @param lanes receives the pixels of the domain and the helper pixels
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
