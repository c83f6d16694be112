package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.memory.Cc10Coalescing;
import io.lockstep.device.g80.memory.Cc12Coalescing;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.WritePolicy;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.spec.ClockSpec;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.unit.MemoryUnitConfig;
import java.util.Optional;

/**
 * What a multiprocessor is, in shader clocks. Immutable and thread-safe.
 *
 * @param unit warps, blocks, causes
 * @param interval clocks of an issue slot
 * @param barrierLatency from the last arrival to the next instruction
 * @param oldestFirst whether the oldest ready warp issues; otherwise the next one in turn
 * @param banks banks of shared memory
 * @param pass clocks of a pass of a half-warp
 * @param lock issue clocks of one trip of a shared atomic's loop
 * @param lockLatency time of one trip of a shared atomic's loop for its warp
 * @param coalescing rule of the compute capability
 * @param global path to global memory, without a cache
 * @param constant constant cache
 * @param texture first-level texture cache
 * @param textureRate texels addressed in a clock: the multiprocessor's share of its cluster's unit
 */
public record MultiprocessorConfig(
    ComputeUnitConfig unit,
    int interval,
    int barrierLatency,
    boolean oldestFirst,
    int banks,
    int pass,
    int lock,
    int lockLatency,
    CoalescingRule coalescing,
    MemoryUnitConfig global,
    MemoryUnitConfig constant,
    MemoryUnitConfig texture,
    Rate textureRate) {
  /** Reads a specification. */
  public static MultiprocessorConfig of(DeviceSpec s) {
    boolean early =
        s.choice("unit.capability").equals("1.0") || s.choice("unit.capability").equals("1.1");
    ComputeUnitConfig unit =
        new ComputeUnitConfig(
            s.integer("unit.groups"),
            s.integer("unit.wavefronts"),
            s.integer("unit.wavefront"),
            false, // the taken side is pushed, the other runs (envytools leaves it open)
            1,
            Cause.SCHEME);
    return new MultiprocessorConfig(
        unit,
        s.integer("issue.interval"),
        s.integer("issue.barrier_latency"),
        s.choice("issue.policy").equals("oldest"),
        s.integer("lds.banks"),
        s.integer("lds.pass"),
        s.integer("lds.lock"),
        s.integer("lds.latency") + s.integer("issue.latency"), // locked load, operation; store
        early ? new Cc10Coalescing() : new Cc12Coalescing(),
        global(s),
        constant(s),
        texture(s),
        textureRate(s));
  }

  /** The unit works in the core clock for all multiprocessors of its cluster. */
  private static Rate textureRate(DeviceSpec s) {
    Rate whole =
        Rate.perCycle(
            s.integer("texture.rate"), s.value("clock.texture"), s.value(ClockSpec.COMPUTE));
    return Rate.near(whole.amount(), whole.ticks() * s.integer("unit.per_cluster"));
  }

  private static MemoryUnitConfig texture(DeviceSpec s) {
    int line = s.integer("texture.line");
    CacheConfig cache =
        CacheConfig.ofSize(
            s.value("texture.size"), line, line, s.integer("texture.ways"), WritePolicy.READ_ONLY);
    int misses = s.integer("texture.misses");
    int warps = s.integer("unit.wavefronts");
    return new MemoryUnitConfig(
        Optional.of(cache),
        warps,
        misses,
        Math.max(misses, 32 * warps),
        misses,
        misses,
        misses,
        Rate.perTick(1),
        s.value("texture.latency"),
        s.value("texture.miss"),
        0,
        Optional.empty(),
        0,
        0,
        0);
  }

  private static MemoryUnitConfig global(DeviceSpec s) {
    int outstanding = s.integer("memory.outstanding");
    return new MemoryUnitConfig(
        Optional.empty(),
        outstanding,
        0,
        0,
        outstanding,
        s.integer("memory.queue"),
        outstanding,
        new Rate(1, s.value("memory.transaction")),
        0,
        0,
        0,
        Optional.empty(),
        0,
        0,
        MemoryUnit.UNCACHED); // the partitions' cache is the textures'
  }

  private static MemoryUnitConfig constant(DeviceSpec s) {
    int line = s.integer("constant.line");
    CacheConfig cache =
        CacheConfig.ofSize(
            s.value("constant.size"),
            line,
            line,
            s.integer("constant.ways"),
            WritePolicy.READ_ONLY);
    int warps = s.integer("unit.wavefronts");
    return new MemoryUnitConfig(
        Optional.of(cache),
        warps,
        warps,
        32 * warps,
        warps,
        warps,
        warps,
        Rate.perTick(1),
        s.value("constant.latency"),
        0,
        0,
        Optional.empty(),
        0,
        0,
        MemoryUnit.UNCACHED);
  }
}
