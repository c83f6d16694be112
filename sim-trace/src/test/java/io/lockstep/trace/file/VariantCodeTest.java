// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.ir.Texels.Coordinates;
import io.lockstep.kernel.ir.Texels.Geometry;
import io.lockstep.kernel.ir.Texels.Outside;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.matrix.QuadShape;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The numbers of variants in trace files, which old files have too. */
class VariantCodeTest {
  @Test
  void theNumbersAreThoseOfOldFiles() {
    assertThat(VariantCode.of(Op.MAX, 1)).isEqualTo(Variant.NanRule.NAN_WINS);
    assertThat(VariantCode.of(Op.DIV, 1)).isEqualTo(Variant.Divisor.ANY);
    assertThat(VariantCode.of(Op.PERMUTE_BYTES, 6)).isEqualTo(Variant.Bytes.REPLICATE_16);
    assertThat(VariantCode.of(Op.LOGIC3, 202)).isEqualTo(new Variant.TruthTable(202));
    assertThat(VariantCode.of(Op.DOT2, 1)).isEqualTo(Variant.Half.UPPER);
    assertThat(VariantCode.of(Op.LOAD, 0)).isEqualTo(Variant.Copy.NONE);
    assertThat(VariantCode.of(Op.LOAD, 1)).isEqualTo(Variant.Copy.CACHED);
    assertThat(VariantCode.of(Op.STORE, 2)).isEqualTo(Variant.Copy.UNCACHED);
    assertThat(VariantCode.of(Op.LOAD, 3)).isEqualTo(Variant.Copy.BULK);
    assertThat(VariantCode.of(Op.TRANSPOSE, 4)).isEqualTo(Variant.Arrangement.SECOND_BYTES);
    assertThat(VariantCode.of(Op.TEST_FLOAT, 5)).isEqualTo(Variant.FloatClass.SUBNORMAL);
    assertThat(VariantCode.of(Op.BARRIER, 4)).isEqualTo(Variant.Barrier.ANY_TRUE);
    assertThat(VariantCode.of(Op.FENCE, 3)).isEqualTo(Variant.Fence.LANES);
    assertThat(VariantCode.of(Op.SHUFFLE, 2)).isEqualTo(Variant.Shuffle.BUTTERFLY);
    assertThat(VariantCode.of(Op.VOTE, 3)).isEqualTo(Variant.Vote.BALLOT);
    assertThat(VariantCode.of(Op.MATCH, 1)).isEqualTo(Variant.Match.ALL);
    assertThat(VariantCode.of(Op.MATRIX, 0)).isEqualTo(plain(MfmaShape.F32_32X32X8F16));
    assertThat(VariantCode.of(Op.MATRIX, 17)).isEqualTo(plain(MfmaShape.F64_4X4X4F64));
    assertThat(VariantCode.of(Op.MATRIX, 18)).isEqualTo(plain(MfmaShape.F32_32X32X4F16));
    assertThat(VariantCode.of(Op.MATRIX, 38)).isEqualTo(plain(MfmaShape.I32_4X4X4I8));
    assertThat(VariantCode.of(Op.MATRIX, 52))
        .isEqualTo(plain(MfmaShape.SMFMAC_F32_32X32X32_BF8_BF8));
    assertThat(VariantCode.of(Op.MATRIX, 3 | 4 << 8 | 13 << 11 | 5 << 15))
        .isEqualTo(new Variant.Matrix(MfmaShape.F32_4X4X4F16, new MatrixModifiers(4, 13, 5)));
    assertThat(VariantCode.of(Op.MATRIX, 1 << 18 | 1 << 8 | 4 << 13))
        .isEqualTo(plain(warp("m16n8k16_f32_f16_f16")));
    assertThat(VariantCode.of(Op.MATRIX, 1 << 18 | 10 | 10 << 4 | 3 << 8 | 2 << 10 | 8 << 13))
        .isEqualTo(plain(warp("m16n8k256_s32_b1_b1_xor")));
    assertThat(VariantCode.of(Op.MATRIX, 1 << 18 | 7 | 6 << 4 | 3 << 8 | 1 << 12 | 4 << 13))
        .isEqualTo(plain(warp("m8n8k16_s32_u8_s8")));
    assertThat(VariantCode.of(Op.EXIT, 1)).isEqualTo(Variant.Exit.TRAP);
    assertThat(VariantCode.of(Op.TEXTURE, 2 | 64))
        .isEqualTo(new Texels.Fetch(Geometry.PLANE, Coordinates.NORMALIZED, false, false));
    assertThat(VariantCode.of(Op.TEXTURE, 4 | 16 | 32))
        .isEqualTo(new Texels.Fetch(Geometry.LAYERED_LINE, Coordinates.UNNORMALIZED, true, false));
    assertThat(VariantCode.of(Op.TEXTURE, 3 | 128))
        .isEqualTo(Texels.Fetch.sampled(Geometry.VOLUME));
    assertThat(VariantCode.of(Op.SURFACE_LOAD, 5 | 512))
        .isEqualTo(Texels.Surface.bytes(Geometry.LAYERED_PLANE, Outside.ZERO));
    assertThat(VariantCode.of(Op.SURFACE_STORE, 1 | 2048))
        .isEqualTo(Texels.Surface.texels(Geometry.LINE));
    assertThat(VariantCode.of(Op.ADD, 0)).isNull();
  }

