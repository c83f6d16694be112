package io.lockstep.device.cdna;

import static io.lockstep.parts.spec.Dimension.BYTES;
import static io.lockstep.parts.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.parts.spec.Dimension.COUNT;
import static io.lockstep.parts.spec.Dimension.CYCLES;
import static io.lockstep.parts.spec.Dimension.FREQUENCY;
import static io.lockstep.parts.spec.Dimension.RATE;
import static io.lockstep.parts.spec.Dimension.TIME;

import io.lockstep.parts.spec.SpecSchema;

/** Every key that a specification of a CDNA device holds. */
final class CdnaSchema {
  private static final long KIB = 1024;
  private static final long GIB = 1L << 30;

  /** Bytes a second at which the largest memory is filled within the picoseconds of a long. */
  private static final long SLOWEST = 1_000_000;

  static final SpecSchema SCHEMA = build();

  private CdnaSchema() {}

  private static SpecSchema build() {
    SpecSchema.Builder b = SpecSchema.builder("cdna");
    b.choice("isa", "Instruction set, as compilers name it.", "gfx908", "gfx90a", "gfx942");
    b.figure("clock.core", FREQUENCY, "Peak engine clock.", 100_000_000L, 10_000_000_000L);
    b.figure(
        "clock.sustained",
        FREQUENCY,
        "Engine clock that kernels run at, whatever they do.",
        100_000_000L,
        10_000_000_000L);
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
    b.figure("hbm.capacity", BYTES, "Device memory.", 1 << 20, 1L << 42);
    b.figure("hbm.channels", COUNT, "Channels.", 1, 1024);
    b.figure("hbm.clock", FREQUENCY, "Memory clock.", 100_000_000L, 10_000_000_000L);
    b.figure("hbm.beats", COUNT, "Transfers a clock.", 1, 8);
    b.powerOfTwo("hbm.width", BYTES, "Data bus of a channel.", 1, 64);
    b.powerOfTwo("hbm.burst", BYTES, "Smallest transfer.", 16, 256);
    b.powerOfTwo("hbm.banks", COUNT, "Banks of a channel.", 1, 64);
    b.powerOfTwo("hbm.row", BYTES, "Row of a bank.", 256, 65536);
    timing(b, "hbm.t_rcd", "Activate to column.");
    timing(b, "hbm.t_rp", "Precharge.");
    timing(b, "hbm.t_ras", "Activate to precharge.");
    timing(b, "hbm.t_cl", "Read latency.");
    timing(b, "hbm.t_wl", "Write latency.");
    timing(b, "hbm.t_rrd", "Activate to activate.");
    timing(b, "hbm.t_wtr", "Write to read.");
    timing(b, "hbm.t_rtw", "Read to write.");
    timing(b, "hbm.t_wr", "Write recovery.");
    b.figure("hbm.t_refi", TIME, "Refresh interval, 0 for none.", 0, 1_000_000_000);
    timing(b, "hbm.t_rfc", "Refresh.");
    b.figure("hbm.queue", COUNT, "Requests a channel looks at.", 2, 1024);
    cycles(b, "hbm.latency", "Dependent load to load from DRAM.", 100);
    cycles(b, "dispatch.interval", "Between work-groups of a die.", 1);
    cycles(b, "dispatch.wave_interval", "Between wavefronts of a die.", 1);
    cycles(b, "dispatch.start", "From dispatch to the first instruction.", 1);
    time(b, "host.launch", "From a launch call to the first group, device idle.");
    time(b, "host.back_to_back", "Between two queued kernels.");
    time(b, "host.submit", "Host time of a launch call.");
    time(b, "host.synchronize", "Host time to notice completion.");
    time(b, "host.transfer", "Fixed cost of a transfer.");
    rate(b, "host.pinned", "Page-locked transfers.");
    rate(b, "host.pageable", "Pageable transfers.");
    b.figure("host.fill", RATE, "Device memset.", SLOWEST, 1L << 44);
    b.figure("host.copy", RATE, "Device-to-device copy.", SLOWEST, 1L << 44);
    return b.build();
  }

  private static void cycles(SpecSchema.Builder b, String path, String what, long low) {
    b.figure(path, CYCLES, what, low, 1_000_000);
  }

  private static void rate(SpecSchema.Builder b, String path, String what) {
    b.figure(path, RATE, what, SLOWEST, 1L << 42);
  }

  /** A time of the memory's protocol: bookings lie no further ahead than so many of these. */
  private static void timing(SpecSchema.Builder b, String path, String what) {
    b.figure(path, TIME, what, 0, 10_000_000);
  }

  private static void time(SpecSchema.Builder b, String path, String what) {
    b.figure(path, TIME, what, 0, 1_000_000_000_000L);
  }
}
