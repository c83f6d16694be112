package io.lockstep.kernel.ir;

import java.util.Locale;

/**
 * Which of its kind an operation is, where its name leaves that open: how a comparison compares,
 * what an atomic does, how far a fence reaches. Each operation takes variants of one type or none;
 * {@link KernelVerifier} holds an instruction to that.
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
        Variant.Exit {

  /** {@return the variant's name, as a listing has it behind the operation's} */
  default String text() {
    return toString().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The type of an operation's variants.
   *
   * @param op any operation
   * @return null where the operation has none
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
      case EXIT -> Exit.class;
      default -> null;
    };
  }

  /**
   * What an operation is where nothing is said.
   *
   * @param op any operation
   * @return null where there is no usual variant: it must be said, or there is none
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
   * @param combine how that is combined with the third
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

  /** For MIN and MAX of floats: what comes of one NaN. */
  enum NanRule implements Variant {
    /** The other operand. */
    NUMBER_WINS,
    /** PTX .NaN. */
    NAN_WINS
  }

  /** For DIV where it is approximate: which divisors it serves. */
  enum Divisor implements Variant {
    /** Those whose reciprocal is a normal number (PTX div.approx). */
    NORMAL,
    /** All (PTX div.full). */
    ANY;

    @Override
    public String text() {
      return this == ANY ? "any-divisor" : "normal-divisor";
    }
  }

  /** For PERMUTE_BYTES: how the bytes of two words are picked (PTX ISA, {@code prmt}). */
  enum Bytes implements Variant {
    /** Each by four bits of the selector. */
    GENERIC,
    /** Four upwards from one. */
    FORWARD_4,
    /** Four downwards from one. */
    BACKWARD_4,
    /** One byte, four times. */
    REPLICATE_8,
    /** Byte i is that of the larger of i and the selected number (PTX ecl). */
    CLAMP_LEFT,
    /** Byte i is that of the smaller of i and the selected number (PTX ecr). */
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

  /** For DOT2: which bytes of the second source. */
  enum Half implements Variant {
    /** Bytes 0 and 1. */
    LOWER,
    /** Bytes 2 and 3. */
    UPPER
  }

  /** For TEST_FLOAT: what is asked (PTX ISA, {@code testp}). */
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
    /** Not zero, and below the least normal number in magnitude. */
    SUBNORMAL
  }

  /** For BARRIER: what a work-item does there. */
  enum Barrier implements Variant {
    /** Waits for the others. */
    WAIT,
    /** Is counted and goes on. */
    ARRIVE,
    /** Waits; the result is how many predicates hold. */
    COUNT_TRUE,
    /** Waits; whether all hold. */
    ALL_TRUE,
    /** Waits; whether any holds. */
    ANY_TRUE;

    /** {@return whether it reduces a predicate} */
    public boolean reduces() {
      return this != WAIT && this != ARRIVE;
    }
  }

  /** For FENCE: for whom accesses before it come before those behind it. */
  enum Fence implements Variant {
    /** Work-items of the work-group. */
    GROUP,
    /** Work-items of the launch. */
    DEVICE,
    /** The host and other devices, too. */
    SYSTEM,
    /** The lanes of a 32-wide wavefront, which meet. */
    LANES
  }

  /** For SHUFFLE: what the second source says of the lane that is read. */
  enum Shuffle implements Variant {
    /** The own lane less so many. */
    UP,
    /** The own lane plus so many. */
    DOWN,
    /** The own lane exclusive-or a mask. */
    BUTTERFLY,
    /** The lane of that number in its segment. */
    INDEX
  }

  /** For VOTE. */
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

  /** For MATCH. */
  enum Match implements Variant {
    /** The lanes with the own value. */
    ANY,
    /** All, if they have the same. */
    ALL
  }

  /** For EXIT. */
  enum Exit implements Variant {
    /** The work-item is done. */
    END,
    /** The program gives up, which is an error. */
    TRAP
  }
}
