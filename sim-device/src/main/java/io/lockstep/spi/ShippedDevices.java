// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A provider whose catalogue is one YAML file per device among the resources of its package, named
 * for the device. A file is read when its device is first asked for, and only once. Thread-safe.
 */
public abstract class ShippedDevices implements DeviceProvider {
  private final SpecSchema schema;
  private final List<String> devices;
  private final Map<String, DeviceSpec> read = new ConcurrentHashMap<>();

  /**
   * Names the devices without reading their files.
   *
   * @param schema schema of the family
   * @param devices ids in catalogue order; the first of a generation represents it
   */
  protected ShippedDevices(SpecSchema schema, List<String> devices) {
    this.schema = schema;
    this.devices = List.copyOf(devices);
  }

  /**
   * {@return a resource of the provider's package, null if missing} Only the provider's own module
   * can open it: {@code return MyProvider.class.getResourceAsStream(name)}.
   *
   * @param name for example {@code hd5870.yaml}
   */
  protected abstract InputStream resource(String name);

  @Override
  public final String family() {
    return schema.family();
  }

  @Override
  public final SpecSchema schema() {
    return schema;
  }

  @Override
  public final List<DeviceSpec> catalogue() {
    return devices.stream().map(this::spec).toList();
  }

  @Override
  public final List<String> devices() {
    return devices;
  }

  @Override
  public final DeviceSpec spec(String id) {
    DeviceSpec spec = read.get(id);
    if (spec == null) { // two threads may both read it: the first one's is kept
      spec = SpecReader.resource(id + ".yaml", resource(id + ".yaml"), schema, this::spec);
      DeviceSpec first = read.putIfAbsent(id, spec);
      spec = first == null ? spec : first;
    }
    return spec;
  }
}
