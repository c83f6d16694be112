// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.matrix;

import io.lockstep.device.cdna.CdnaProvider;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.lowering.Chip;
import io.lockstep.spi.Device;
import io.lockstep.spi.spec.DeviceSpec;

/** Devices of the catalogue, for tests of their matrix cores. */
final class Boards {
  private Boards() {}

  static DeviceSpec spec(String id) {
    return new CdnaProvider().spec(id);
  }

  static Device device(DeviceSpec spec) {
    return new CdnaProvider().device(spec);
  }

  static MfmaUnit unit(String id) {
    return (MfmaUnit) chip(spec(id)).matrix;
  }

  /** A compiler's view of a device. */
  static Chip chip(DeviceSpec spec) {
    InstructionSet isa =
        InstructionSet.read(CdnaProvider.class.getResourceAsStream("instruction-sets.txt"))
            .get(spec.choice("unit.isa"));
    return new Chip(isa, spec, new MfmaCores().of(isa, spec));
  }
}
