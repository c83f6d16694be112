package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.memory.CdnaAddressMap;
import io.lockstep.parts.board.GpuConfig;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.SetMapping;
import io.lockstep.parts.cache.WritePolicy;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.memory.MemoryCacheConfig;
import io.lockstep.parts.memory.MemorySideConfig;
import io.lockstep.parts.memory.NetworkConfig;
import io.lockstep.parts.memory.SliceConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.spec.ClockSpec;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.unit.MemoryUnitConfig;
import java.util.Optional;

/**
 * The memory system of a specification, as configurations of the shared parts.
 *
 * <p>Latencies are published from end to end (dependent load to load, one level each); how they
 * divide into parts is not. Here the way to the L2 and back takes fixed shares of the L2's, the
 * Infinity Cache and the DRAM the differences between levels, less what the parts take by
 * themselves. One tick is one engine clock.
 */
public final class CdnaMemory {
  private static final int TOKENS = 512;
  private static final int CREDITS = 64;
  private static final int HEADER = 8;
  private static final long BASE_ADDRESS = 1L << 32;

  private CdnaMemory() {}

  /** Partitions of compute units: two or more, none cutting a scalar cache's users apart. */
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

  /** The frame of the device. */
  public static GpuConfig gpu(DeviceSpec spec) {
    int dies = spec.integer("unit.dies");
    int waves = spec.integer("unit.simds") * spec.integer("unit.wave_slots");
    DispatcherConfig dispatcher =
        DispatcherConfig.of(spec, dies, waves, DispatcherConfig.Domain.NONE);
    return new GpuConfig(
        spec.integer("unit.count"), clusters(spec), BASE_ADDRESS, dispatcher, side(spec));
  }

  /** The way between a compute unit and the L2, divided. */
  private record Way(int miss, int request, int slice, int response, int back) {
    static Way of(DeviceSpec spec) {
      int total = spec.integer("l2.latency") - Timing.VISIT;
      int transfers = 4; // out of the slice, over the link, two roundings
      int miss = total / 5;
      int request = total / 6;
      return new Way(
          miss, request, Math.max(0, total - transfers - 2 * miss - 2 * request), request, miss);
    }
  }

  /** The vector memory unit of a compute unit. */
  static MemoryUnitConfig vectorUnit(DeviceSpec spec) {
    int line = spec.integer("l1.line");
    int misses = spec.integer("l1.misses");
    Way way = Way.of(spec);
    return new MemoryUnitConfig(
        Optional.of(
            CacheConfig.ofSize(
                spec.integer("l1.size"),
                line,
                line,
                spec.integer("l1.ways"),
                WritePolicy.WRITE_INVALIDATE)),
        TOKENS,
        misses,
        8 * misses,
        misses,
        2 * CREDITS,
        CREDITS,
        Rate.perTick(1),
        spec.integer("l1.latency") - Timing.VISIT,
        way.miss(),
        way.back(),
        Optional.of(Rate.perTick(64 + HEADER)),
        HEADER,
        CdnaAddressMap.blockBytes(spec),
        0);
  }

  /** A scalar cache. */
  static MemoryUnitConfig scalarUnit(DeviceSpec spec) {
    int line = spec.integer("scalar_cache.line");
    Way way = Way.of(spec);
    return new MemoryUnitConfig(
        Optional.of(
            CacheConfig.ofSize(
                spec.integer("scalar_cache.size"),
                line,
                line,
                spec.integer("scalar_cache.ways"),
                WritePolicy.READ_ONLY)),
        TOKENS,
        32,
        512,
        32,
        32,
        16,
        Rate.perTick(1),
        spec.integer("scalar_cache.latency") - Timing.VISIT - 1, // the queue takes a clock
        way.miss(),
        way.back(),
        Optional.empty(),
        HEADER,
        0,
        0);
  }

  private static MemorySideConfig side(DeviceSpec spec) {
    Way way = Way.of(spec);
    int l2 = spec.integer("l2.latency");
    boolean memorySide = spec.has("mall.size");
    int hbm = spec.integer("dram.load_to_use");
    int line = spec.integer("l2.line");
    int sector = spec.integer("l2.sector");
    int channels = spec.integer("l2.channels");
    int interleave = spec.integer("l2.interleave");
    long hertz = spec.value(ClockSpec.COMPUTE);
    int behind = (memorySide ? spec.integer("mall.latency") : hbm) - l2;
    int missTicks = behind / 2;
    SliceConfig slice =
        new SliceConfig(
            Optional.of(
                CacheConfig.ofSize(
                    spec.value("l2.size") / channels,
                    line,
                    Math.min(sector, line),
                    spec.integer("l2.ways"),
                    WritePolicy.WRITE_BACK,
                    SetMapping.interleaved(line, interleave, channels))),
            bytesPerTick(spec.value("l2.read")),
            bytesPerTick(spec.value("l2.write")),
            way.slice(),
            missTicks,
            64,
            256,
            2048,
            Rate.perTick(spec.integer("l2.atomics")),
            spec.integer("l2.same_address"),
            false);
    int hidden = 0;
    Optional<MemoryCacheConfig> memoryCache = Optional.empty();
    if (memorySide) {
      int slices = spec.integer("dram.channels");
      int hit = behind - missTicks - 4;
      hidden = hit;
      int mallLine = (int) spec.value("mall.line");
      memoryCache =
          Optional.of(
              new MemoryCacheConfig(
                  CacheConfig.ofSize(
                      spec.value("mall.size") / slices,
                      mallLine,
                      mallLine,
                      (int) spec.value("mall.ways"),
                      WritePolicy.WRITE_BACK,
                      SetMapping.interleaved(mallLine, interleave, slices)),
                  bytesPerTick(spec.value("mall.bandwidth")),
                  hit,
                  256,
                  1024));
    }
    long core = spec.value("dram.trcd") + spec.value("dram.tcl") + spec.value("dram.trp");
    long total = (long) (hbm - l2 - missTicks) * 1_000_000_000_000L / hertz;
    long response = Math.max(0, total - core - hidden * 1_000_000_000_000L / hertz);
    return new MemorySideConfig(
        new NetworkConfig(way.request(), way.response(), Rate.perTick(64 + HEADER), HEADER),
        slice,
        memoryCache,
        DramConfig.of(spec.given("dram.response_latency", response), hertz));
  }

  private static Rate bytesPerTick(long milliBytes) {
    return new Rate(milliBytes, 1000);
  }
}
