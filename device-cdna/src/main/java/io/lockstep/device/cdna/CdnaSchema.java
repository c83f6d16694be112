package io.lockstep.device.cdna;

import static io.lockstep.parts.spec.Dimension.BYTES;
import static io.lockstep.parts.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.parts.spec.Dimension.COUNT;
import static io.lockstep.parts.spec.Dimension.CYCLES;
import static io.lockstep.parts.spec.Dimension.FREQUENCY;

import io.lockstep.parts.dispatch.PlacementSpec;
import io.lockstep.parts.dispatch.RoundRobinDies;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.host.HostSpec;
import io.lockstep.parts.issue.IssueSpec;
import io.lockstep.parts.issue.OldestFirst;
import io.lockstep.parts.spec.ClockSpec;
import io.lockstep.parts.spec.Derived;
import io.lockstep.parts.spec.SpecSchema;
import java.util.List;

/** Every key that a specification of a CDNA device holds. */
final class CdnaSchema {
  private static final long KIB = 1024;
  private static final long GIB = 1L << 30;

  static final SpecSchema SCHEMA = build();

  private CdnaSchema() {}

  private static SpecSchema build() {
    SpecSchema.Builder b = SpecSchema.builder("cdna");
    b.choice("isa", "Instruction set, as compilers name it.", "gfx908", "gfx90a", "gfx942");
    b.part(ClockSpec.PART).limit(ClockSpec.COMPUTE, 100_000_000L, 10_000_000_000L);
    b.figure("clock.peak", FREQUENCY, "Engine clock on paper.", 100_000_000L, 10_000_000_000L);
    b.figure("compute.dies", COUNT, "Accelerator dies (XCD, GCD), each with an L2.", 1, 16);
    b.figure("compute.shader_engines", COUNT, "Shader engines of a die.", 1, 64);
    b.figure("compute.units", COUNT, "Compute units of the device.", 1, 2048);
    b.figure("compute.simds", COUNT, "SIMDs of a compute unit.", 1, 8);
    b.figure("compute.wave_slots", COUNT, "Wavefronts a SIMD can hold.", 1, 16);
    b.figure("compute.barriers", COUNT, "Groups of several wavefronts on a unit.", 1, 64);
    b.figure("registers.vector", COUNT, "Vector registers of a lane, of a SIMD.", 32, 4096);
    b.powerOfTwo("registers.vector_granule", COUNT, "Unit of allocation.", 1, 64);
    b.figure("registers.scalar", COUNT, "Scalar registers of a SIMD.", 64, 8192);
    b.powerOfTwo("registers.scalar_granule", COUNT, "Unit of allocation.", 1, 128);
    cycles(b, "issue.simple", "32-bit arithmetic.", 4);
    cycles(b, "issue.multiply32", "32-bit integer multiply.", 4);
    cycles(b, "issue.transcendental", "Reciprocal, roots, exp, log, sine.", 4);
    cycles(b, "issue.double", "F64 arithmetic.", 4);
    cycles(b, "issue.transcendental64", "F64 reciprocal and roots.", 4);
    cycles(b, "issue.scalar", "A scalar instruction of a wavefront.", 4);
    cycles(b, "issue.branch_not_taken", "A branch that falls through.", 4);
    cycles(b, "issue.branch_taken", "A branch that jumps.", 4);
    cycles(b, "issue.barrier", "From the last arrival to the release.", 1);
    b.part(new IssueSpec(OldestFirst.NAME)).usually(IssueSpec.GROUP, "4", "2", "8");
    b.figure("lds.size", BYTES, "Local memory of a compute unit.", KIB, 1 << 20);
    b.powerOfTwo("lds.granule", BYTES, "Unit of allocation.", 4, 65536);
    b.powerOfTwo("lds.banks", COUNT, "Banks.", 1, 64);
    b.figure("lds.bank_width", BYTES, "Width of a bank.", 4, 4);
    cycles(b, "lds.latency", "Dependent load to load.", 8);
    b.figure("l1.size", BYTES, "Vector L1 of a compute unit.", KIB, 1 << 20);
    b.powerOfTwo("l1.line", BYTES, "Line.", 32, 256);
    b.figure("l1.ways", COUNT, "Ways.", 1, 127);
    cycles(b, "l1.latency", "Dependent load to load on a hit.", 24);
    b.figure("l1.bandwidth", BYTES_PER_CYCLE, "Bytes a clock on hits.", 16_000, 256_000);
    b.figure("l1.misses", COUNT, "Lines outstanding.", 4, 4096);
    b.figure("scalar_cache.size", BYTES, "Scalar data cache.", KIB, 1 << 20);
    b.powerOfTwo("scalar_cache.line", BYTES, "Line.", 32, 256);
    b.figure("scalar_cache.ways", COUNT, "Ways.", 1, 127);
    b.figure("scalar_cache.sharing", COUNT, "Compute units that share one.", 1, 8);
    cycles(b, "scalar_cache.latency", "Dependent load to load on a hit.", 8);
    b.figure("l2.size", BYTES, "L2 of a die.", 64 * KIB, GIB);
    b.figure("l2.channels", COUNT, "Channels of a die's L2.", 1, 128);
    b.powerOfTwo("l2.line", BYTES, "Line.", 32, 256);
    b.powerOfTwo("l2.sector", BYTES, "Bytes fetched at once.", 32, 256);
    b.figure("l2.ways", COUNT, "Ways.", 1, 127);
    b.powerOfTwo("l2.interleave", BYTES, "Bytes before the next channel.", 128, 65536);
    b.figure("l2.read", BYTES_PER_CYCLE, "Bytes a clock and channel read.", 8_000, 1_024_000);
    b.figure("l2.write", BYTES_PER_CYCLE, "Bytes a clock and channel written.", 8_000, 1_024_000);
    cycles(b, "l2.latency", "Dependent load to load on an L2 hit.", 100);
    b.figure("l2.atomics", COUNT, "Atomic lanes a clock and channel.", 1, 64);
    cycles(b, "l2.same_address", "Between two atomics on one address.", 1);
    b.optional("mall.size", BYTES, "Memory-side cache of the device.", 64 * KIB, GIB);
    b.optionalPowerOfTwo("mall.line", BYTES, "Its line.", 32, 256);
    b.optional("mall.ways", COUNT, "Its ways.", 1, 127);
    b.optional("mall.bandwidth", BYTES_PER_CYCLE, "Bytes a clock of a slice.", 1_000, 1_024_000);
    b.optional("mall.latency", CYCLES, "Dependent load to load on a hit there.", 100, 1_000_000);
    b.part(DramSpec.PART);
    cycles(b, "dram.load_to_use", "Dependent load to load from DRAM.", 100);
    cycles(b, "dispatch.interval", "Between work-groups of a die.", 1);
    cycles(b, "dispatch.wave_interval", "Between wavefronts of a die.", 1);
    cycles(b, "dispatch.start", "From dispatch to the first instruction.", 1);
    b.part(new PlacementSpec(RoundRobinDies.NAME));
    b.part(HostSpec.PART);
    memory(b);
    return b.build();
  }

