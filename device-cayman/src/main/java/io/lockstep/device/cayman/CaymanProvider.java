// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.terascale.DeclaredRates;
import io.lockstep.terascale.TeraScaleDevice;
import io.lockstep.terascale.TeraScaleSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The VLIW4 generation: Cayman. */
@SpiVersion(SpiVersion.CURRENT)
public final class CaymanProvider implements DeviceProvider {
  private static final List<String> CATALOGUE = List.of("hd6970", "hd6950");

  /** Created by ServiceLoader. */
  public CaymanProvider() {}

  @Override
  public String family() {
    return "cayman";
  }

  @Override
  public SpecSchema schema() {
    return TeraScaleSchema.of(family(), "cayman");
  }

  @Override
  public List<DeviceSpec> catalogue() {
    return CATALOGUE.stream().map(this::spec).toList();
  }

  @Override
  public List<String> devices() {
    return CATALOGUE;
  }

  @Override
  public DeviceSpec spec(String id) {
    return SpecReader.resource(
        id + ".yaml", CaymanProvider.class.getResourceAsStream(id + ".yaml"), schema());
  }

  @Override
  public Optional<IssueScheme> issue() {
    return Optional.of(TeraScaleDevice.issueScheme());
  }

  @Override
  public Map<String, String> counters() {
    return TeraScaleDevice.counters();
  }

  @Override
  public List<Statistic> statistics() {
    return TeraScaleDevice.statistics();
  }

  @Override
  public Map<String, Double> declares(DeviceSpec spec) {
    return DeclaredRates.of(spec, 4);
  }

  @Override
  public Device device(DeviceSpec spec) {
    return new TeraScaleDevice(
        spec, new Vliw4(spec.flag("unit.fma"), spec.flag("unit.double")), true);
  }
}
