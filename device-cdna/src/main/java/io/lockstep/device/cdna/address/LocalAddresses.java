// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import static io.lockstep.spi.address.AddressInput.optional;
import static io.lockstep.spi.address.AddressInput.required;

import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInput;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.util.List;

/**
 * Explains addresses of DS instructions in local memory (LDS) and region memory (GDS), and the use
 * of M0.
 *
 * <p>Sources: LLVM AMDGPU DS offset modifiers; CLRX GcnInstrsDs; AMD GCN3 and Vega ISA, data share.
 * On gfx9 and newer M0 does not limit addresses of the LDS (LLVM AMDGPUUsage).
 */
final class LocalAddresses {
  private static final String READ2 =
      "LLVM AMDGPU DS offset modifiers; AMD Vega ISA, DS instructions";
  private static final String RANGE = "LLVM AMDGPUUsage (M0 is not read on gfx9); AMD Vega ISA";
  private static final String REGION = "CLRX GcnInstrsDs: M0 31:16 is the base, 15:0 the size";
  private static final String LANES = "AMD Vega ISA, DS_READ_ADDTID_B32";
  private static final String DIRECT = "CLRX GcnMemHandling, LDS-direct loads";
  private static final AddressInput ADDRESS =
      required("addr", "byte address in the lane's register");

  static final List<AddressKind> KINDS =
      List.of(
          new Question(
              "address of a DS instruction in local memory",
              "ds_offset addr=0x100 offset=16 lds_size=65536",
              List.of(
                  ADDRESS,
                  optional("offset", "unsigned offset, 16 bits", "0"),
                  optional("size", "bytes of the access", "4"),
                  optional("lds_size", "bytes that the group was given", "65536")),
              LocalAddresses::offset),
          new Question(
              "both addresses of a DS instruction with two offsets",
              "ds_read2 addr=0x40 offset0=1 offset1=3 size=4 st64=1",
              List.of(
                  ADDRESS,
                  required("offset0", "first offset, 8 bits, in elements"),
                  required("offset1", "second offset, 8 bits, in elements"),
                  required("size", "bytes of an element: 4 or 8"),
                  optional("st64", "1: offsets count 64 elements", "0")),
              LocalAddresses::two),
          new Question(
              "address of a DS instruction that adds the lane",
              "ds_addtid m0=0x100 offset=0 lane=17",
              List.of(
                  required("m0", "register M0: its bits 15:0 are the base"),
                  optional("offset", "unsigned offset, 16 bits", "0"),
                  required("lane", "lane of the wavefront, from 0")),
              LocalAddresses::lane),
          new Question(
              "address of a DS instruction in region memory (GDS)",
              "ds_gds addr=8 m0=0x01000040",
              List.of(
                  ADDRESS,
                  optional("offset", "unsigned offset, 16 bits", "0"),
                  required("m0", "register M0: base in bits 31:16, size in bits 15:0"),
                  optional("size", "bytes of the access", "4")),
              LocalAddresses::region),
          new Question(
              "local address that a buffer load writes directly",
              "lds_direct lds_base=0x400 m0=0x20 lane=17",
              List.of(
                  required("lds_base", "start of the group's local memory"),
                  required("m0", "register M0: its bits 15:0 are an offset"),
                  optional("inst_offset", "unsigned offset, 12 bits", "0"),
                  required("lane", "lane of the wavefront, from 0")),
              LocalAddresses::direct));

  private LocalAddresses() {}

  private static void offset(AddressInputs in, AddressAnswer.Builder out) {
    long address =
        out.address(
            "addr",
            "(addr + offset) mod 2^32",
            in.bits("addr", 32) + in.bits("offset", 16) & 0xFFFF_FFFFL,
            READ2);
    range(address, in.number("size", 1, 16), in.number("lds_size", 0, 1 << 17), "lds_size", out);
    out.resultAddress("addr", address);
  }

  private static void range(
      long address, long size, long limit, String name, AddressAnswer.Builder out) {
    boolean beyond = address + size > limit;
    out.count("oob", "addr + size > " + name, beyond ? 1 : 0, RANGE);
    out.result("oob", beyond ? 1 : 0);
    if (beyond) {
      out.result("result", "load 0/store dropped");
    }
  }

  private static void two(AddressInputs in, AddressAnswer.Builder out) {
    long size = in.oneOf("size", List.of(4L, 8L));
    long scale =
        out.count(
            "scale",
            "size, times 64 if st64",
            in.oneOf("st64", List.of(0L, 1L)) == 1 ? size * 64 : size,
            READ2);
    for (int i = 0; i < 2; i++) {
      long address =
          out.address(
              "addr" + i,
              "addr + offset" + i + " * scale",
              in.bits("addr", 32) + in.bits("offset" + i, 8) * scale,
              READ2);
      out.resultAddress("addr" + i, address);
    }
  }

  private static void lane(AddressInputs in, AddressAnswer.Builder out) {
    long base = out.address("base", "m0 15:0", in.bits("m0", 32) & 0xFFFF, LANES);
    long address =
        out.address(
            "addr",
            "base + offset + lane * 4",
            base + in.bits("offset", 16) + 4 * in.number("lane", 0, 63),
            LANES);
    out.resultAddress("addr", address);
  }

  private static void region(AddressInputs in, AddressAnswer.Builder out) {
    long m0 = in.bits("m0", 32);
    long base = out.address("gds_base", "m0 31:16", m0 >> 16, REGION);
    long limit = out.address("gds_size", "m0 15:0", m0 & 0xFFFF, REGION);
    long within =
        out.address("offset", "addr + offset", in.bits("addr", 32) + in.bits("offset", 16), REGION);
    long address = out.address("addr", "gds_base + offset", base + within, REGION);
    out.resultAddress("addr", address);
    range(within, in.number("size", 1, 16), limit, "gds_size", out);
  }

  private static void direct(AddressInputs in, AddressAnswer.Builder out) {
    long address =
        out.address(
            "addr",
            "lds_base + m0 15:0 + inst_offset + lane * 4",
            in.bits("lds_base", 16)
                + (in.bits("m0", 32) & 0xFFFF)
                + in.bits("inst_offset", 12)
                + 4 * in.number("lane", 0, 63),
            DIRECT);
    out.resultAddress("addr", address);
  }
}
