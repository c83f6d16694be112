// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.spi.Capabilities;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.Product;
import java.util.List;
import java.util.Map;

/** Devices as JSON. */
public final class DeviceJson {
  private DeviceJson() {}

  /** {@return a document of devices with their capabilities, in the order of the map} */
  public static String list(String version, Map<DeviceSpec, Capabilities> devices) {
    return JsonDocument.of(
        version,
        json ->
            json.list(
                "devices",
                devices.entrySet(),
                (device, to) -> capabilities(device.getKey(), device.getValue(), to)));
  }

  public static void capabilities(DeviceSpec device, Capabilities can, Fields to) {
    product(device, to);
    to.number("wavefront", can.wavefront());
    to.number("group_size", can.maximumGroupSize());
    to.number("local_bytes", can.localBytesPerGroup());
    to.number("memory_bytes", can.memoryBytes());
    to.text("device_sha256", device.hash());
  }

  private static void product(DeviceSpec device, Fields to) {
    Product product = device.product();
    to.text("device", device.id());
    to.text("name", device.name());
    to.text("family", device.family());
    to.when(!product.vendor().isEmpty()).text("vendor", product.vendor());
    to.when(!product.generation().isEmpty()).text("generation", product.generation());
    to.when(!product.released().isEmpty()).text("released", product.released());
  }

  /** {@return a document of one device with all its figures} */
  public static String one(String version, DeviceSpec device) {
    return JsonDocument.of(
        version,
        json -> {
          product(device, json);
          json.text("device_sha256", device.hash());
          json.group(
              "figures",
              all -> device.shown().forEach(f -> all.group(f.path(), to -> figure(f, device, to))));
        });
  }

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
