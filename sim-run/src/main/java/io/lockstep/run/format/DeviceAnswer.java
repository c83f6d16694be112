// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.run.answer.Answer;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.Provenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Declares the output of {@code devices} about the catalogue and about one device. */
public final class DeviceAnswer {
  /** A device in the list of the catalogue. */
  public record Listed(DeviceSpec spec, Capabilities can) {}

  /**
   * A parameter of a device.
   *
   * @param forPeople whether tables show the value and the range in readable form
   */
  public record Shown(Figure figure, DeviceSpec device, boolean forPeople) {
    private String value() {
      return forPeople ? figure.readable() : figure.text();
    }

    private String range() {
      return forPeople || !hasRange() ? figure.range() : figure.low() + " … " + figure.high();
    }

    private String inherited() {
      return device.inheritedFrom(figure.path()).orElse("");
    }

    /** Returns the provenance, and the device from whose file the value is inherited. */
    private String from() {
      String from = figure.from().name().toLowerCase(Locale.ROOT);
      return inherited().isEmpty() ? from : from + ", inherited from " + inherited();
    }

    private boolean hasRange() {
      return !figure.low().isEmpty();
    }
  }

  private static final Answer<DeviceSpec> PRODUCT =
      Answer.<DeviceSpec>part()
          .text("device", "Id of the device.", DeviceSpec::id)
          .text("name", "", DeviceSpec::name)
          .text("family", "", DeviceSpec::family)
          .textIfAny("vendor", "Vendor's name.", d -> d.product().vendor())
          .textIfAny(
              "generation", "Vendor's name of the generation.", d -> d.product().generation())
          .textIfAny("released", "Year and month: 2009-09.", d -> d.product().released());

  private static final String HASH = "SHA-256 of the specification, in hexadecimal.";

  /** Declares a row of the catalogue. */
  public static final Answer<Listed> LISTED =
      Answer.<Listed>part()
          .include(PRODUCT, Listed::spec)
          .integer("wavefront", "Work-items per wavefront.", d -> d.can.wavefront())
          .integer(
              "group_size", "Largest work-group, in work-items.", d -> d.can.maximumGroupSize())
          .integer(
              "local_bytes",
              "Largest local memory of a work-group.",
              d -> d.can.localBytesPerGroup())
          .integer("memory_bytes", "Device memory.", d -> d.can.memoryBytes())
          .text("device_sha256", HASH, d -> d.spec.hash())
          .columnsOf("device", "vendor", "generation", "released", "family", ">wavefront")
          .columnsOf(">group=group_size")
          .columnOf(">LDS KiB", "local_bytes", c -> Long.toString(c.numerator() >> 10))
          .columnOf(">memory MiB", "memory_bytes", c -> Long.toString(c.numerator() >> 20))
          .columnsOf("name")
          .lessImportant("group", "memory MiB", "LDS KiB", "family", "vendor", "released");

  /** Declares the document of the catalogue. */
  public static final Answer<List<Listed>> CATALOGUE =
      Answer.<List<Listed>>of("Catalogue", "Output of devices with --format json.")
          .list("devices", "", devices -> devices, LISTED);

  /** A parameter of a device. */
  public static final Answer<Shown> FIGURE =
      Answer.<Shown>part()
          .text("value", "As written, with its unit.", f -> f.figure.text())
          .integer("canonical", "The value in the canonical unit.", f -> f.figure.value())
          .text("unit", "The canonical unit.", f -> f.figure.dimension().canonicalUnit())
          .word("from", "Provenance.", Provenance.class, f -> f.figure.from())
          .textIfAny(
              "inherited_from",
              "Device from whose file the value is inherited; absent if this device's has it.",
              Shown::inherited)
          .text(
              "source",
              "Where the value was found; absent if it is guessed or set by the user.",
              f -> f.device.sources().get(f.figure.source()))
          .when(f -> !f.figure.source().isEmpty())
          .texts(
              "range",
              "Smallest and largest plausible value; absent if the value is certain.",
              f -> List.of(f.figure.low(), f.figure.high()))
          .when(Shown::hasRange)
          .text("meaning", "", f -> f.device.schema().definition(f.figure.path()))
          .column("figure", f -> f.figure.path())
          .column(">value", Shown::value)
          .column("from", Shown::from)
          .column("range", Shown::range)
          .column("source", f -> f.figure.source())
          .columnsOf("meaning")
          .lessImportant("source", "range");

  /** Declares the document of one device with all parameters. */
  public static final Answer<DeviceSpec> ANSWER =
      Answer.<DeviceSpec>of("Device", "Output of devices NAME with --format json.")
          .include(PRODUCT, d -> d)
          .text("device_sha256", HASH, DeviceSpec::hash)
          .objects("figures", "Parameters by name.", DeviceAnswer::byPath, FIGURE);

  private DeviceAnswer() {}

  private static Map<String, Shown> byPath(DeviceSpec device) {
    Map<String, Shown> all = new LinkedHashMap<>();
    device.shown().forEach(f -> all.put(f.path(), new Shown(f, device, false)));
    return all;
  }
}
