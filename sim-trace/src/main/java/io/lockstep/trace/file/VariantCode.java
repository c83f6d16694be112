// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.ir.Texels.Coordinates;
import io.lockstep.kernel.ir.Texels.Geometry;
import io.lockstep.kernel.ir.Texels.Outside;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.matrix.QuadShape;
import io.lockstep.kernel.matrix.ScaleFormat;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import io.lockstep.kernel.matrix.SparseMmaShape;
import io.lockstep.kernel.matrix.WmmaShape;
import io.lockstep.kernel.type.Type;
import java.util.HashMap;
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
          numbered(
              List.of(
                  Variant.Copy.NONE,
                  Variant.Copy.CACHED,
                  Variant.Copy.UNCACHED,
                  Variant.Copy.BULK)),
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
          numbered(
              List.of(
                  Variant.Matrices.FIRST,
                  Variant.Matrices.SECOND,
                  Variant.Matrices.THIRD,
                  Variant.Matrices.FOURTH)),
          numbered(
              List.of(
                  Variant.Arrangement.HALVES,
                  Variant.Arrangement.SIX_BITS,
                  Variant.Arrangement.FOUR_BITS,
                  Variant.Arrangement.FIRST_BYTES,
                  Variant.Arrangement.SECOND_BYTES)),
          numbered(List.of(Variant.Loop.FREE, Variant.Loop.KEPT)),
          numbered(List.of(Variant.Exit.END, Variant.Exit.TRAP)));

  /** The matrix instructions in the order of the file's numbers, from 0. */
  private static final List<MfmaShape> MATRICES =
      List.of(
          MfmaShape.F32_32X32X8F16,
          MfmaShape.F32_16X16X16F16,
          MfmaShape.F32_16X16X4F16,
          MfmaShape.F32_4X4X4F16,
          MfmaShape.F32_32X32X2F32,
          MfmaShape.F32_16X16X4F32,
          MfmaShape.F32_16X16X1F32,
          MfmaShape.F32_4X4X1F32,
          MfmaShape.F32_32X32X4BF16,
          MfmaShape.F32_16X16X8BF16,
          MfmaShape.F32_32X32X8BF16_1K,
          MfmaShape.F32_16X16X16BF16_1K,
          MfmaShape.I32_32X32X8I8,
          MfmaShape.I32_16X16X16I8,
          MfmaShape.I32_32X32X16_I8,
          MfmaShape.I32_16X16X32_I8,
          MfmaShape.F64_16X16X4F64,
          MfmaShape.F64_4X4X4F64,
          MfmaShape.F32_32X32X4F16,
          MfmaShape.F32_32X32X1F32,
          MfmaShape.F32_32X32X4_XF32,
          MfmaShape.F32_16X16X8_XF32,
          MfmaShape.F32_32X32X2BF16,
          MfmaShape.F32_16X16X2BF16,
          MfmaShape.F32_4X4X2BF16,
          MfmaShape.F32_32X32X4BF16_1K,
          MfmaShape.F32_16X16X4BF16_1K,
          MfmaShape.F32_4X4X4BF16_1K,
          MfmaShape.F32_32X32X16_FP8_FP8,
          MfmaShape.F32_32X32X16_FP8_BF8,
          MfmaShape.F32_32X32X16_BF8_FP8,
          MfmaShape.F32_32X32X16_BF8_BF8,
          MfmaShape.F32_16X16X32_FP8_FP8,
          MfmaShape.F32_16X16X32_FP8_BF8,
          MfmaShape.F32_16X16X32_BF8_FP8,
          MfmaShape.F32_16X16X32_BF8_BF8,
          MfmaShape.I32_32X32X4I8,
          MfmaShape.I32_16X16X4I8,
          MfmaShape.I32_4X4X4I8,
          MfmaShape.SMFMAC_F32_16X16X32_F16,
          MfmaShape.SMFMAC_F32_32X32X16_F16,
          MfmaShape.SMFMAC_F32_16X16X32_BF16,
          MfmaShape.SMFMAC_F32_32X32X16_BF16,
          MfmaShape.SMFMAC_I32_16X16X64_I8,
          MfmaShape.SMFMAC_I32_32X32X32_I8,
          MfmaShape.SMFMAC_F32_16X16X64_FP8_FP8,
          MfmaShape.SMFMAC_F32_16X16X64_FP8_BF8,
          MfmaShape.SMFMAC_F32_16X16X64_BF8_FP8,
          MfmaShape.SMFMAC_F32_16X16X64_BF8_BF8,
          MfmaShape.SMFMAC_F32_32X32X32_FP8_FP8,
          MfmaShape.SMFMAC_F32_32X32X32_FP8_BF8,
          MfmaShape.SMFMAC_F32_32X32X32_BF8_FP8,
          MfmaShape.SMFMAC_F32_32X32X32_BF8_BF8);

  private static final int SHAPE = 255;
  private static final int CBSZ_SHIFT = 8;
  private static final int ABID_SHIFT = 11;
  private static final int ABID = 15;
  private static final int BLGP_SHIFT = 15;
  private static final int MODIFIER = 7;

  // Products of a warp's matrices: a flag, the formats of A and B, the type of C, how elements are
  // multiplied, whether A has 8 rows, the logarithm of the depth, and what is made of the product:
  // itself, pairs, a sparse one with its selector and whether columns ascend, those of quads, or
  // one
  // with scales and their selectors.
  private static final int WARP = 1 << 18;
  private static final int RIGHT_SHIFT = 4;
  private static final int RESULT_SHIFT = 8;
  private static final int PRODUCT_SHIFT = 10;
  private static final int FEW_ROWS = 1 << 12;
  private static final int DEPTH_SHIFT = 13;
  private static final int KIND_SHIFT = 19;
  private static final int SPARSE = 4;
  private static final int QUADS = 5; // to 8: of A by rows or columns, B by columns or rows
  private static final int MIXED_QUADS = 12; // to 15: the same with C of halves and D of floats
  private static final int SCALED = 9; // and above: a format and a number of scales
  private static final int SELECTOR_SHIFT = 23;
  private static final int ASCENDS_SHIFT = 25;
  private static final int RIGHT_SELECTOR_SHIFT = 26;
  private static final int ROWS = 16;
  private static final List<MatrixElement> ELEMENTS =
      List.of(
          MatrixElement.F16,
          MatrixElement.BF16,
          MatrixElement.XF32,
          MatrixElement.F64,
          MatrixElement.E4M3,
          MatrixElement.E5M2,
          MatrixElement.I8,
          MatrixElement.U8,
          MatrixElement.S4,
          MatrixElement.U4,
          MatrixElement.B1,
          MatrixElement.E3M2,
          MatrixElement.E2M3,
          MatrixElement.E2M1_BYTE,
          MatrixElement.E2M1);
  private static final List<Type> RESULTS = List.of(Type.F16, Type.F32, Type.F64, Type.I32);
  private static final List<MmaShape.Product> PRODUCTS =
      List.of(MmaShape.Product.MULTIPLY, MmaShape.Product.AND, MmaShape.Product.XOR);
  private static final List<WmmaShape.Form> FORMS =
      List.of(WmmaShape.Form.ABREAST, WmmaShape.Form.STACKED, WmmaShape.Form.TURNED);
  private static final List<Scales> SCALES =
      List.of(
          new Scales(ScaleFormat.UE8M0, 1),
          new Scales(ScaleFormat.UE8M0, 2),
          new Scales(ScaleFormat.UE4M3, 4));
  private static final Map<Integer, MatrixShape> WARPS = warps();

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

  /** The scales of a row of A and of a column of B. */
  private record Scales(ScaleFormat format, int count) {}

  private VariantCode() {}

  /** Returns the number of a variant; 0 for variants that are stored by name. */
  static int of(Variant variant) {
    if (variant instanceof Variant.TruthTable t) {
      return t.table();
    }
    if (variant instanceof Variant.Matrix m) {
      MatrixModifiers s = m.modifiers();
      if (m.shape() instanceof ScaledMmaShape) {
        return ofWarp(m.shape()) | s.cbsz() << SELECTOR_SHIFT | s.abid() << RIGHT_SELECTOR_SHIFT;
      }
      if (!(m.shape() instanceof MfmaShape)) {
        return ofWarp(m.shape()) | s.abid() << SELECTOR_SHIFT | s.blgp() << ASCENDS_SHIFT;
      }
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

  private static int ofWarp(MatrixShape shape) {
    if (shape instanceof MmaShape s) {
      return plain(s);
    }
    if (shape instanceof WmmaShape s) {
      return plain(s.part()) | 1 + FORMS.indexOf(s.form()) << KIND_SHIFT;
    }
    if (shape instanceof SparseMmaShape s) {
      return plain(s.whole()) | SPARSE << KIND_SHIFT;
    }
    if (shape instanceof ScaledMmaShape s) {
      int kind = SCALES.indexOf(new Scales(s.format(), s.scales()));
      return plain(s.whole()) | SCALED + kind << KIND_SHIFT;
    }
    QuadShape s = (QuadShape) shape;
    int order = (s.leftByColumns() ? 1 : 0) + (s.rightByRows() ? 2 : 0);
    int kind = (s.addend() == s.result() ? QUADS : MIXED_QUADS) + order;
    return WARP | RESULTS.indexOf(s.result()) << RESULT_SHIFT | kind << KIND_SHIFT;
  }

  private static int plain(MmaShape shape) {
    return WARP
        | ELEMENTS.indexOf(shape.left())
        | ELEMENTS.indexOf(shape.right()) << RIGHT_SHIFT
        | RESULTS.indexOf(shape.result()) << RESULT_SHIFT
        | PRODUCTS.indexOf(shape.product()) << PRODUCT_SHIFT
        | (shape.rows() == ROWS ? 0 : FEW_ROWS)
        | Integer.numberOfTrailingZeros(shape.depth()) << DEPTH_SHIFT;
  }

  /** Returns the product of a warp's matrices that has a number; null if there is none. */
  private static Variant warp(int code) {
    MatrixShape shape = WARPS.get(code & (1 << SELECTOR_SHIFT) - 1);
    if (shape == null || code < 0) {
      return null;
    }
    MatrixModifiers modifiers =
        shape instanceof ScaledMmaShape
            ? new MatrixModifiers(
                code >> SELECTOR_SHIFT & MODIFIER,
                code >> RIGHT_SELECTOR_SHIFT & ABID,
                shape.isSparse() ? 1 : 0)
            : new MatrixModifiers(0, code >> SELECTOR_SHIFT & 3, code >> ASCENDS_SHIFT & MODIFIER);
    return modifiers.problem(shape).isEmpty() ? new Variant.Matrix(shape, modifiers) : null;
  }

  private static Map<Integer, MatrixShape> warps() {
    Map<Integer, MatrixShape> all = new HashMap<>(); // never iterated
    MmaShape.values().forEach(s -> all.put(ofWarp(s), s));
    WmmaShape.values().forEach(s -> all.put(ofWarp(s), s));
    SparseMmaShape.values().forEach(s -> all.put(ofWarp(s), s));
    QuadShape.values().forEach(s -> all.put(ofWarp(s), s));
    ScaledMmaShape.values().forEach(s -> all.put(ofWarp(s), s));
    return all;
  }

  private static Variant matrix(int code) {
    if ((code & WARP) != 0) {
      return warp(code);
    }
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
