package io.lockstep.run;

import io.lockstep.parts.device.Capabilities;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.spec.Figure;
import java.util.Locale;
import java.util.Map;

/** Devices as JSON. Stateless. */
public final class DeviceJson {
  private DeviceJson() {}

  /** Devices and what they can do, in the order of the map. */
  public static String list(String version, Map<DeviceSpec, Capabilities> devices) {
    return JsonDocument.of(
        version,
        json -> {
          json.writeArrayFieldStart("devices");
          for (Map.Entry<DeviceSpec, Capabilities> e : devices.entrySet()) {
            DeviceSpec s = e.getKey();
            Capabilities c = e.getValue();
            json.writeStartObject();
            json.writeStringField("device", s.id());
            json.writeStringField("name", s.name());
            json.writeStringField("family", s.family());
            json.writeNumberField("wavefront", c.wavefront());
            json.writeNumberField("group_size", c.maximumGroupSize());
            json.writeNumberField("local_bytes", c.localBytesPerGroup());
            json.writeNumberField("memory_bytes", c.memoryBytes());
            json.writeStringField("device_sha256", s.hash());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  /** One device with every figure. */
  public static String one(String version, DeviceSpec device) {
    return JsonDocument.of(
        version,
        json -> {
          json.writeStringField("device", device.id());
          json.writeStringField("name", device.name());
          json.writeStringField("family", device.family());
          json.writeStringField("device_sha256", device.hash());
          json.writeObjectFieldStart("figures");
          for (Figure f : device.figures()) {
            json.writeObjectFieldStart(f.path());
            json.writeStringField("value", f.text());
            json.writeNumberField("canonical", f.value());
            json.writeStringField("unit", f.dimension().canonicalUnit());
            json.writeStringField("from", f.from().name().toLowerCase(Locale.ROOT));
            if (!f.source().isEmpty()) {
              json.writeStringField("source", device.sources().get(f.source()));
            }
            if (!f.low().isEmpty()) {
              json.writeArrayFieldStart("range");
              json.writeString(f.low());
              json.writeString(f.high());
              json.writeEndArray();
            }
            json.writeStringField("meaning", device.schema().key(f.path()).definition());
            json.writeEndObject();
          }
          json.writeEndObject();
        });
  }
}
