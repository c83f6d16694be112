// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import static io.lockstep.spi.address.AddressInput.oneOf;
import static io.lockstep.spi.address.AddressInput.optional;
import static io.lockstep.spi.address.AddressInput.required;

import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInput;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.util.List;

/**
 * Explains addresses of buffer instructions in linear and swizzled buffers, and the range checks.
 *
 * <p>Sources: gem5 VEGA op_encodings, MUBUF address rule; CLRX GcnMemHandling, buffer addressing.
 */
final class BufferResources {
  private static final String MUBUF = "gem5 VEGA MUBUF address rule; CLRX GcnMemHandling";
  private static final String RECORDS = "CLRX GcnMemHandling (GCN 1.x); Mesa (GFX9)";
  private static final AddressInput BASE = required("base", "the descriptor's base address");
  private static final AddressInput SOFFSET =
      optional("soffset", "scalar offset, added to the base", "0");
  private static final AddressInput INDEX = required("index", "record of the lane");
  private static final AddressInput OFFSET = required("offset", "byte offset of the lane");

  static final List<AddressKind> KINDS =
      List.of(
          new Question(
              "fields of a buffer descriptor",
              "vsharp_decode words=0x00100000,0x8fb07f00,0x00000040,0x00e80000",
              List.of(required("words", "its four dwords, the lowest first")),
              (in, out) -> new BufferDescriptor(in).answer(out)),
          new Question(
              "address in a linear buffer",
              "vsharp_linear base=0x7f0000200000 stride=16 num_records_bytes=4096 index=3 offset=8",
              List.of(
                  BASE,
                  required("stride", "bytes of a record"),
                  required("num_records_bytes", "bytes of the buffer"),
                  SOFFSET,
                  INDEX,
                  OFFSET,
                  optional("swizzle", "the descriptor's swizzle bit: 0", "0")),
              BufferResources::linear),
          new Question(
              "address in a swizzled buffer",
              "vsharp_swizzled base=0x7f0000100000 stride=32 num_records=128 index=70 offset=20"
                  + " element=4 index_stride=64",
              List.of(
                  BASE,
                  required("stride", "bytes of a record"),
                  required("num_records", "records; bytes if stride is 0"),
                  SOFFSET,
                  INDEX,
                  OFFSET,
                  required("element", "bytes that stay together: 2, 4, 8 or 16"),
                  required("index_stride", "records side by side: 8, 16, 32 or 64"),
                  optional("swizzle", "the descriptor's swizzle bit: 1", "1")),
              BufferResources::swizzled),
          new Question(
              "address of a buffer instruction, by its descriptor",
              "buffer words=0x00100000,0x8fb07f00,0x00000040,0x00e80000 lane=17 inst_offset=8",
              List.of(
                  required("words", "four dwords of the descriptor, the lowest first"),
                  optional("lane", "lane of the wavefront, from 0", "0"),
                  optional("vgpr_index", "register with the index; absent without idxen", "none"),
                  optional("vgpr_offset", "register with the offset; absent without offen", "none"),
                  optional("inst_offset", "unsigned offset, 12 bits", "0"),
                  SOFFSET,
                  optional("size", "bytes of the access: 1, 2, 4, 8, 12 or 16", "4"),
                  optional("dword", "which dword of a wider access", "0"),
                  oneOf(
                      "range",
                      "rule for a linear buffer with a stride: num_records counts bytes or records",
                      "bytes",
                      "records")),
              BufferResources::instruction));

  private BufferResources() {}

  private record Access(
      long base, long stride, long records, long soffset, long index, long offset) {
    static Access of(AddressInputs in, String records) {
      return new Access(
          in.bits("base", 48),
          in.bits("stride", 18),
          in.bits(records, 32),
          in.bits("soffset", 32),
          in.bits("index", 32),
          in.bits("offset", 32));
    }

    private long linear() {
      return offset + stride * index & 0xFFFF_FFFFL;
    }
  }

  private static void linear(AddressInputs in, AddressAnswer.Builder out) {
    in.oneOf("swizzle", List.of(0L));
    linear(Access.of(in, "num_records_bytes"), "num_records_bytes", out);
  }

  private static void linear(Access at, String records, AddressAnswer.Builder out) {
    long offset = out.address("buffer_offset", "offset + stride * index", at.linear(), MUBUF);
    boolean beyond = isBeyondBytes(offset, at, records, out);
    finish(at, offset, beyond, out);
    BufferPicture.linear(at.base + at.soffset, at.stride, at.index, at.offset)
        .ifPresent(out::layout);
  }

