// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import static io.lockstep.spi.address.AddressInput.optional;
import static io.lockstep.spi.address.AddressInput.required;

import io.lockstep.gcn.memory.ScratchSwizzle;
import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInput;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.util.List;

/**
 * Explains addresses in private memory (scratch), where the same element of all lanes of a
 * wavefront is contiguous. Sources: LLVM AMDGPUUsage, Address Spaces, Private; LLVM
 * AMDGPUAsmPrinter (blocks of 256 dwords per wavefront).
 */
final class PrivateMemory {
  private static final String SWIZZLE = "LLVM AMDGPUUsage, Address Spaces, Private";
  private static final String BLOCKS = "LLVM AMDGPUAsmPrinter, scratch in blocks of 256 dwords";

  private static final AddressInput WAVE = optional("wave", "lanes of a wavefront", "64");
  private static final AddressInput ELEMENT = optional("element", "bytes of an element", "4");
  private static final AddressInput LANE = required("lane", "lane of the wavefront, from 0");
  private static final AddressInput GRANULE =
      optional("wave_alloc_granule", "bytes by which a wavefront's scratch is rounded up", "1024");

  static final List<AddressKind> KINDS =
      List.of(
          new Question(
              "global address of a lane's private byte",
              "scratch_swizzle flat_scratch=0x7f5a00000000 private_addr=12 lane=17",
              List.of(
                  required("flat_scratch", "start of the wavefront's scratch"),
                  required("private_addr", "private byte address"),
                  LANE,
                  WAVE,
                  ELEMENT),
              (in, out) ->
                  swizzle(in.number("flat_scratch"), in.bits("private_addr", 32), in, out)),
          new Question(
              "start of a wavefront's scratch",
              "scratch_wave_base base=0x7f5a00000000 slot=1 bytes_per_lane=4016",
              List.of(
                  required("base", "start of the pool"),
                  required("slot", "scratch slot that the hardware gave the wavefront"),
                  required("bytes_per_lane", "private bytes of a lane"),
                  WAVE,
                  GRANULE),
              PrivateMemory::base),
          new Question(
              "global address behind a flat address in the private aperture",
              "flat_private_chain flat_addr=0x2000000000008 lane=0 slot=0 bytes_per_lane=4016"
                  + " scratch_base=0x7f5a00000000",
              List.of(
                  required("flat_addr", "64-bit address"),
                  LANE,
                  required("slot", "scratch slot of the wavefront"),
                  required("bytes_per_lane", "private bytes of a lane"),
                  required("scratch_base", "start of the pool"),
                  WAVE,
                  ELEMENT,
                  GRANULE,
                  optional("private_base", "start of the private aperture", Apertures.PRIVATE_BASE),
                  optional("shared_base", "start of the local aperture", Apertures.SHARED_BASE),
                  optional("aperture_size", "bytes of an aperture", "2^32")),
              PrivateMemory::chain),
          new Question(
              "global address of a scratch instruction",
              "scratch_instruction flat_scratch=0x7f5a00000000 vgpr32=8 imm13_field=0x4 lane=17",
              List.of(
                  required("flat_scratch", "start of the wavefront's scratch"),
                  optional("vgpr32", "private address of the lane, without saddr or with sve", "0"),
                  optional("sgpr32", "private address of the wavefront, with saddr", "0"),
                  optional("imm13_field", "signed offset, 13 bits", "0"),
                  optional("dword", "which dword of a wider access", "0"),
                  LANE,
                  WAVE,
                  ELEMENT),
              PrivateMemory::instruction));

  private PrivateMemory() {}

  private static void swizzle(
      long scratch, long address, AddressInputs in, AddressAnswer.Builder out) {
    int wave = (int) in.oneOf("wave", List.of(32L, 64L));
    int element = (int) in.oneOf("element", List.of(2L, 4L, 8L, 16L));
    int lane = (int) in.number("lane", 0, wave - 1);
    out.address(
        "row",
        "(private_addr div element) * element * wave",
        address / element * element * wave,
        SWIZZLE);
    out.count("cell", "lane * element", (long) lane * element, SWIZZLE);
    out.count("byte", "private_addr mod element", address % element, SWIZZLE);
    long offset =
        out.count(
            "offset",
            "row + cell + byte",
            ScratchSwizzle.offset(address, lane, wave, element),
            SWIZZLE);
    long global = out.address("global_addr", "flat_scratch + offset", scratch + offset, SWIZZLE);
    out.resultAddress("global_addr", global);
    out.result("offset", offset);
    out.layout(BufferPicture.scratch(scratch, address, lane, wave, element));
  }

  private static long waveBytes(AddressInputs in, AddressAnswer.Builder out) {
    long granule = in.number("wave_alloc_granule", 1, 1 << 20);
    long wave = in.oneOf("wave", List.of(32L, 64L));
    long bytes = in.number("bytes_per_lane", 0, 1 << 20) * wave;
    return out.address(
        "wave_stride",
        "bytes_per_lane * wave, rounded up to wave_alloc_granule",
        (bytes + granule - 1) / granule * granule,
        BLOCKS);
  }

  private static void base(AddressInputs in, AddressAnswer.Builder out) {
    long stride = waveBytes(in, out);
    long scratch =
        out.address(
            "flat_scratch",
            "base + slot * wave_stride",
            in.number("base") + in.number("slot", 0, 1 << 20) * stride,
            BLOCKS);
    out.resultAddress("wave_stride", stride).resultAddress("flat_scratch", scratch);
  }

  private static void chain(AddressInputs in, AddressAnswer.Builder out) {
    long flat = in.number("flat_addr");
    if (Apertures.of(flat, in, out) != Apertures.Segment.PRIVATE) {
      throw in.wrong(
          "flat_addr %s is not in the private aperture".formatted(in.all().get("flat_addr")));
    }
    long stride = waveBytes(in, out);
    long scratch =
        out.address(
            "flat_scratch",
            "scratch_base + slot * wave_stride",
            in.number("scratch_base") + in.number("slot", 0, 1 << 20) * stride,
            BLOCKS);
    long address = Apertures.offset(flat, Apertures.Segment.PRIVATE, in);
    out.resultAddress("flat_scratch", scratch);
    AddressAnswer.Builder rest = new AddressAnswer.Builder();
    swizzle(scratch, address, in, rest);
    AddressAnswer answer = rest.build();
    out.steps(answer.steps());
    answer.result().stream().filter(v -> v.name().equals("global_addr")).forEach(out::result);
    answer.layout().ifPresent(out::layout);
  }

  private static void instruction(AddressInputs in, AddressAnswer.Builder out) {
    long offset =
        out.count(
            "imm_signed",
            "imm13_field, sign-extended",
            VectorAddresses.signed(in.bits("imm13_field", 13), 13),
            VectorAddresses.OFFSETS);
    long address =
        out.address(
            "private_addr",
            "vgpr32 + sgpr32 + imm_signed + 4 * dword",
            in.bits("vgpr32", 32) + in.bits("sgpr32", 32) + offset + 4 * in.number("dword", 0, 3),
            "CLRX GcnInstrsFlat; LLVM AMDGPUUsage (each dword is placed by itself)");
    if (address < 0 || address > 0xFFFF_FFFFL) {
      throw in.wrong("the private address " + address + " is outside 32 bits");
    }
    swizzle(in.number("flat_scratch"), address, in, out);
  }
}
