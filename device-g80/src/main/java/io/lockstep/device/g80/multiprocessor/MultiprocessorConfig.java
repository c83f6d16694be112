package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.memory.Cc10Coalescing;
import io.lockstep.device.g80.memory.Cc12Coalescing;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.cache.WritePolicy;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.spec.ClockSpec;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.spec.Figures;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.unit.MemoryUnitConfig;

/**
 * What a multiprocessor is, in shader clocks. Immutable and thread-safe.
 *
 * @param unit warps, blocks, causes
 * @param interval clocks of an issue slot
 * @param barrierLatency from the last arrival to the next instruction
 * @param figures the device's, for {@code issue.policy}
 * @param banks banks of shared memory
 * @param pass clocks of a pass of a half-warp
 * @param lock issue clocks of one trip of a shared atomic's loop
 * @param lockLatency time of one trip of a shared atomic's loop for its warp
 * @param coalescing rule of the compute capability
 * @param scratchBase where threads' own memory lies
 * @param sector bytes that a partition reads or writes at least
 * @param global path to global memory, without a cache
 * @param constant constant cache
 * @param texture first-level texture cache
 * @param texelBytes texel that takes one address; larger ones take more
 * @param textureRate texels addressed in a clock: the multiprocessor's share of its cluster's unit
 */
public record MultiprocessorConfig(
    ComputeUnitConfig unit,
    int interval,
    int barrierLatency,
    Figures figures,
    int banks,
    int pass,
    int lock,
    int lockLatency,
    CoalescingRule coalescing,
    long scratchBase,
    int sector,
    MemoryUnitConfig global,
    MemoryUnitConfig constant,
    MemoryUnitConfig texture,
    int texelBytes,
    Rate textureRate) {
  /** Reads a specification. */
  public static MultiprocessorConfig of(DeviceSpec s) {
    boolean early =
        s.choice("compute.capability").equals("1.0")
            || s.choice("compute.capability").equals("1.1");
    ComputeUnitConfig unit =
        new ComputeUnitConfig(
            s.integer("compute.blocks"),
            s.integer("compute.warps"),
            s.integer("compute.warp"),
            false, // the taken side is pushed, the other runs (envytools leaves it open)
            1,
            Cause.SCHEME);
    return new MultiprocessorConfig(
        unit,
        s.integer("issue.interval"),
        s.integer("issue.barrier_latency"),
        s,
        s.integer("shared.banks"),
        s.integer("shared.pass"),
        s.integer("shared.lock"),
        s.integer("shared.latency") + s.integer("issue.latency"), // locked load, operation; store
        early ? new Cc10Coalescing() : new Cc12Coalescing(),
        s.value("memory.scratch_base"),
        s.integer("dram.burst"),
        global(s),
        constant(s),
        texture(s),
        s.integer("texture.texel_size"),
        textureRate(s));
  }

  /** The unit works in the core clock for all multiprocessors of its cluster. */
  private static Rate textureRate(DeviceSpec s) {
    Rate whole =
        Rate.perCycle(
            s.integer("texture.rate"), s.value("clock.texture"), s.value(ClockSpec.COMPUTE));
    return Rate.near(whole.amount(), whole.ticks() * s.integer("compute.per_cluster"));
  }

  private static MemoryUnitConfig global(DeviceSpec s) {
    return MemoryUnitConfig.of(s, "memory.")
        .every(s.value("memory.transaction"))
        .flags(MemoryUnit.UNCACHED) // the partitions' cache is the textures'
        .build();
  }

  private static MemoryUnitConfig constant(DeviceSpec s) {
    return MemoryUnitConfig.of(s, "constant.")
        .cached("constant.", WritePolicy.READ_ONLY, 0)
        .flags(MemoryUnit.UNCACHED)
        .build();
  }

  private static MemoryUnitConfig texture(DeviceSpec s) {
    return MemoryUnitConfig.of(s, "texture.").cached("texture.", WritePolicy.READ_ONLY, 0).build();
  }
}
