// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

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

/** The VLIW5 generations: R600, R700 and Evergreen, Barts included. Stateless and thread-safe. */
@SpiVersion(SpiVersion.CURRENT)
public final class EvergreenProvider implements DeviceProvider {
  /** The first of a generation represents it: of TeraScale 1 the one that has local memory. */
  private static final List<String> CATALOGUE =
      List.of("hd4870", "hd3870", "hd2900xt", "hd2400", "hd5870", "hd5770", "hd5450", "hd6870");

  private static final int R700_FIRST_PUSH = 3;
  private static final int EVERGREEN_FIRST_PUSH = 2;

  /** Created by ServiceLoader. */
  public EvergreenProvider() {}

  @Override
  public String family() {
    return "evergreen";
  }

  @Override
  public SpecSchema schema() {
    return TeraScaleSchema.of(family(), "r600", "r700", "evergreen");
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
        id + ".yaml", EvergreenProvider.class.getResourceAsStream(id + ".yaml"), schema());
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
    return DeclaredRates.of(spec, 5);
  }

  @Override
  public Device device(DeviceSpec spec) {
    String isa = spec.choice("unit.isa");
    boolean r700 = !isa.equals("evergreen"); // R600 too: its pixel shaders have R700's instructions
    Vliw5 architecture =
        new Vliw5(
            !r700,
            spec.flag("unit.fma"),
            spec.flag("unit.double"),
            r700 ? R700_FIRST_PUSH : EVERGREEN_FIRST_PUSH,
            !isa.equals("r600"));
    return new TeraScaleDevice(spec, architecture, !r700);
  }
}
