// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.parts.dispatch.BreadthFirst;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.sm.memory.MemoryHierarchy;
import io.lockstep.spi.Machine;
import io.lockstep.spi.spec.DeviceSpec;

/**
 * Assembles a device from multiprocessors in texture clusters (TPCs) of processing clusters (GPCs).
 *
 * <p>A block goes to the multiprocessor with the fewest blocks; ties alternate between processing
 * clusters, then between texture clusters.
 */
public final class SmMachine {
  private SmMachine() {}

  public static Machine assemble(Simulation simulation, SmConfig config) {
    DeviceSpec spec = config.spec;
    return new GpuMachine(
        simulation,
        MemoryHierarchy.gpu(spec),
        MemoryHierarchy.map(spec),
        GroupPlacement.of(spec, new BreadthFirst(), new int[][] {order(spec)}),
        (cluster, index, memory) -> new StreamingMultiprocessor(cluster, index, memory, config));
  }

  /** Returns the multiprocessors in the order in which they are filled. */
  static int[] order(DeviceSpec spec) {
    int units = spec.integer("unit.count");
    int engines = spec.integer("unit.engines");
    int each = spec.integer("unit.per_cluster");
    int clusters = (units + each - 1) / each;
    int most = (clusters + engines - 1) / engines; // texture clusters of a processing cluster
    int[] order = new int[units];
    int n = 0;
    for (int place = 0; place < each; place++) {
      for (int c = 0; c < most; c++) {
        for (int e = 0; e < engines; e++) {
          int unit = (c * engines + e) * each + place;
          if (c * engines + e < clusters && unit < units) {
            order[n++] = unit;
          }
        }
      }
    }
    return order;
  }
}