  private static void cycles(SpecSchema.Builder b, String path, String what, long low) {
    b.figure(path, CYCLES, what, low, 1_000_000);
  }

  /** What this family does not have, narrows, guesses for files of before, and called otherwise. */
  private static void memory(SpecSchema.Builder b) {
    b.without("dram.interleave") // l2.interleave: channels of memory lie behind those of the L2
        .without("dram.request_latency", "dram.response_latency") // parts of dram.load_to_use
        .limitPowerOfTwo("dram.banks", 1, 64)
        .usually("dram.bypasses", "16", "0", "64")
        .usually("dram.drain_from", "75%", "50%", "100%")
        .usually("dram.drain_until", "25%", "0%", "50%")
        .formerly("clock.core", "clock.peak", "clock.sustained", ClockSpec.COMPUTE)
        .formerly("hbm.latency", "dram.load_to_use")
        .derived(
            Derived.formerly(
                "hbm.queue",
                COUNT,
                List.of("dram.read_queue", "dram.write_queue"),
                (q, f) -> new long[] {q, q}));
    for (String same :
        List.of("capacity", "channels", "clock", "beats", "width", "burst", "banks", "row")) {
      b.formerly("hbm." + same, "dram." + same);
    }
    for (String timing :
        List.of("rcd", "rp", "ras", "cl", "wl", "rrd", "wtr", "rtw", "wr", "refi", "rfc")) {
      b.formerly("hbm.t_" + timing, "dram.t" + timing);
    }
  }
}
