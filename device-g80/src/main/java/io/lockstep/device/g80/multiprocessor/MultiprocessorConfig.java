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

/** What a multiprocessor is, in shader clocks. Immutable and thread-safe. */
public final class MultiprocessorConfig {
  /** Warps, blocks, causes. */
  final ComputeUnitConfig unit;

  /** Clocks of an issue slot. */
  final int interval;

  /** From the last arrival to the next instruction. */
  final int barrierLatency;

  /** Whether the oldest ready warp issues; otherwise the next one in turn. */
  final boolean oldestFirst;

  /** Banks of shared memory. */
  final int banks;

  /** Clocks of a pass of a half-warp. */
  final int pass;

  /** Issue clocks of one trip of a shared atomic's loop. */
  final int lock;

  /** Time of one trip of a shared atomic's loop for its warp. */
  final int lockLatency;

  /** Rule of the compute capability. */
  final CoalescingRule coalescing;

  /** Path to global memory, without a cache. */
  final MemoryUnitConfig global;

  /** Constant cache. */
  final MemoryUnitConfig constant;

  /** First-level texture cache. */
  final MemoryUnitConfig texture;

  /** Texels addressed in a clock: the multiprocessor's share of its cluster's unit. */
  final Rate textureRate;

  /** Reads a specification. */
  public MultiprocessorConfig(DeviceSpec s) {
    boolean early =
        s.choice("unit.capability").equals("1.0") || s.choice("unit.capability").equals("1.1");
    unit =
        new ComputeUnitConfig(
            s.integer("unit.groups"),
            s.integer("unit.wavefronts"),
            s.integer("unit.wavefront"),
            false, // the taken side is pushed, the other runs (envytools leaves it open)
            1,
            Cause.SCHEME);
    interval = s.integer("issue.interval");
    barrierLatency = s.integer("issue.barrier_latency");
    oldestFirst = s.choice("issue.policy").equals("oldest");
    banks = s.integer("lds.banks");
    pass = s.integer("lds.pass");
    lock = s.integer("lds.lock");
    // A locked load and its operation; nobody waits for the store.
    lockLatency = s.integer("lds.latency") + s.integer("issue.latency");
    coalescing = early ? new Cc10Coalescing() : new Cc12Coalescing();
    global = global(s);
    constant = constant(s);
    texture = texture(s);
    textureRate = textureRate(s);
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
