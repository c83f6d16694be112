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
 * Explains generic addresses: the apertures of local and private memory in the flat address space.
 *
 * <p>Sources: LLVM AMDGPUUsage, Memory Spaces and Address Spaces (comparison, conversion, null);
 * Linux kfd_flat_memory.c (bases and sizes on gfx9, the canonical hole).
 */
final class Apertures {
  static final String SHARED_BASE = "0x1000000000000";
  static final String PRIVATE_BASE = "0x2000000000000";
  private static final String LLVM = "LLVM AMDGPUUsage, Memory Spaces";
  private static final String KFD = "Linux kfd_flat_memory.c";
  private static final long NULL = 0xFFFF_FFFFL; // null in 32-bit segments
  private static final List<AddressInput> BASES =
      List.of(
          optional("private_base", "start of the private aperture", PRIVATE_BASE),
          optional("shared_base", "start of the local aperture", SHARED_BASE),
          optional("aperture_size", "bytes of an aperture", "2^32"));

  enum Segment {
    GLOBAL,
    LOCAL,
    PRIVATE,
    HOLE;

    private String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  static final List<AddressKind> KINDS =
      List.of(
          new Question(
              "segment and offset of a flat address, by the apertures",
              "aperture flat_addr=0x1000000000100",
              with(required("flat_addr", "64-bit address")),
              (in, out) -> result(in.number("flat_addr"), in, out)),
          new Question(
              "flat address of a local or private one",
              "segment_to_flat local_addr=0x10",
              List.of(
                  optional("local_addr", "32-bit address in local memory", "none"),
                  optional("private_addr", "32-bit address in private memory", "none"),
                  BASES.get(1),
                  BASES.get(0)),
              Apertures::toFlat),
          new Question(
              "address of a flat instruction, and its segment",
              "flat_imm vgpr64=0x1000000000020 imm12=0x10",
              with(
                  required("vgpr64", "64-bit address of the lane"),
                  optional("imm12", "unsigned offset", "0")),
              Apertures::flat));

  private Apertures() {}

  private static List<AddressInput> with(AddressInput... own) {
    return java.util.stream.Stream.concat(java.util.Arrays.stream(own), BASES.stream()).toList();
  }

  private static void flat(AddressInputs in, AddressAnswer.Builder out) {
    long address =
        out.address(
            "addr",
            "vgpr64 + imm12",
            in.number("vgpr64") + in.bits("imm12", 12),
            "CLRX GcnInstrsFlat; gem5 VEGA (12 bits, unsigned, for flat)");
    out.resultAddress("addr", address);
    result(address, in, out);
  }

  private static void result(long address, AddressInputs in, AddressAnswer.Builder out) {
    Segment segment = of(address, in, out);
    out.result("segment", segment.text());
    if (segment != Segment.HOLE) {
      out.resultAddress("segment_offset", offset(address, segment, in));
    }
  }

  /** Determines the segment of a flat address and adds the steps to the answer. */
  static Segment of(long address, AddressInputs in, AddressAnswer.Builder out) {
    long size = in.number("aperture_size", 1, 1L << 47);
    Segment segment = Segment.HOLE;
    if (isWithin(address, in.number("private_base"), size)) {
      segment = Segment.PRIVATE;
    } else if (isWithin(address, in.number("shared_base"), size)) {
      segment = Segment.LOCAL;
    } else if (address >> 47 == 0 || address >> 47 == -1) {
      segment = Segment.GLOBAL;
    }
    out.word(
        "segment",
        switch (segment) {
          case PRIVATE -> "private_base <= addr < private_base + aperture_size";
          case LOCAL -> "shared_base <= addr < shared_base + aperture_size";
          case GLOBAL -> "no aperture; bits 63:47 are all 0 or all 1";
          case HOLE -> "no aperture; bits 63:47 are neither all 0 nor all 1: memory violation";
        },
        segment.text(),
        LLVM + "; " + KFD);
    if (segment != Segment.HOLE) {
      String base = segment == Segment.PRIVATE ? "addr - private_base" : "addr - shared_base";
      out.address(
          "segment_offset",
          segment == Segment.GLOBAL ? "addr" : base,
          offset(address, segment, in),
          LLVM);
    }
    return segment;
  }

  static long offset(long address, Segment segment, AddressInputs in) {
    return switch (segment) {
      case PRIVATE -> address - in.number("private_base");
      case LOCAL -> address - in.number("shared_base");
      case GLOBAL, HOLE -> address;
    };
  }

  private static boolean isWithin(long address, long base, long size) {
    return Long.compareUnsigned(address - base, size) < 0;
  }

  private static void toFlat(AddressInputs in, AddressAnswer.Builder out) {
    boolean local = !in.all().get("local_addr").equals("none");
    if (local != in.all().get("private_addr").equals("none")) {
      throw in.wrong("give either local_addr or private_addr");
    }
    String name = local ? "local_addr" : "private_addr";
    String base = local ? "shared_base" : "private_base";
    long address = in.bits(name, 32);
    long flat =
        address == NULL
            ? out.address("flat_addr", "null of the segment is null of the flat space", 0, LLVM)
            : out.address("flat_addr", base + " + " + name, in.number(base) + address, LLVM);
    out.resultAddress("flat_addr", flat);
  }
}
