// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn;

import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.lowering.Chip;
import io.lockstep.gcn.lowering.MatrixUnit;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A provider of the CDNA family's files, without matrix cores, for tests of the model. */
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

  /** A resource of the family, without its matrix cores. */
  public static InputStream open(String name) {
    try (InputStream file = Specs.class.getResourceAsStream("/io/lockstep/device/cdna/" + name)) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      String plain = text.replaceAll("(?m)^matrix:.*\n(?:  .*\n)*|^  accumulation:.*\n", "");
      return new ByteArrayInputStream(plain.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An instruction set of the family. */
  public static InstructionSet isa(String name) {
    return ISAS.get(name);
  }

  /** A compiler's view of a device. */
  public static Chip chip(DeviceSpec figures) {
    return new Chip(ISAS.get(figures.choice("unit.isa")), figures, MatrixUnit.NONE);
  }

  /** The same with another instruction set. */
  public static Chip chip(String isa, Figures figures) {
    return new Chip(ISAS.get(isa), figures, MatrixUnit.NONE);
  }

  /** A device of the catalogue. */
  public static DeviceSpec of(String id) {
    return new Specs().spec(id);
  }
}
