// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.analysis.LogicFormula;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import java.util.Locale;

/**
 * The variant of an operation, for example the relation of a comparison, the operation of an
 * atomic, the scope of a fence. Each operation has variants of one type or none, which {@link
 * KernelVerifier} checks.
 */
public sealed interface Variant
    permits AtomicOp,
        Special,
        Texels,
        Variant.Relation,
        Variant.NanRule,
        Variant.Divisor,
        Variant.Bytes,
        Variant.TruthTable,
        Variant.Half,
        Variant.Copy,
        Variant.FloatClass,
        Variant.Barrier,
        Variant.Fence,
        Variant.Shuffle,
        Variant.Vote,
        Variant.Match,
        Variant.Matrix,
        Variant.Matrices,
        Variant.Arrangement,
        Variant.Loop,
        Variant.Exit {

  /** {@return the variant's name in a listing, after the operation's name} */
  default String text() {
    return toString().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * A variant of COMPARE and COMPARE_SET.
   *
   * @param comparison comparison of the first two sources
   * @param combine operator that combines the comparison with the third source
   */
  record Relation(Comparison comparison, BoolOp combine) implements Variant {
    @Override
    public String text() {
      String compared = comparison.name().toLowerCase(Locale.ROOT);
      return combine == BoolOp.NONE
          ? compared
          : compared + "." + combine.name().toLowerCase(Locale.ROOT);
    }
  }

  /** Variants of MIN and MAX of floats: the result if one operand is NaN. */
  enum NanRule implements Variant {
    /** The other operand. */
    NUMBER_WINS,
    /** NaN (PTX .NaN). */
    NAN_WINS
  }

  /** Variants of an approximate DIV: the supported divisors. */
  enum Divisor implements Variant {
    /** Divisors whose reciprocal is a normal number (PTX div.approx). */
    NORMAL,
    /** All divisors (PTX div.full). */
    ANY;

    @Override
    public String text() {
      return this == ANY ? "any-divisor" : "normal-divisor";
    }
  }

  /** Variants of PERMUTE_BYTES: the selection of bytes of two words (PTX ISA, {@code prmt}). */
  enum Bytes implements Variant {
    /** Each byte is selected by four bits of the selector. */
    GENERIC,
    /** Four bytes upwards from the selected one. */
    FORWARD_4,
    /** Four bytes downwards from the selected one. */
    BACKWARD_4,
    /** One byte, four times. */
    REPLICATE_8,
    /** Byte i is the byte at the larger of i and the selected position (PTX ecl). */
    CLAMP_LEFT,
    /** Byte i is the byte at the smaller of i and the selected position (PTX ecr). */
    CLAMP_RIGHT,
    /** One half, twice. */
    REPLICATE_16
  }

  /**
   * A variant of LOGIC3.
   *
   * @param table 0 to 255, see {@link LogicFormula}
   */
  record TruthTable(int table) implements Variant {
    /** One more than the largest table. */
    public static final int COUNT = 256;

    /**
     * Checks the range.
     *
     * @param table 0 to 255, see {@link LogicFormula}
     * @throws IllegalArgumentException outside of 0 to 255
     */
    public TruthTable {
      if (table < 0 || table >= COUNT) {
        throw new IllegalArgumentException("truth table " + table + ", expected 0 to 255");
      }
    }

    @Override
    public String text() {
      return "table-" + table;
    }
  }

  /** Variants of DOT2: the bytes of the second source. */
  enum Half implements Variant {
    /** Bytes 0 and 1. */
    LOWER,
    /** Bytes 2 and 3. */
    UPPER
  }

  /**
   * Variants of LOAD and STORE: whether the access is half of an asynchronous copy from device
   * memory to local memory (PTX ISA, {@code cp.async}). A copy is a LOAD directly followed by a
   * STORE of what it has loaded, or a STORE of zeros alone; it is executed at once, which a program
   * without races cannot distinguish from a later time before {@link Op#AWAIT_COPIES}.
   */
  enum Copy implements Variant {
    /** An ordinary access. */
    NONE,
    /** Part of a copy that the first-level cache may keep (PTX .ca). */
    CACHED,
    /** Part of a copy that passes by the first-level cache (PTX .cg). */
    UNCACHED,
    /** Part of a copy of any number of bytes, which passes by it too (PTX .bulk). */
    BULK;

    @Override
    public String text() {
      return switch (this) {
        case NONE -> "no-copy";
        case CACHED -> "copy";
        case UNCACHED -> "copy-uncached";
        case BULK -> "copy-bulk";
      };
    }
  }

  /** Variants of TEST_FLOAT: the property (PTX ISA, {@code testp}). */
  enum FloatClass implements Variant {
    /** Neither infinite nor NaN. */
    FINITE,
    /** Positive or negative infinity. */
    INFINITE,
    /** Anything but NaN. */
    NUMBER,
    /** NaN. */
    NOT_A_NUMBER,
    /** Finite, and neither zero nor subnormal. */
    NORMAL,
    /** Not zero, and smaller in magnitude than every normal number. */
    SUBNORMAL
  }

  /** Variants of BARRIER: the action of a work-item. */
  enum Barrier implements Variant {
    /** Waits for the other work-items. */
    WAIT,
    /** Arrives without waiting. */
    ARRIVE,
    /** Waits; the result is the number of true predicates. */
    COUNT_TRUE,
    /** Waits; the result is whether all predicates hold. */
    ALL_TRUE,
    /** Waits and returns whether any predicate holds. */
    ANY_TRUE,
    /** Waits for all work-groups of the launch (AMD's global wave sync). */
    LAUNCH;

    /** {@return whether the barrier reduces a predicate} */
    public boolean reduces() {
      return this == COUNT_TRUE || this == ALL_TRUE || this == ANY_TRUE;
    }
  }

  /** Variants of FENCE: the scope of the ordering. */
  enum Fence implements Variant {
    /** Work-items of the work-group. */
    GROUP,
    /** Work-items of the launch. */
    DEVICE,
    /** The host and other devices. */
    SYSTEM,
    /** The lanes of a wavefront, which synchronise. */
    LANES
  }

  /** Variants of SHUFFLE: how the second source determines the lane that is read. */
  enum Shuffle implements Variant {
    /** The current lane minus the source. */
    UP,
    /** The current lane plus the source. */
    DOWN,
    /** The current lane exclusive-or the source. */
    BUTTERFLY,
    /** The lane with the source's number in its segment. */
    INDEX
  }

  /** Variants of VOTE. */
  enum Vote implements Variant {
    /** Whether the predicate holds in all lanes. */
    ALL,
    /** Whether the predicate holds in any lane. */
    ANY,
    /** Whether the predicate is the same in all lanes. */
    UNIFORM,
    /** One bit per lane in the I32 result. */
    BALLOT
  }

  /** Variants of MATCH. */
  enum Match implements Variant {
    /** The lanes whose value equals the current lane's. */
    ANY,
    /** All lanes, if their values are equal. */
    ALL
  }

  /**
   * A variant of MATRIX.
   *
   * @param shape the instruction
   * @param modifiers modifiers of the operands
   */
  record Matrix(MatrixShape shape, MatrixModifiers modifiers) implements Variant {
    @Override
    public String text() {
      return shape.text() + modifiers.text();
    }
  }

  /** Variants of ROW_ADDRESS: the matrix whose row it is. */
  enum Matrices implements Variant {
    /** That of lanes 0 to 7. */
    FIRST,
    /** That of lanes 8 to 15. */
    SECOND,
    /** That of lanes 16 to 23. */
    THIRD,
    /** That of lanes 24 to 31. */
    FOURTH
  }

  /**
   * Variants of TRANSPOSE: how the elements of a matrix are arranged anew. Lane l holds word l mod
   * 4 of row l / 4 of each source.
   */
  enum Arrangement implements Variant {
    /** A matrix of 8 × 8 halves is transposed. */
    HALVES,
    /**
     * The 16 elements of a row are in its first 12 bytes; the result has each in the low six bits
     * of a byte.
     */
    SIX_BITS,
    /**
     * The same of elements in the first 8 bytes, each of which gets the low four bits of a byte.
     */
    FOUR_BITS,
    /**
     * Of 16 rows of 16 bytes, the first eight in the first source, lane l gets bytes l / 4 of rows
     * 4·(l mod 4) and the next one, then bytes l / 4 + 8 of them.
     */
    FIRST_BYTES,
    /** The same of rows 4·(l mod 4) + 2 and the next one. */
    SECOND_BYTES;

    /** {@return the number of sources: words of 8 rows each} */
    public int sources() {
      return compareTo(FIRST_BYTES) >= 0 ? 2 : 1;
    }
  }

  /** Variants of BRANCH: what compilers may do with the loop that it repeats, if any. */
  enum Loop implements Variant {
    /** They may unroll it. */
    FREE,
    /** They must not unroll it (PTX ISA, {@code .pragma "nounroll"}). */
    KEPT
  }

  /** Variants of EXIT. */
  enum Exit implements Variant {
    /** The work-item is done. */
    END,
    /** The program aborts, which is an error. */
    TRAP
  }
}
