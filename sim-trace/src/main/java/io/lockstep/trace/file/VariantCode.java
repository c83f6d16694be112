// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.kernel.ir.MatrixModifiers;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.ir.Texels.Coordinates;
import io.lockstep.kernel.ir.Texels.Geometry;
import io.lockstep.kernel.ir.Texels.Outside;
import io.lockstep.kernel.ir.Variant;
import java.util.List;
import java.util.Map;

/**
 * Encodes variants: comparisons, atomics and special registers are stored by name by other classes,
 * all others as a number whose meaning depends on the operation. The numbers are part of the file
 * format and never change.
 */
final class VariantCode {
  /** The variants of a type in the order of the file's numbers, from 0. */
  private static final Map<Class<? extends Variant>, List<? extends Variant>> NUMBERED =
      Map.ofEntries(
          numbered(List.of(Variant.NanRule.NUMBER_WINS, Variant.NanRule.NAN_WINS)),
          numbered(List.of(Variant.Divisor.NORMAL, Variant.Divisor.ANY)),
          numbered(
              List.of(
                  Variant.Bytes.GENERIC,
                  Variant.Bytes.FORWARD_4,
                  Variant.Bytes.BACKWARD_4,
                  Variant.Bytes.REPLICATE_8,
                  Variant.Bytes.CLAMP_LEFT,
                  Variant.Bytes.CLAMP_RIGHT,
                  Variant.Bytes.REPLICATE_16)),
          numbered(List.of(Variant.Half.LOWER, Variant.Half.UPPER)),
          numbered(
              List.of(
                  Variant.FloatClass.FINITE,
                  Variant.FloatClass.INFINITE,
                  Variant.FloatClass.NUMBER,
                  Variant.FloatClass.NOT_A_NUMBER,
                  Variant.FloatClass.NORMAL,
                  Variant.FloatClass.SUBNORMAL)),
          numbered(
              List.of(
                  Variant.Barrier.WAIT,
                  Variant.Barrier.ARRIVE,
                  Variant.Barrier.COUNT_TRUE,
                  Variant.Barrier.ALL_TRUE,
                  Variant.Barrier.ANY_TRUE,
                  Variant.Barrier.LAUNCH)),
          numbered(
              List.of(
                  Variant.Fence.GROUP,
                  Variant.Fence.DEVICE,
                  Variant.Fence.SYSTEM,
                  Variant.Fence.LANES)),
          numbered(
              List.of(
                  Variant.Shuffle.UP,
                  Variant.Shuffle.DOWN,
                  Variant.Shuffle.BUTTERFLY,
                  Variant.Shuffle.INDEX)),
          numbered(
              List.of(
                  Variant.Vote.ALL, Variant.Vote.ANY, Variant.Vote.UNIFORM, Variant.Vote.BALLOT)),
          numbered(List.of(Variant.Match.ANY, Variant.Match.ALL)),
          numbered(List.of(Variant.Loop.FREE, Variant.Loop.KEPT)),
          numbered(List.of(Variant.Exit.END, Variant.Exit.TRAP)));

  /** The matrix instructions in the order of the file's numbers, from 0. */
  private static final List<MatrixShape> MATRICES =
      List.of(
          MatrixShape.F32_32X32X8F16,
          MatrixShape.F32_16X16X16F16,
          MatrixShape.F32_16X16X4F16,
          MatrixShape.F32_4X4X4F16,
          MatrixShape.F32_32X32X2F32,
          MatrixShape.F32_16X16X4F32,
          MatrixShape.F32_16X16X1F32,
          MatrixShape.F32_4X4X1F32,
          MatrixShape.F32_32X32X4BF16,
          MatrixShape.F32_16X16X8BF16,
          MatrixShape.F32_32X32X8BF16_1K,
          MatrixShape.F32_16X16X16BF16_1K,
          MatrixShape.I32_32X32X8I8,
          MatrixShape.I32_16X16X16I8,
          MatrixShape.I32_32X32X16_I8,
          MatrixShape.I32_16X16X32_I8,
          MatrixShape.F64_16X16X4F64,
          MatrixShape.F64_4X4X4F64,
          MatrixShape.F32_32X32X4F16,
          MatrixShape.F32_32X32X1F32,
          MatrixShape.F32_32X32X4_XF32,
          MatrixShape.F32_16X16X8_XF32,
          MatrixShape.F32_32X32X2BF16,
          MatrixShape.F32_16X16X2BF16,
          MatrixShape.F32_4X4X2BF16,
          MatrixShape.F32_32X32X4BF16_1K,
          MatrixShape.F32_16X16X4BF16_1K,
          MatrixShape.F32_4X4X4BF16_1K,
          MatrixShape.F32_32X32X16_FP8_FP8,
          MatrixShape.F32_32X32X16_FP8_BF8,
          MatrixShape.F32_32X32X16_BF8_FP8,
          MatrixShape.F32_32X32X16_BF8_BF8,
          MatrixShape.F32_16X16X32_FP8_FP8,
          MatrixShape.F32_16X16X32_FP8_BF8,
          MatrixShape.F32_16X16X32_BF8_FP8,
          MatrixShape.F32_16X16X32_BF8_BF8,
          MatrixShape.I32_32X32X4I8,
          MatrixShape.I32_16X16X4I8,
          MatrixShape.I32_4X4X4I8,
          MatrixShape.SMFMAC_F32_16X16X32_F16,
          MatrixShape.SMFMAC_F32_32X32X16_F16,
          MatrixShape.SMFMAC_F32_16X16X32_BF16,
          MatrixShape.SMFMAC_F32_32X32X16_BF16,
          MatrixShape.SMFMAC_I32_16X16X64_I8,
          MatrixShape.SMFMAC_I32_32X32X32_I8,
          MatrixShape.SMFMAC_F32_16X16X64_FP8_FP8,
          MatrixShape.SMFMAC_F32_16X16X64_FP8_BF8,
          MatrixShape.SMFMAC_F32_16X16X64_BF8_FP8,
          MatrixShape.SMFMAC_F32_16X16X64_BF8_BF8,
          MatrixShape.SMFMAC_F32_32X32X32_FP8_FP8,
          MatrixShape.SMFMAC_F32_32X32X32_FP8_BF8,
          MatrixShape.SMFMAC_F32_32X32X32_BF8_FP8,
          MatrixShape.SMFMAC_F32_32X32X32_BF8_BF8);

