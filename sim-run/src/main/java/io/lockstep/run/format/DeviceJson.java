package io.lockstep.run.format;

import io.lockstep.parts.device.Capabilities;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.spec.Figure;
import java.util.List;
import java.util.Map;

/** Devices as fields. Stateless. */
public final class DeviceJson {
  private DeviceJson() {}

  /** Devices and what they can do, in the order of the map. */
  public static String list(String version, Map<DeviceSpec, Capabilities> devices) {
    return JsonDocument.of(
        version,
        json ->
            json.list(
                "devices",
                devices.entrySet(),
                (device, to) -> capabilities(device.getKey(), device.getValue(), to)));
  }

  /** A device and what it can do. */
  public static void capabilities(DeviceSpec device, Capabilities can, Fields to) {
    to.text("device", device.id());
    to.text("name", device.name());
    to.text("family", device.family());
    to.number("wavefront", can.wavefront());
    to.number("group_size", can.maximumGroupSize());
    to.number("local_bytes", can.localBytesPerGroup());
    to.number("memory_bytes", can.memoryBytes());
    to.text("device_sha256", device.hash());
  }

  /** One device with every figure. */
  public static String one(String version, DeviceSpec device) {
    return JsonDocument.of(
        version,
        json -> {
          json.text("device", device.id());
          json.text("name", device.name());
          json.text("family", device.family());
          json.text("device_sha256", device.hash());
          json.group(
              "figures",
              all -> device.shown().forEach(f -> all.group(f.path(), to -> figure(f, device, to))));
        });
  }

  /** One figure. */
  public static void figure(Figure f, DeviceSpec device, Fields to) {
    to.text("value", f.text());
    to.number("canonical", f.value());
    to.text("unit", f.dimension().canonicalUnit());
    to.word("from", f.from());
    to.when(!f.source().isEmpty()).text("source", device.sources().get(f.source()));
    if (!f.low().isEmpty()) {
      to.texts("range", List.of(f.low(), f.high()));
    }
    to.text("meaning", device.schema().definition(f.path()));
  }
}
