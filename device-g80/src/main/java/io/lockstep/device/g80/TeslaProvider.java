// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import io.lockstep.device.g80.multiprocessor.TeslaStatistics;
import io.lockstep.device.g80.multiprocessor.WarpIssueCause;
import io.lockstep.spi.Device;
import io.lockstep.spi.ShippedDevices;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Provides NVIDIA's Tesla generation: G80, G84, G92, GT200. Stateless and thread-safe. */
@SpiVersion(SpiVersion.CURRENT)
public final class TeslaProvider extends ShippedDevices {
  private static final List<String> IDS =
      List.of("8800gtx", "8800gts", "8600gts", "8800gt", "9800gtx", "gtx280", "gtx285");

  /** The CUDA profiler counter for each shared statistic. */
  private static final Map<String, String> COUNTERS =
      Map.ofEntries(
          Map.entry("branch.divergent", "divergent_branch"),
          Map.entry("machine_instructions", "instructions"),
          Map.entry("memory.transactions", "gld_32b .. gst_128b"),
          Map.entry("occupancy", "theoretical occupancy"),
          Map.entry("occupancy.achieved", "achieved_occupancy"),
          Map.entry("texture.hits", "tex_cache_hit"),
          Map.entry("texture.lookups", "tex_cache_hit + tex_cache_miss"));

  /** Created by ServiceLoader. */
  public TeslaProvider() {
    super(TeslaSchema.schema(), IDS);
  }

  @Override
  protected InputStream resource(String name) {
    return TeslaProvider.class.getResourceAsStream(name);
  }

  @Override
  public Map<String, String> counters() {
    return COUNTERS;
  }

  @Override
  public Optional<IssueScheme> issue() {
    return Optional.of(WarpIssueCause.SCHEME);
  }

  @Override
  public List<Statistic> statistics() {
    return TeslaStatistics.ALL;
  }

  @Override
  public Map<String, Double> declares(DeviceSpec spec) {
    Map<String, Double> all = new TreeMap<>();
    // Two instructions compute the address, followed by the clocks to send the transaction.
    all.put("latency.step", 2.0 * spec.value("issue.latency") + spec.value("memory.transaction"));
    // The reduction of the range holds the unit for special functions before the function itself.
    double exponential = spec.value("issue.range_step") + spec.value("issue.transcendental");
    all.put("rate.f32.exp2", spec.value("unit.wavefront") / exponential);
    boolean merges = spec.choice("unit.capability").compareTo("1.2") >= 0;
    for (int words = 1; words <= 32; words *= 2) {
      // CUDA Best Practices Guide 4.2: a half-warp is coalesced in segments of 128 bytes. Before
      // 1.2, adjacent words form one transaction, and other strides need one transaction per word.
      int halfWarp = merges ? Math.max(1, words / 2) : words == 1 ? 1 : 16;
      all.put("coalescing.stride." + words, 2.0 * Math.min(16, halfWarp));
    }
    return all;
  }

  @Override
  public Device device(DeviceSpec spec) {
    return new TeslaDevice(spec);
  }
}
