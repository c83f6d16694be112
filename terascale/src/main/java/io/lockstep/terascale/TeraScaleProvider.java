// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale;

import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The common part of the providers of TeraScale families. Stateless and thread-safe. */
public abstract class TeraScaleProvider implements DeviceProvider {
  private final int slots;
  private final SpecSchema schema;
  private final List<String> devices;

  /** {@code slots}: width of a bundle; {@code devices}: ids of the catalogue's devices. */
  protected TeraScaleProvider(int slots, SpecSchema schema, List<String> devices) {
    this.slots = slots;
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