  private static final int SHAPE = 255;
  private static final int CBSZ_SHIFT = 8;
  private static final int ABID_SHIFT = 11;
  private static final int ABID = 15;
  private static final int BLGP_SHIFT = 15;
  private static final int MODIFIER = 7;

  /** Geometries of textures, encoded by numbers from 1. */
  private static final List<Geometry> GEOMETRIES =
      List.of(
          Geometry.LINE,
          Geometry.PLANE,
          Geometry.VOLUME,
          Geometry.LAYERED_LINE,
          Geometry.LAYERED_PLANE);

  private static final List<Outside> OUTSIDES = List.of(Outside.TRAP, Outside.CLAMP, Outside.ZERO);
  private static final int GEOMETRY = 7;
  private static final int LEVEL = 16;
  private static final int UNNORMALIZED = 32;
  private static final int NORMALIZED = 64;
  private static final int SAMPLED = 128;
  private static final int OUTSIDE_SHIFT = 8;
  private static final int OUTSIDE = 3;
  private static final int FORMATTED = 2048;

  private VariantCode() {}

  /** Returns the number of a variant; 0 for variants that are stored by name. */
  static int of(Variant variant) {
    if (variant instanceof Variant.TruthTable t) {
      return t.table();
    }
    if (variant instanceof Variant.Matrix m) {
      MatrixModifiers s = m.modifiers();
      return MATRICES.indexOf(m.shape())
          | s.cbsz() << CBSZ_SHIFT
          | s.abid() << ABID_SHIFT
          | s.blgp() << BLGP_SHIFT;
    }
    if (variant instanceof Texels.Fetch f) {
      return geometry(f)
          | (f.level() ? LEVEL : 0)
          | switch (f.coordinates()) {
            case AS_BOUND -> 0;
            case UNNORMALIZED -> UNNORMALIZED;
            case NORMALIZED -> NORMALIZED;
          }
          | (f.sampled() ? SAMPLED : 0);
    }
    if (variant instanceof Texels.Surface s) {
      return geometry(s)
          | OUTSIDES.indexOf(s.outside()) << OUTSIDE_SHIFT
          | (s.formatted() ? FORMATTED : 0);
    }
    return variant == null || !NUMBERED.containsKey(variant.getClass())
        ? 0
        : NUMBERED.get(variant.getClass()).indexOf(variant);
  }

  private static int geometry(Texels t) {
    return 1 + GEOMETRIES.indexOf(t.geometry());
  }

  /** Returns the variant of a number, or null; throws IllegalArgumentException if it is invalid. */
  static Variant of(Op op, int code) {
    Class<? extends Variant> type = op.variants();
    Variant found = null;
    if (type == Variant.TruthTable.class) {
      found = new Variant.TruthTable(code);
    } else if (type == Variant.Matrix.class) {
      found = matrix(code);
    } else if (type == Texels.Fetch.class) {
      found = fetch(code);
    } else if (type == Texels.Surface.class) {
      found = surface(code);
    } else if (type != null && NUMBERED.containsKey(type)) {
      List<? extends Variant> all = NUMBERED.get(type);
      found = code >= 0 && code < all.size() ? all.get(code) : null;
    } else if (code == 0) {
      return null;
    }
    if (found == null || of(found) != code) {
      throw new IllegalArgumentException(op + " has no variant " + code);
    }
    return found;
  }

  private static Variant matrix(int code) {
    int shape = code & SHAPE;
    if (code < 0 || code >> BLGP_SHIFT > MODIFIER || shape >= MATRICES.size()) {
      return null;
    }
    MatrixModifiers modifiers =
        new MatrixModifiers(
            code >> CBSZ_SHIFT & MODIFIER, code >> ABID_SHIFT & ABID, code >> BLGP_SHIFT);
    return modifiers.problem(MATRICES.get(shape)).isEmpty()
        ? new Variant.Matrix(MATRICES.get(shape), modifiers)
        : null;
  }

  private static Variant fetch(int code) {
    Coordinates coordinates =
        (code & NORMALIZED) != 0
            ? Coordinates.NORMALIZED
            : (code & UNNORMALIZED) != 0 ? Coordinates.UNNORMALIZED : Coordinates.AS_BOUND;
    int geometry = code & GEOMETRY;
    return geometry == 0 || geometry > GEOMETRIES.size()
        ? null
        : new Texels.Fetch(
            GEOMETRIES.get(geometry - 1), coordinates, (code & LEVEL) != 0, (code & SAMPLED) != 0);
  }

  private static Variant surface(int code) {
    int geometry = code & GEOMETRY;
    int outside = code >> OUTSIDE_SHIFT & OUTSIDE;
    return geometry == 0 || geometry > GEOMETRIES.size() || outside >= OUTSIDES.size()
        ? null
        : new Texels.Surface(
            GEOMETRIES.get(geometry - 1), OUTSIDES.get(outside), (code & FORMATTED) != 0);
  }

  private static <V extends Enum<V> & Variant> Map.Entry<Class<V>, List<V>> numbered(List<V> all) {
    return Map.entry(all.get(0).getDeclaringClass(), all);
  }
}
