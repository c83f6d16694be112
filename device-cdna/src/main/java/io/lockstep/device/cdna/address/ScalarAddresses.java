// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import static io.lockstep.spi.address.AddressInput.oneOf;
import static io.lockstep.spi.address.AddressInput.optional;
import static io.lockstep.spi.address.AddressInput.required;

import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.util.List;

/**
 * Explains addresses of scalar loads from constant memory and from buffers.
 *
 * <p>Sources: CLRX GcnInstrsSmem (21 bits, signed); gem5 VEGA SMEM (the two low bits of the sum are
 * dropped; buffers are clamped). AMD's manual drops the low bits of each component; the input
 * {@code low_bits} selects the rule.
 */
final class ScalarAddresses {
  private static final String SMEM = "CLRX GcnInstrsSmem; gem5 VEGA SMEM";
  private static final String CLAMP = "gem5 VEGA SMEM, clamp of buffers";

  static final List<AddressKind> KINDS =
      List.of(
          new Question(
              "address of a scalar load",
              "smem sbase=0x7f0000600000 imm21_field=0x18",
              List.of(
                  required("sbase", "64-bit base address"),
                  optional("imm21_field", "signed offset, 21 bits", "0"),
                  optional("soffset", "unsigned offset in a register", "0"),
                  oneOf("low_bits", "where the two low bits are dropped", "sum", "components")),
              ScalarAddresses::load),
          new Question(
              "address of a scalar load from a buffer, clamped to its end",
              "s_buffer_load base=0x7f0000700000 stride=16 num_records=8 offset=132",
              List.of(
                  required("base", "the descriptor's base address"),
                  required("stride", "bytes of a record, 14 bits; 0: num_records counts bytes"),
                  required("num_records", "records, or bytes"),
                  required("offset", "byte offset")),
              ScalarAddresses::buffer));

  private ScalarAddresses() {}

  private static void load(AddressInputs in, AddressAnswer.Builder out) {
    long offset =
        out.count(
            "imm_signed",
            "imm21_field, sign-extended",
            VectorAddresses.signed(in.bits("imm21_field", 21), 21),
            SMEM);
    long base = in.number("sbase");
    long register = in.bits("soffset", 32);
    boolean sum = in.word("low_bits").equals("sum");
    long address =
        sum
            ? out.address(
                "addr", "(sbase + imm_signed + soffset) & ~3", base + offset + register & -4, SMEM)
            : out.address(
                "addr",
                "(sbase & ~3) + (imm_signed & ~3) + (soffset & ~3)",
                (base & -4) + (offset & -4) + (register & -4),
                "AMD Vega ISA, scalar memory instructions");
    out.resultAddress("addr", address).result("imm_signed", offset);
  }

  private static void buffer(AddressInputs in, AddressAnswer.Builder out) {
    long stride = in.bits("stride", 14);
    long records = in.bits("num_records", 32);
    long offset = in.bits("offset", 32);
    long end =
        out.count(
            "end",
            stride == 0 ? "num_records" : "stride * num_records",
            stride == 0 ? records : stride * records,
            CLAMP);
    boolean beyond = stride == 0 ? offset >= end : offset > end;
    long clamped =
        out.count(
            "clamped_offset",
            beyond ? "offset is beyond the end: end" : "offset",
            beyond ? end : offset,
            CLAMP);
    long address = out.address("addr", "base + clamped_offset", in.number("base") + clamped, CLAMP);
    out.result("clamped_offset", clamped).resultAddress("addr", address);
  }
}
