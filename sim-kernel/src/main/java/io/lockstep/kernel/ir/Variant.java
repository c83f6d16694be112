package io.lockstep.kernel.ir;

import java.util.Locale;

/**
 * The variant of an operation, for example the kind of a comparison, the operation of an atomic,
 * the scope of a fence. Each operation has variants of one type or none, which {@link
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
        Variant.FloatClass,
        Variant.Barrier,
        Variant.Fence,
        Variant.Shuffle,
        Variant.Vote,
        Variant.Match,
        Variant.Matrix,
        Variant.Exit {

  /** {@return the variant's name, as in a listing after the operation's} */
  default String text() {
    return toString().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The type of an operation's variants.
   *
   * @param op any operation
   * @return null if the operation has none
   */
  static Class<? extends Variant> typeOf(Op op) {
    return switch (op) {
      case COMPARE, COMPARE_SET -> Relation.class;
      case ATOMIC, REDUCE -> AtomicOp.class;
      case SPECIAL -> Special.class;
      case MIN, MAX -> NanRule.class;
      case DIV -> Divisor.class;
      case PERMUTE_BYTES -> Bytes.class;
      case LOGIC3 -> TruthTable.class;
      case DOT2 -> Half.class;
      case TEST_FLOAT -> FloatClass.class;
      case TEXTURE -> Texels.Fetch.class;
      case SURFACE_LOAD, SURFACE_STORE -> Texels.Surface.class;
      case BARRIER -> Barrier.class;
      case FENCE -> Fence.class;
      case SHUFFLE -> Shuffle.class;
      case VOTE -> Vote.class;
      case MATCH -> Match.class;
      case MATRIX -> Matrix.class;
      case EXIT -> Exit.class;
      default -> null;
    };
  }

  /**
   * The default variant of an operation.
   *
   * @param op any operation
   * @return null if there is no default, because it must be specified or there are no variants
   */
  static Variant usual(Op op) {
    return switch (op) {
      case MIN, MAX -> NanRule.NUMBER_WINS;
      case DIV -> Divisor.NORMAL;
      case PERMUTE_BYTES -> Bytes.GENERIC;
      case BARRIER -> Barrier.WAIT;
      case EXIT -> Exit.END;
      default -> null;
    };
  }

  /**
   * For COMPARE and COMPARE_SET.
   *
   * @param comparison of the first two sources
   * @param combine its combination with the third
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

  /** For MIN and MAX of floats: the result for one NaN. */
  enum NanRule implements Variant {
    /** Returns the other operand if one is NaN. */
    NUMBER_WINS,
    /** PTX .NaN. */
    NAN_WINS
  }

  /** For an approximate DIV: the supported divisors. */
  enum Divisor implements Variant {
    /** Operands whose reciprocal is a normal number (PTX div.approx). */
    NORMAL,
    /** All operands (PTX div.full). */
    ANY;

    @Override
    public String text() {
      return this == ANY ? "any-divisor" : "normal-divisor";
    }
  }

  /** For PERMUTE_BYTES: the selection of bytes of two words (PTX ISA, {@code prmt}). */
  enum Bytes implements Variant {
    /** Each selected by four bits of the selector. */
    GENERIC,
    /** Four upwards from one. */
    FORWARD_4,
    /** Four downwards from one. */
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
   * For LOGIC3.
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

  /** For DOT2: the bytes of the second source. */
  enum Half implements Variant {
    /** Bytes 0 and 1. */
    LOWER,
    /** Bytes 2 and 3. */
    UPPER
  }

  /** For TEST_FLOAT: the property (PTX ISA, {@code testp}). */
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
    /** Not zero, and below the smallest normal number in magnitude. */
    SUBNORMAL
  }

  /** For BARRIER: the action of a work-item. */
  enum Barrier implements Variant {
    /** Waits for the others. */
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

    /** {@return whether it reduces a predicate} */
    public boolean reduces() {
      return this == COUNT_TRUE || this == ALL_TRUE || this == ANY_TRUE;
    }
  }

  /** For FENCE: the scope of its ordering. */
  enum Fence implements Variant {
    /** Work-items of the work-group. */
    GROUP,
    /** Work-items of the launch. */
    DEVICE,
    /** The host and other devices. */
    SYSTEM,
    /** The lanes of a 32-wide wavefront, which synchronise. */
    LANES
  }

  /** For SHUFFLE: how the second source determines the lane that is read. */
  enum Shuffle implements Variant {
    /** The own lane minus the source. */
    UP,
    /** The own lane plus the source. */
    DOWN,
    /** The own lane exclusive-or the source. */
    BUTTERFLY,
    /** The lane with that number in its segment. */
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
    /** A bit of the I32 result for each lane. */
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
   * For MATRIX.
   *
   * @param shape the instruction
   * @param modifiers of its operands
   */
  record Matrix(MatrixShape shape, MatrixModifiers modifiers) implements Variant {
    @Override
    public String text() {
      return shape.text() + modifiers.text();
    }
  }

  /** Variants of EXIT. */
  enum Exit implements Variant {
    /** The work-item is done. */
    END,
    /** The program aborts, which is an error. */
    TRAP
  }
}
