// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn;

import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.lowering.Chip;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figures;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/** A provider of the CDNA family's files, for tests of the model. */
public final class Specs extends GcnProvider {
  private static final Map<String, InstructionSet> ISAS =
      InstructionSet.read(open("instruction-sets.txt"));

  /** The family, its instruction sets and devices. */
  public Specs() {
    super("cdna", ISAS, List.of("mi100", "mi210", "mi250x", "mi300a", "mi300x"));
  }

  @Override
  protected InputStream resource(String name) {
    return open(name);
  }

  private static InputStream open(String name) {
    return Specs.class.getResourceAsStream("/io/lockstep/device/cdna/" + name);
  }

  /** An instruction set of the family. */
  public static InstructionSet isa(String name) {
    return ISAS.get(name);
  }

  /** A compiler's view of a device. */
  public static Chip chip(DeviceSpec figures) {
    return new Chip(ISAS.get(figures.choice("unit.isa")), figures);
  }

  /** The same with another instruction set. */
  public static Chip chip(String isa, Figures figures) {
    return new Chip(ISAS.get(isa), figures);
  }

  /** A device of the catalogue. */
  public static DeviceSpec of(String id) {
    return new Specs().spec(id);
  }
}
