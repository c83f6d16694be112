// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Limits of LLVM's Float8E4M3FNUZ and Float8E5M2FNUZ (llvm/ADT/APFloat.h). */
class ByteFloatsTest {
  @Test
  void anFp8HasFourExponentBitsOfBiasEight() {
    assertThat(ByteFloats.fromFp8(0x7F)).isEqualTo(240);
    assertThat(ByteFloats.fromFp8(0x40)).isEqualTo(1);
    assertThat(ByteFloats.fromFp8(0xC4)).isEqualTo(-1.5f);
    assertThat(ByteFloats.fromFp8(0x08)).isEqualTo(0x1p-7f);
    assertThat(ByteFloats.fromFp8(0x01)).isEqualTo(0x1p-10f);
    assertThat(ByteFloats.fromFp8(0x87)).isEqualTo(-7 * 0x1p-10f);
  }

  @Test
  void aBf8HasFiveExponentBitsOfBiasSixteen() {
    assertThat(ByteFloats.fromBf8(0x7F)).isEqualTo(57344);
    assertThat(ByteFloats.fromBf8(0x40)).isEqualTo(1);
    assertThat(ByteFloats.fromBf8(0xC2)).isEqualTo(-1.5f);
    assertThat(ByteFloats.fromBf8(0x04)).isEqualTo(0x1p-15f);
    assertThat(ByteFloats.fromBf8(0x01)).isEqualTo(0x1p-17f);
  }

  @Test
  void theOnlyNanIsTheCodeOfANegativeZero() {
    for (int bits = 0; bits < 256; bits++) {
      assertThat(Float.isFinite(ByteFloats.fromFp8(bits))).isEqualTo(bits != 0x80);
      assertThat(Float.isFinite(ByteFloats.fromBf8(bits))).isEqualTo(bits != 0x80);
    }
    assertThat(ByteFloats.fromFp8(0x80)).isNaN();
    assertThat(ByteFloats.fromBf8(0x80)).isNaN();
    assertThat(ByteFloats.fromFp8(0)).isZero();
  }
}
