package io.lockstep.device.cdna;

import static io.lockstep.parts.spec.Dimension.BYTES;
import static io.lockstep.parts.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.parts.spec.Dimension.COUNT;
import static io.lockstep.parts.spec.Dimension.CYCLES;
import static io.lockstep.parts.spec.Dimension.FREQUENCY;

import io.lockstep.parts.dispatch.DispatchSpec;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.host.HostSpec;
import io.lockstep.parts.spec.ClockSpec;
import io.lockstep.parts.spec.Derived;
import io.lockstep.parts.spec.SpecSchema;
import io.lockstep.parts.unit.IssueSpec;
import io.lockstep.parts.unit.LdsSpec;
import io.lockstep.parts.unit.UnitSpec;
import java.util.List;

/** Every key that a specification of a CDNA device holds. */
final class CdnaSchema {
  private static final long KIB = 1024;
  private static final long GIB = 1L << 30;

  static final SpecSchema SCHEMA = build();

  private CdnaSchema() {}

  private static SpecSchema build() {
    SpecSchema.Builder b = SpecSchema.builder("cdna");
    b.part(ClockSpec.PART).limit(ClockSpec.COMPUTE, 100_000_000L, 10_000_000_000L);
    b.figure("clock.peak", FREQUENCY, "Engine clock on paper.", 100_000_000L, 10_000_000_000L);
    unit(b);
    issue(b);
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
    dispatch(b);
    b.part(HostSpec.PART);
    memory(b);
    return b.build();
  }

  private static void unit(SpecSchema.Builder b) {
    b.choice("unit.isa", "instruction set, as compilers name it", "gfx908", "gfx90a", "gfx942")
        .part(UnitSpec.PART)
        .without("unit.groups", "unit.double") // as many as wavefronts; always there
        .limit("unit.wavefront", 64, 64) // what the model takes
        .usually("unit.wavefront", "64", "64", "64")
        .usually("unit.group_size", "1024", "1024", "1024")
        .figure("unit.dies", COUNT, "accelerator dies (XCD, GCD), each with an L2", 1, 16)
        .figure("unit.simds", COUNT, "SIMDs of a compute unit", 1, 8)
        .figure("unit.wave_slots", COUNT, "wavefronts that a SIMD holds", 1, 16)
        .figure("unit.barriers", COUNT, "work-groups of several wavefronts on a unit", 1, 64)
        .formerly("isa", "unit.isa", "compute.units", "unit.count", "compute.dies", "unit.dies")
        .formerly("compute.shader_engines", "unit.engines", "compute.simds", "unit.simds")
        .formerly("compute.wave_slots", "unit.wave_slots", "compute.barriers", "unit.barriers");
    UnitSpec.wavefronts(
        b,
        f -> f.value("unit.simds") * f.value("unit.wave_slots"),
        "unit.wave_slots",
        (all, f) -> new long[] {Derived.exactly(all, f.value("unit.simds"))});
    b.figure("registers.vector", COUNT, "vector registers of a lane, of a SIMD", 32, 4096)
        .powerOfTwo("registers.vector_granule", COUNT, "unit of their allocation", 1, 64)
        .figure("registers.scalar", COUNT, "scalar registers of a SIMD", 64, 8192)
        .powerOfTwo("registers.scalar_granule", COUNT, "unit of their allocation", 1, 128);
    UnitSpec.registerFile(
        b, "registers.vector", f -> 4 * f.value("unit.wavefront") * f.value("unit.simds"));
    b.part(LdsSpec.PART)
        .limit("lds.size", KIB, 1 << 20)
        .limitPowerOfTwo("lds.granule", 4, 65536)
        .limit("lds.latency", 8, 1_000_000)
        .figure("lds.bank_width", BYTES, "width of a bank", 4, 4)
        .figure("lds.queue", CYCLES, "bank work that may wait", 0, 4096)
        .usually("lds.queue", "32cycles", "8cycles", "64cycles");
  }

  private static void issue(SpecSchema.Builder b) {
    b.part(IssueSpec.PART)
        .without("issue.latency") // issue.interval: a SIMD goes round its lanes in that time
        .formerly("issue.simple", "issue.interval", "issue.branch_taken", "issue.branch_latency")
        .formerly("issue.barrier", "issue.barrier_latency");
    for (String path : List.of("interval", "multiply32", "transcendental", "branch_latency")) {
      b.limit("issue." + path, 4, 1_000_000);
    }
    b.limit("issue.barrier_latency", 1, 1_000_000);
    cycles(b, "issue.double", IssueSpec.DOUBLE_MEANS, 4);
    cycles(b, "issue.transcendental64", "clocks of a double-precision reciprocal or root", 4);
    cycles(b, "issue.scalar", "clocks of a scalar instruction", 4);
    cycles(b, "issue.branch_not_taken", "from a branch that falls through to the next one", 4);
  }

  private static void dispatch(SpecSchema.Builder b) {
    b.part(DispatchSpec.PART)
        .usually("dispatch.launch_latency", "0cycles", "0cycles", "100cycles") // in host.launch
        .usually("dispatch.window", "4", "1", "16")
        .usually("dispatch.grid_x", "2147483647", "2147483647", "2147483647")
        .usually("dispatch.grid_y", "65535", "65535", "2147483647")
        .usually("dispatch.grid_z", "65535", "65535", "2147483647")
        .figure("dispatch.wave_interval", CYCLES, "between wavefronts of a group", 1, 1_000_000)
        .formerly("dispatch.interval", "dispatch.group_interval")
        .derived(
            Derived.formerly(
                "dispatch.start",
                CYCLES,
                List.of("dispatch.latency", "dispatch.wave_start"),
                (all, f) -> new long[] {Math.max(1, all / 2), all / 2}));
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
