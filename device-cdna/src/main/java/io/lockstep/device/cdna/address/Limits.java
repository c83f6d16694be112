// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import static io.lockstep.spi.address.AddressInput.optional;
import static io.lockstep.spi.address.AddressInput.required;

import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.util.List;

/**
 * Explains the encoding of register and memory allocations in a kernel descriptor, and the counters
 * of {@code s_waitcnt}.
 *
 * <p>Sources: LLVM AMDGPUUsage, compute_pgm_rsrc1 and GRANULATED_LDS_SIZE; LLVM AMDGPU operand
 * waitcnt, gfx9.
 */
final class Limits {
  private static final String WAIT = "LLVM AMDGPU operand waitcnt, gfx9";
  private static final String VECTORS = "LLVM AMDGPUUsage, compute_pgm_rsrc1, gfx90a";
  private static final String SCALARS = "LLVM AMDGPUUsage, compute_pgm_rsrc1, gfx9";
  private static final String LOCAL = "LLVM AMDGPUUsage, GRANULATED_LDS_SIZE: 128 dwords";

  static final List<AddressKind> KINDS =
      List.of(
          new Question(
              "operand of s_waitcnt",
              "s_waitcnt_encode vmcnt=17 expcnt=7 lgkmcnt=3",
              List.of(
                  optional("vmcnt", "vector memory, 6 bits", "63"),
                  optional("expcnt", "exports, 3 bits", "7"),
                  optional("lgkmcnt", "local, scalar and message, 4 bits", "15")),
              Limits::wait),
          new Question(
              "vector registers of gfx90a: allocation and wavefronts",
              "occupancy_vgpr_gfx90a arch_vgprs=100 acc_vgprs=32",
              List.of(
                  required("arch_vgprs", "vector registers"),
                  optional("acc_vgprs", "accumulation registers", "0")),
              Limits::vectors),
          new Question(
              "scalar registers of gfx9: allocation and wavefronts",
              "occupancy_sgpr_gfx9 sgprs_used=76",
              List.of(required("sgprs_used", "scalar registers, reserved ones included")),
              Limits::scalars),
          new Question(
              "local memory: allocation, groups and wavefronts",
              "occupancy_lds lds_bytes=513 wg_size=64",
              List.of(
                  required("lds_bytes", "local memory of a group"),
                  required("wg_size", "work-items of a group"),
                  optional("lds", "local memory of a compute unit", "65536")),
              Limits::local));

  private Limits() {}

  private static void wait(AddressInputs in, AddressAnswer.Builder out) {
    long vector = in.bits("vmcnt", 6);
    long low = out.address("vmcnt 3:0", "to bits 3:0", vector & 15, WAIT);
    long exports = out.address("expcnt", "to bits 6:4", in.bits("expcnt", 3) << 4, WAIT);
    long others = out.address("lgkmcnt", "to bits 11:8", in.bits("lgkmcnt", 4) << 8, WAIT);
    long high = out.address("vmcnt 5:4", "to bits 15:14", vector >> 4 << 14, WAIT);
    out.resultAddress(
        "simm16", out.address("simm16", "all of them", low | exports | others | high, WAIT));
  }

  private static void vectors(AddressInputs in, AddressAnswer.Builder out) {
    long used =
        out.count(
            "vgprs_used",
            "arch_vgprs rounded up to 4, + acc_vgprs",
            up(in.number("arch_vgprs", 0, 256), 4) + in.number("acc_vgprs", 0, 256),
            VECTORS);
    long allocated =
        out.count(
            "allocated",
            "vgprs_used rounded up to 8, at least 8",
            Math.max(8, up(used, 8)),
            VECTORS);
    long encoded = out.count("encoded", "allocated / 8 - 1", allocated / 8 - 1, VECTORS);
    long waves =
        out.count(
            "waves_per_simd",
            "512 div allocated, at most 8",
            Math.min(8, 512 / allocated),
            VECTORS);
    out.result("vgprs_used", used)
        .result("allocated", allocated)
        .result("encoded", encoded)
        .result("waves_per_simd", waves);
  }

  private static void scalars(AddressInputs in, AddressAnswer.Builder out) {
    long used = in.number("sgprs_used", 1, 112);
    long allocated = out.count("allocated", "sgprs_used rounded up to 16", up(used, 16), SCALARS);
    long encoded =
        out.count("encoded", "2 * (allocated / 16 - 1)", 2 * (allocated / 16 - 1), SCALARS);
    long waves = out.count("waves_limit", "800 div allocated", 800 / allocated, SCALARS);
    out.result("allocated", allocated).result("encoded", encoded).result("waves_limit", waves);
  }

  private static void local(AddressInputs in, AddressAnswer.Builder out) {
    long lds = in.number("lds", 512, 1 << 20);
    long allocated =
        out.count(
            "allocated",
            "lds_bytes rounded up to 512",
            up(in.number("lds_bytes", 1, lds), 512),
            LOCAL);
    long groups = out.count("lds_limited_wg_per_cu", "lds div allocated", lds / allocated, LOCAL);
    long waves =
        out.count(
            "lds_limited_waves_per_cu",
            "groups * (wg_size / 64, rounded up)",
            groups * (up(in.number("wg_size", 1, 1024), 64) / 64),
            LOCAL);
    out.result("allocated", allocated)
        .result("lds_limited_wg_per_cu", groups)
        .result("lds_limited_waves_per_cu", waves);
  }

  private static long up(long value, long granule) {
    return (value + granule - 1) / granule * granule;
  }
}
