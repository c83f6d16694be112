package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.memory.Cc10Coalescing;
import io.lockstep.device.g80.memory.Cc12Coalescing;
import io.lockstep.device.g80.memory.MaskedWrites;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.cache.InstructionCacheConfig;
import io.lockstep.parts.cache.ReadOnly;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.unit.MemoryUnitConfig;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.spi.stats.Resource;
import java.util.Optional;

/** Configuration of a multiprocessor, in shader clocks. Immutable and thread-safe. */
public final class MultiprocessorConfig {
  /** Warps, blocks, causes. */
  final ComputeUnitConfig unit;

  /** Clocks of an issue slot. */
  final int interval;

  /** Whether a half-warp without active lanes takes no time of shared operands. */
  final boolean operandHalves;

  /** Clocks of a multiplication that the special-function units take; 0: they take none. */
  final int dualMultiply;

  /** Ticks from the last arrival at a barrier to the next instruction. */
  final int barrierLatency;

  /** The ideal parts of the device. */
  final Ideals ideals;

  /** Whether results are available at once, and control causes no waiting. */
  final boolean atOnce;

  /** The device's, for {@code issue.policy}. */
  final Figures figures;

  /** Threads of a warp that access memory together: a half-warp. */
  final int lanes;

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

  /** Address of the threads' own memory. */
  final long scratchBase;

  /** Bytes that a partition reads or writes at least. */
  final int sector;

  /** What a store takes of the memory's time. */
  final MaskedWrites maskedWrites;

  /** Path to global memory, without a cache. */
  final MemoryUnitConfig global;

  /** Constant cache. */
  final MemoryUnitConfig constant;

  /** First-level texture cache. */
  final MemoryUnitConfig texture;

  /** Texel that takes one address; larger ones take more. */
  final int texelBytes;

  /** Multiprocessors that share a texture unit. */
  final int textureSharing;

  /** Texels that a texture unit addresses in a clock. */
  final Rate textureRate;

  /** Instruction cache; empty where code is always there. */
  final Optional<InstructionCacheConfig> code;

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
            WarpIssueCause.SCHEME);
    interval = s.integer("issue.interval");
    operandHalves = s.flag("issue.operand_halves");
    dualMultiply = s.integer("issue.dual_multiply");
    ideals = s.ideals();
    atOnce = ideals.has(Ideal.DEPENDENCY);
    barrierLatency = atOnce ? 0 : s.integer("issue.barrier_latency");
    figures = s;
    lanes = s.integer("memory.lanes");
    banks = s.integer("lds.banks");
    pass = s.integer("lds.pass");
    lock = s.integer("lds.lock");
    // A locked load and its operation; the store is not waited for.
    lockLatency = s.integer("lds.latency") + s.integer("issue.latency");
    coalescing = early ? new Cc10Coalescing(lanes) : new Cc12Coalescing(lanes);
    scratchBase = s.value("memory.scratch_base");
    sector = s.integer("dram.burst");
    maskedWrites = new MaskedWrites(s.flag("memory.masked_writes"));
    global = global(s);
    constant = constant(s);
    texture = texture(s);
    texelBytes = s.integer("texture.texel_size");
    textureSharing = s.integer("texture.sharing");
    textureRate = textureRate(s);
    code = InstructionCacheConfig.of(s);
  }

  /**
   * Converts clocks of the cluster's unit, which works in the core clock. Where fewer
   * multiprocessors share one, it is a part of that.
   */
  private static Rate textureRate(DeviceSpec s) {
    Rate whole =
        Rate.perCycle(
            s.integer("texture.rate"), s.value("clock.texture"), s.value(ClockSpec.COMPUTE));
    return Rate.near(
        whole.amount() * s.integer("texture.sharing"),
        whole.ticks() * s.integer("unit.per_cluster"));
  }

  private static MemoryUnitConfig global(DeviceSpec s) {
    return MemoryUnitConfig.of(s, "memory.")
        .every(s.value("memory.transaction"))
        .translated()
        .flags(MemoryUnit.UNCACHED) // the partitions' cache is the textures'
        .build();
  }

  private static MemoryUnitConfig constant(DeviceSpec s) {
    return MemoryUnitConfig.of(s, "constant.")
        .cached("constant.", new ReadOnly(), 0)
        .behind("constant.l2_")
        .behind("constant.l3_")
        .serving(Resource.CONSTANTS)
        .flags(MemoryUnit.UNCACHED)
        .build();
  }

  private static MemoryUnitConfig texture(DeviceSpec s) {
    return MemoryUnitConfig.of(s, "texture.")
        .cached("texture.", new ReadOnly(), 1) // a fetch waits a clock for its turn
        .serving(Resource.TEXTURE)
        .build();
  }
}