  private static boolean isBeyondBytes(
      long offset, Access at, String records, AddressAnswer.Builder out) {
    boolean beyond = offset >= at.records - at.soffset;
    out.count("oob", "buffer_offset >= " + records + " - soffset", beyond ? 1 : 0, MUBUF);
    return beyond;
  }

  private static void swizzled(AddressInputs in, AddressAnswer.Builder out) {
    in.oneOf("swizzle", List.of(1L));
    swizzled(
        Access.of(in, "num_records"),
        in.oneOf("element", List.of(2L, 4L, 8L, 16L)),
        in.oneOf("index_stride", List.of(8L, 16L, 32L, 64L)),
        out);
  }

  private static void swizzled(Access at, long element, long side, AddressAnswer.Builder out) {
    long group =
        out.address(
            "group",
            "(index div index_stride) * stride * index_stride",
            at.index / side * at.stride * side,
            MUBUF);
    long row =
        out.address(
            "row",
            "(offset div element) * element * index_stride",
            at.offset / element * element * side,
            MUBUF);
    long cell =
        out.address("cell", "(index mod index_stride) * element", at.index % side * element, MUBUF);
    long rest = out.address("byte", "offset mod element", at.offset % element, MUBUF);
    long offset =
        out.address(
            "buffer_offset",
            "group + row + cell + byte",
            group + row + cell + rest & 0xFFFF_FFFFL,
            MUBUF);
    boolean beyond;
    if (at.stride == 0) {
      beyond = isBeyondBytes(offset, at, "num_records", out);
    } else {
      beyond = at.index >= at.records || at.offset >= at.stride;
      out.count("oob", "index >= num_records or offset >= stride", beyond ? 1 : 0, MUBUF);
    }
    finish(at, offset, beyond, out);
    out.layout(
        BufferPicture.swizzled(at.base + at.soffset + group, at.index, at.offset, element, side));
  }

  private static void finish(Access at, long offset, boolean beyond, AddressAnswer.Builder out) {
    out.resultAddress("buffer_offset", offset).result("oob", beyond ? 1 : 0);
    if (beyond) {
      out.word("result", "out of range", "load 0/store dropped", MUBUF);
      out.result("result", "load 0/store dropped");
    } else {
      long address =
          out.address(
              "addr", "base + soffset + buffer_offset", at.base + at.soffset + offset, MUBUF);
      out.resultAddress("addr", address);
    }
  }

  private static void instruction(AddressInputs in, AddressAnswer.Builder out) {
    BufferDescriptor d = new BufferDescriptor(in);
    long size = in.oneOf("size", List.of(1L, 2L, 4L, 8L, 12L, 16L));
    boolean indexed = isGiven(in, "vgpr_index");
    long lane = in.number("lane", 0, 63);
    long index =
        out.count(
            "index",
            (indexed ? "vgpr_index" : "0 (no idxen)") + (d.addsLane() ? " + lane (add_tid)" : ""),
            (indexed ? in.bits("vgpr_index", 32) : 0) + (d.addsLane() ? lane : 0),
            MUBUF);
    boolean moved = isGiven(in, "vgpr_offset");
    long align = size >= 4 ? 4 : size;
    long offset =
        out.address(
            "offset",
            "(%sinst_offset + 4 * dword), aligned down to %s"
                .formatted(moved ? "vgpr_offset + " : "", align),
            (moved ? in.bits("vgpr_offset", 32) : 0)
                    + in.bits("inst_offset", 12)
                    + 4 * in.number("dword", 0, Math.max(0, size / 4 - 1))
                & -align,
            MUBUF);
    long stride =
        out.count(
            "stride",
            d.addsLane() ? "data_fmt << 14 | stride, as add_tid is set" : "bits 61:48",
            d.wholeStride(),
            BufferDescriptor.SOURCE);
    Access at = new Access(d.base(), stride, d.records(), in.bits("soffset", 32), index, offset);
    if (d.isSwizzled()) {
      swizzled(at, d.element(), d.indexStride(), out);
    } else if (in.word("range").equals("records") && stride != 0 && (indexed || d.addsLane())) {
      out.address("buffer_offset", "offset + stride * index", at.linear(), MUBUF);
      boolean beyond = index >= d.records() || offset >= stride;
      out.count("oob", "index >= num_records or offset >= stride", beyond ? 1 : 0, RECORDS);
      finish(at, at.linear(), beyond, out);
    } else {
      linear(at, "num_records", out);
    }
  }

  private static boolean isGiven(AddressInputs in, String name) {
    return !in.all().get(name).equals("none");
  }
}
