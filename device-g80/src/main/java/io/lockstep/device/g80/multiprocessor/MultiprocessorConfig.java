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

/** Configuration of a multiprocessor in shader clocks. */
public final class MultiprocessorConfig {
  final ComputeUnitConfig unit;

  /** Of an issue slot. */
  final int interval;

  /** Whether inactive half-warps take no time for shared operands. */
  final boolean operandHalves;

  /** A multiplication on the special-function units; 0: no dual issue. */
  final int dualMultiply;

  /** From the last arrival to the next instruction. */
  final int barrierLatency;

  final Ideals ideals;

  /** Ideal: results are there at once, control flow causes no delay. */
  final boolean atOnce;

  /** For {@code issue.policy}. */
  final Figures figures;

  /** Of a half-warp. */
  final int lanes;

  final int banks;

  /** Shared-memory pass of a half-warp. */
  final int pass;

  /** Issue of an iteration of a shared atomic's loop. */
  final int lock;

  /** Latency of an iteration, for its warp. */
  final int lockLatency;

  final CoalescingRule coalescing;

  /** Private memory. */
  final long scratchBase;

  /** Minimum bytes of a partition's transfer. */
  final int sector;

  final MaskedWrites maskedWrites;

  /** Without cache. */
  final MemoryUnitConfig global;

  final MemoryUnitConfig constant;

  final MemoryUnitConfig texture;

  /** Of one address; larger texels take more. */
  final int texelBytes;

  /** Multiprocessors per texture unit. */
  final int textureSharing;

  /** Texels addressed per clock. */
  final Rate textureRate;

  /** Empty: ideal instruction fetch. */
  final Optional<InstructionCacheConfig> code;

  public MultiprocessorConfig(DeviceSpec s) {
    boolean early =
        s.choice("unit.capability").equals("1.0") || s.choice("unit.capability").equals("1.1");
    unit =
        new ComputeUnitConfig(
            s.integer("unit.groups"),
            s.integer("unit.wavefronts"),
            s.integer("unit.wavefront"),
            false, // the taken side is pushed, the other runs first (an assumption, which envytools
                   // leaves open)
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
    // a locked load and its operation, without the store
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

  /** The unit runs at the core clock; fewer users have units with a proportional part. */
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
        .flags(MemoryUnit.UNCACHED) // the partitions' cache is for textures
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
        .cached("texture.", new ReadOnly(), 1) // a clock of the fetch queue
        .serving(Resource.TEXTURE)
        .build();
  }
}
