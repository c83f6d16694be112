// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale;

import io.lockstep.spi.ShippedDevices;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.util.List;
import java.util.Map;
import java.util.Optional;

<<<<<<< HEAD
/** What the providers of the TeraScale families share. Stateless and thread-safe. */
public abstract class TeraScaleProvider extends ShippedDevices {
=======
/** The common part of the providers of TeraScale families. Stateless and thread-safe. */
public abstract class TeraScaleProvider implements DeviceProvider {
>>>>>>> 076cb3e00a5381a5e9cd5fa640084685e84c493d
  private final int slots;

  /** {@code slots}: width of a bundle; {@code devices}: ids of the catalogue's devices. */
  protected TeraScaleProvider(int slots, SpecSchema schema, List<String> devices) {
    super(schema, devices);
    this.slots = slots;
<<<<<<< HEAD
=======
    this.schema = schema;
    this.devices = devices;
  }

  /** Opens a resource of the provider's package, which only the provider's own module can read. */
  protected abstract InputStream resource(String name);

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
    return SpecReader.resource(id + ".yaml", resource(id + ".yaml"), schema());
>>>>>>> 076cb3e00a5381a5e9cd5fa640084685e84c493d
  }

  @Override
  public final Optional<IssueScheme> issue() {
    return Optional.of(TeraScaleDevice.issueScheme());
  }

  @Override
  public final Map<String, String> counters() {
    return TeraScaleDevice.counters();
  }

  @Override
  public final List<Statistic> statistics() {
    return TeraScaleDevice.statistics();
  }

  @Override
  public final Map<String, Double> declares(DeviceSpec spec) {
    return DeclaredRates.of(spec, slots);
  }
}
