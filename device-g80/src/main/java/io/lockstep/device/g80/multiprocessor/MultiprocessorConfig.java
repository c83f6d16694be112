// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.memory.Cc10Coalescing;
import io.lockstep.device.g80.memory.Cc12Coalescing;
import io.lockstep.device.g80.memory.MaskedWrites;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.cache.InstructionCacheConfig;
import io.lockstep.parts.cache.policy.ReadOnly;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.spi.stats.Resource;
import java.util.Optional;

/** Configuration of a multiprocessor, in shader clocks. Immutable and thread-safe. */
public final class MultiprocessorConfig {
  final ComputeUnitConfig unit;

  /** Clocks of an issue slot. */
  final int interval;

  /** Whether a half-warp without active lanes takes no time for shared operands. */
  final boolean operandHalves;

  /** Clocks of a multiplication on the special-function units; 0 without dual issue. */
  final int dualMultiply;

  /** Ticks from the last arrival at a barrier to the next instruction. */
  final int barrierLatency;

  final Ideals ideals;

  /** Whether dependences are ideal: results are immediate, control flow costs no time. */
  final boolean atOnce;

  /** Parameters of the device, for {@code issue.policy}. */
  final Figures figures;

  /** Number of threads of a half-warp, which access memory together. */
  final int lanes;

  final int banks;

  /** Clocks of a shared-memory pass of a half-warp. */
  final int pass;

  /** Issue clocks of one iteration of a shared atomic's loop. */
  final int lock;

  /** Latency of one iteration of a shared atomic's loop for the warp. */
  final int lockLatency;

  final CoalescingRule coalescing;

  /** Device address of the private memory of threads. */
  final long scratchBase;

  /** Minimum number of bytes that a partition reads or writes. */
  final int sector;

  final MaskedWrites maskedWrites;

  /** Path to global memory, which has no cache. */
  final MemoryUnitConfig global;

  final MemoryUnitConfig constant;

  final MemoryUnitConfig texture;

  /** Maximum size in bytes of a texel that takes a single address; larger texels take more. */
  final int texelBytes;

  final int textureSharing;

  /** Rate at which a texture unit addresses texels. */
  final Rate textureRate;

  /** Instruction cache; empty if instruction fetch is ideal. */
  final Optional<InstructionCacheConfig> code;

  public MultiprocessorConfig(DeviceSpec s) {
    boolean early =
        s.choice("unit.capability").equals("1.0") || s.choice("unit.capability").equals("1.1");
    unit =
        new ComputeUnitConfig(
            s.integer("unit.groups"),
            s.integer("unit.wavefronts"),
            s.integer("unit.wavefront"),
            false,
            // the side not taken runs first (assumed, as envytools leaves it open)
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
    // The latency of the locked load and the operation; the warp does not wait for the store.
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
   * Converts the rate of the cluster's texture unit, which runs at the core clock. If fewer
   * multiprocessors share a unit in the model, the rate is reduced proportionally.
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
        .flags(MemoryUnit.UNCACHED) // the partitions' cache serves only textures
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
        .cached("texture.", new ReadOnly(), 1) // one clock of the fetch queue
        .serving(Resource.TEXTURE)
        .build();
  }
}
