// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.sm.SmDevice;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Capabilities.AtomicType;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Map;
import java.util.Set;

/** A board whose multiprocessors are older than those that the product has. */
final class OlderDevice extends SmDevice {
  private final PlainRows lowering;

  OlderDevice(DeviceSpec spec) {
    super(spec, OlderDevice::capabilities, new SmOccupancy(spec), 0);
    lowering = new PlainRows(spec);
  }

  private static Capabilities capabilities(DeviceSpec spec) {
    int block = spec.integer("unit.group_size");
    boolean halves = spec.flag("unit.half");
    return Capabilities.of(spec)
        .group(block, block, Math.min(spec.integer("unit.group_z"), block))
        .localBytes(spec.integer("lds.group_size"))
        .doublePrecision(true)
        .fusedMultiplyAdd(true)
        .halfPrecision(halves)
        .atomics(atomics(halves))
        .textures(true)
        .partialBarriers(true)
        .addressBits(64)
        .build();
  }

  private static Map<Space, Set<AtomicType>> atomics(boolean doubles) {
    Set<AtomicType> all = AtomicType.all(AtomicOp.OF_LANES, Type.I32, Type.I64);
    all.add(new AtomicType(AtomicOp.ADD, Type.F32));
    all.add(new AtomicType(AtomicOp.EXCHANGE, Type.F32));
    if (doubles) {
      all.add(new AtomicType(AtomicOp.ADD, Type.F64));
    }
    return Map.of(Space.GLOBAL, all, Space.LOCAL, all, Space.GENERIC, all);
  }

  @Override
  public MachineKernel lower(Kernel kernel) {
    return lowering.lower(kernel);
  }
}
