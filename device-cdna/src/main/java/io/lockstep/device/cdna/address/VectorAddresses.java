// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import static io.lockstep.spi.address.AddressInput.optional;
import static io.lockstep.spi.address.AddressInput.required;

import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.util.List;

/**
 * Explains addresses of global instructions, which have a signed 13-bit offset and are not compared
 * with the apertures. Sources: CLRX GcnInstrsFlat; gem5 VEGA flat addresses.
 */
final class VectorAddresses {
  static final String OFFSETS =
      "CLRX GcnInstrsFlat; gem5 VEGA (13 bits, signed, for global and scratch)";

  static final List<AddressKind> KINDS =
      List.of(
          new Question(
              "address of a global instruction with saddr",
              "global_saddr sgpr64=0x7f0000400000 vgpr32=0x40 imm13_field=0x1fff",
              List.of(
                  required("sgpr64", "base address of the wavefront"),
                  optional("vgpr32", "unsigned offset of the lane", "0"),
                  optional("imm13_field", "signed offset, 13 bits", "0")),
              (in, out) ->
                  add(in.number("sgpr64") + in.bits("vgpr32", 32), "sgpr64 + vgpr32", in, out)),
          new Question(
              "address of a global instruction without saddr",
              "global_vaddr vgpr64=0x7f0000400000 imm13_field=0x10",
              List.of(
                  required("vgpr64", "address of the lane"),
                  optional("imm13_field", "signed offset, 13 bits", "0")),
              (in, out) -> add(in.number("vgpr64"), "vgpr64", in, out)));

  private VectorAddresses() {}

  private static void add(long base, String formula, AddressInputs in, AddressAnswer.Builder out) {
    long offset =
        out.count(
            "imm_signed",
            "imm13_field, sign-extended",
            signed(in.bits("imm13_field", 13), 13),
            OFFSETS);
    long address = out.address("addr", formula + " + imm_signed", base + offset, OFFSETS);
    out.resultAddress("addr", address).result("imm_signed", offset);
  }

  static long signed(long field, int bits) {
    return field << 64 - bits >> 64 - bits;
  }
}
