package io.lockstep.device.cdna;

import io.lockstep.core.device.Device;
import io.lockstep.core.device.DeviceProvider;
import io.lockstep.core.device.DeviceSpec;
import io.lockstep.core.device.SpecReader;
import io.lockstep.core.device.SpecSchema;
import io.lockstep.trace.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** AMD's CDNA accelerators. */
public final class CdnaProvider implements DeviceProvider {
  private static final List<String> IDS = List.of("mi100", "mi210", "mi250x", "mi300a", "mi300x");

  @Override
  public String family() {
    return "cdna";
  }

  @Override
  public SpecSchema schema() {
    return CdnaSchema.SCHEMA;
  }

  @Override
  public List<DeviceSpec> catalogue() {
    return IDS.stream().map(CdnaProvider::shipped).toList();
  }

  @Override
  public List<String> devices() {
    return IDS;
  }

  @Override
  public DeviceSpec spec(String id) {
    return shipped(id);
  }

  @Override
  public Device device(DeviceSpec spec) {
    check(spec);
    return new CdnaDevice(spec);
  }

  /** A shipped specification; read here because resources of a module are its own. */
  static DeviceSpec shipped(String id) {
    String file = id + ".yaml";
    try (InputStream in = CdnaProvider.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new InputException(file, "this specification is not in the module");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return SpecReader.read(file, text, family -> CdnaSchema.SCHEMA, other -> null);
    } catch (IOException e) {
      throw new InputException(file, "cannot be read: " + e.getMessage(), e);
    }
  }

  /** Figures that are possible one by one and impossible together. */
  private static void check(DeviceSpec spec) {
    require(
        spec,
        "l1.latency",
        spec.value("l1.latency") < spec.value("l2.latency"),
        "is not below l2.latency");
    Stream.of("mall.line", "mall.ways", "mall.bandwidth", "mall.latency")
        .forEach(
            key ->
                require(
                    spec,
                    spec.has(key) ? key : "isa",
                    spec.has(key) == spec.has("mall.size"),
                    "and mall.size: either all figures of a memory-side cache, or none"));
    String before = spec.has("mall.size") ? "mall.latency" : "l2.latency";
    require(
        spec,
        "hbm.latency",
        spec.value("hbm.latency") > spec.value(before),
        "is not above " + before);
    require(
        spec,
        "clock.sustained",
        spec.value("clock.sustained") <= spec.value("clock.core"),
        "is above clock.core");
    require(
        spec,
        "l1.line",
        spec.value("l1.line") <= spec.value("l2.interleave")
            && spec.value("l2.line") <= spec.value("l2.interleave"),
        "or l2.line is larger than l2.interleave");
    require(
        spec,
        "compute.units",
        spec.value("compute.units") % spec.value("compute.dies") == 0,
        "does not divide into compute.dies"
            + spec.nearestMultiple("compute.units", spec.value("compute.dies")));
  }

  private static void require(DeviceSpec spec, String key, boolean holds, String what) {
    if (!holds) {
      throw new InputException(
          spec.figure(key).where(), "'" + key + "': " + spec.figure(key).text() + " " + what);
    }
  }
}
