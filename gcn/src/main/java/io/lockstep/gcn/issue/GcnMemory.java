// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.memory.GcnAddressMap;
import io.lockstep.parts.board.GpuConfig;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.policy.ReadOnly;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.cache.policy.WriteEvict;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.memory.spec.CopyConfig;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemoryCacheConfig;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.memory.spec.NetworkConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.region.RegionConfig;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.stats.Resource;
import java.util.Optional;

/**
 * Configures the shared memory system from a specification.
 *
 * <p>Published latencies are end to end for each level (from a load to a dependent load); their
 * division among parts is an assumption. An L2 slice has the L2 latency minus the network latency.
 * The Infinity Cache and DRAM have the differences between levels, minus fixed times of the parts.
 * One tick is one engine clock. On a device with an Infinity Cache, parts behind the L2 use the
 * fabric clock, {@code mall.clock}.
 */
public final class GcnMemory {
  private static final long SECOND = 1_000_000_000_000L; // in picoseconds

  /** Path of the clocks between two visits of a SIMD; a wait for a load ends at a visit. */
  public static final String VISIT = "issue.visit_interval";

  /** Path of the clocks that transfers add to every load, including rounding. */
  public static final String TRANSFERS = "memory.transfers";

  /** Path of the additional clocks from a store's L2 latency to its acknowledgement. */
  public static final String ACKNOWLEDGE = "memory.acknowledge";

  private GcnMemory() {}

  /** Returns the number of partitions, at least two if scalar-cache sharing permits that. */
  static int clusters(DeviceSpec spec) {
    int units = spec.integer("unit.count");
    int sharing = spec.integer("scalar_cache.sharing");
    for (int c = 2; c <= units; c++) {
      if (units % c == 0 && units / c % sharing == 0) {
        return c;
      }
    }
    return 1;
  }

  public static GpuConfig gpu(DeviceSpec spec) {
    int dies = spec.integer("unit.dies");
    int waves = spec.integer("unit.simds") * spec.integer("unit.wave_slots");
    DispatcherConfig dispatcher =
        DispatcherConfig.of(spec, dies, waves, DispatcherConfig.Domain.NONE);
    return new GpuConfig(
            spec.integer("unit.count"),
            clusters(spec),
            spec.value("memory.base_address"),
            dispatcher,
            side(spec))
        .with(HostCosts.of(spec).queues());
  }

  static MemoryUnitConfig vectorUnit(DeviceSpec spec) {
    return MemoryUnitConfig.of(spec, "memory.")
        .cached("l1.", new WriteEvict(), spec.value(VISIT))
        .translated()
        .throttled()
        .combining(GcnAddressMap.blockBytes(spec))
        .build();
  }

  static MemoryUnitConfig scalarUnit(DeviceSpec spec) {
    long seen = spec.value(VISIT) + 1; // plus one clock of the queue
    return MemoryUnitConfig.of(spec, "scalar_cache.")
        .cached("scalar_cache.", new ReadOnly(), seen)
        .serving(Resource.CONSTANTS)
        .build();
  }

  private static MemorySideConfig side(DeviceSpec spec) {
    long hertz = spec.value(ClockSpec.COMPUTE);
    int interleave = spec.integer("l2.interleave");
    CacheConfig own =
        CacheConfig.ofSlice(spec, "l2.", new WriteBack(), interleave, spec.integer("l2.channels"));
    CacheConfig slice =
        GcnAddressMap.pages(spec).map(p -> own.mapped(p.before(own.mapping()))).orElse(own);
    long onTheWay =
        spec.value("l1.miss_latency")
            + spec.value("network.request_latency")
            + spec.value("network.response_latency")
            + spec.value("l1.return_latency")
            + spec.value(VISIT)
            + spec.value(TRANSFERS);
    long fabric = spec.optional("mall.clock").orElse(hertz);
    long request = spec.value("dram.request_latency");
    Figures l2 =
        spec.given("l2.hit", spec.value("l2.latency") - onTheWay)
            .given("dram.request_latency", request * hertz / fabric);
    long behind = spec.value("l2.latency") + request;
    Optional<MemoryCacheConfig> memoryCache = Optional.empty();
    long hit = 0;
    if (spec.has("mall.size")) {
      long cycles = spec.value("mall.latency") - behind - spec.value(TRANSFERS);
      hit = cycles * hertz / fabric;
      memoryCache =
          Optional.of(
              MemoryCacheConfig.of(
                  spec.given("mall.hit", hit),
                  interleave,
                  spec.integer("dram.channels"),
                  Rate.near(fabric, hertz)));
    }
    long core = spec.value("dram.trcd") + spec.value("dram.tcl") + spec.value("dram.trp");
    long total = (spec.value("dram.load_to_use") - behind) * SECOND / fabric;
    long response = Math.max(0, total - core - hit * SECOND / hertz);
    return new MemorySideConfig(
        NetworkConfig.of(spec),
        L2Config.of(l2, "l2.", Optional.of(slice), Rate.perTick(1)),
        memoryCache,
        DramConfig.of(spec.given("dram.response_latency", response), hertz),
        CopyConfig.of(spec),
        RegionConfig.of(spec));
  }
}
