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

/** The common part of the providers of TeraScale families. Stateless and thread-safe. */
public abstract class TeraScaleProvider extends ShippedDevices {
  private final int slots;

  /** {@code slots}: width of a bundle; {@code devices}: ids of the catalogue's devices. */
  protected TeraScaleProvider(int slots, SpecSchema schema, List<String> devices) {
    super(schema, devices);
    this.slots = slots;
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