  private static MatrixShape warp(String name) {
    return MmaShape.named(name).orElseThrow();
  }

  private static Variant plain(MatrixShape shape) {
    return new Variant.Matrix(shape, MatrixModifiers.NONE);
  }

  @Test
  void everyMatrixInstructionHasANumber() {
    for (MfmaShape shape : MfmaShape.values()) {
      Variant variant = plain(shape);
      assertThat(VariantCode.of(Op.MATRIX, VariantCode.of(variant))).isEqualTo(variant);
    }
    for (MmaShape shape : MmaShape.values()) {
      Variant variant = plain(shape);
      assertThat(VariantCode.of(Op.MATRIX, VariantCode.of(variant))).isEqualTo(variant);
    }
    for (QuadShape shape : QuadShape.values()) {
      Variant variant = plain(shape);
      assertThat(VariantCode.of(Op.MATRIX, VariantCode.of(variant))).isEqualTo(variant);
    }
    for (ScaledMmaShape shape : ScaledMmaShape.values()) {
      int last = 4 - shape.scales();
      for (MatrixModifiers selectors :
          List.of(
              MatrixModifiers.ofScales(0, 0, 0, 0), MatrixModifiers.ofScales(last, 1, last, 3))) {
        Variant variant =
            new Variant.Matrix(shape, shape.isSparse() ? selectors.ascending() : selectors);
        assertThat(VariantCode.of(Op.MATRIX, VariantCode.of(variant))).isEqualTo(variant);
      }
    }
  }

  @Test
  void everyNumberIsAVariantThatIsWrittenAsItOrMeansNothing() {
    for (Op op : Op.values()) {
      for (int code = -1; code < 4096; code++) {
        Variant variant;
        try {
          variant = VariantCode.of(op, code);
        } catch (IllegalArgumentException e) {
          continue;
        }
        assertThat(VariantCode.of(variant)).as("%s %d", op, code).isEqualTo(code);
      }
    }
  }

  @Test
  void aNumberThatMeansNothingIsRefused() {
    assertThatThrownBy(() -> VariantCode.of(Op.VOTE, 4)).hasMessage("VOTE has no variant 4");
    assertThatThrownBy(() -> VariantCode.of(Op.TEXTURE, 0)).hasMessage("TEXTURE has no variant 0");
    assertThatThrownBy(() -> VariantCode.of(Op.MATRIX, 1 << 8))
        .hasMessage("MATRIX has no variant 256");
    assertThatThrownBy(() -> VariantCode.of(Op.ADD, 1)).hasMessage("ADD has no variant 1");
    assertThatThrownBy(() -> VariantCode.of(Op.COMPARE, 1)).hasMessage("COMPARE has no variant 1");
  }
}
