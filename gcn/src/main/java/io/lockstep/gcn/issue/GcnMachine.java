// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.core.engine.Simulation;
import io.lockstep.gcn.lowering.Chip;
import io.lockstep.gcn.memory.GcnAddressMap;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.parts.cache.InstructionCache;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.parts.dispatch.RoundRobinDies;
import io.lockstep.spi.Machine;
import io.lockstep.spi.spec.DeviceSpec;

/**
 * Assembles a device from dies with compute units, whose neighbours share scalar caches.
 *
 * <p>Work-group g goes to die g modulo dies; within the die, to the compute unit with the fewest
 * groups, alternating between shader engines.
 */
public final class GcnMachine {
  private GcnMachine() {}

  public static Machine assemble(Simulation simulation, DeviceSpec spec, Chip chip) {
    int units = spec.integer("unit.count");
    UnitDesign design = UnitDesign.of(spec, chip);
    ScalarCache[] shared = {null};
    int sharing = spec.integer("scalar_cache.sharing");
    return new GpuMachine(
        simulation,
        GcnMemory.gpu(spec),
        GcnAddressMap.of(spec),
        GroupPlacement.of(spec, new RoundRobinDies(), dies(units, spec)),
        (cluster, index, memory) -> {
          if (index % sharing == 0) {
            shared[0] = new ScalarCache(cluster, index, design, memory);
          }
          return new GcnComputeUnit(cluster, index, design, memory, shared[0])
              .fetching(design.code().map(InstructionCache::new).orElse(null));
        });
  }

  /** Returns each die's units in the order in which they are filled, across shader engines. */
  static int[][] dies(int units, DeviceSpec spec) {
    int dies = spec.integer("unit.dies");
    int engines = spec.integer("unit.engines");
    int[][] order = new int[dies][];
    int first = 0;
    for (int d = 0; d < dies; d++) {
      int count = units / dies + (d < units % dies ? 1 : 0);
      order[d] = new int[count];
      int perEngine = (count + engines - 1) / engines;
      int k = 0;
      for (int place = 0; place < perEngine; place++) {
        for (int e = 0; e < engines; e++) {
          int unit = e * perEngine + place;
          if (unit < count && k < count) {
            order[d][k++] = first + unit;
          }
        }
      }
      first += count;
    }
    return order;
  }
}
