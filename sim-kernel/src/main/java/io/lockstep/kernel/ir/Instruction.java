package io.lockstep.kernel.ir;

import java.util.List;
import java.util.Objects;

/**
 * One operation of the portable kernel: immutable, built by {@link Builder}.
 *
 * <p>A guard predicates arithmetic (and is the condition of {@link Op#BRANCH}); guarded memory
 * operations are blocks of their own, so who executes them follows from the path. Thread-safe.
 */
public final class Instruction {
  private final Op op;
  private final OpClass opClass;
  private final Type type;
  private final Type sourceType;
  private final boolean signed;
  private final boolean sourceSigned;
  private final List<Integer> destinations;
  private final List<Operand> sources;
  private final int guard;
  private final boolean guardNegated;
  private final Rounding rounding;
  private final Fusion fusion;
  private final boolean roundToIntegral;
  private final boolean saturate;
  private final boolean flush;
  private final boolean approximate;
  private final boolean wrap;
  private final Variant variant;
  private final MemoryAccess memory;
  private final int line;
  private final int vectorGroup;
  private final String text;

  private Instruction(Builder b) {
    op = Objects.requireNonNull(b.op, "op");
    type = Objects.requireNonNull(b.type, "type");
    sourceType = b.sourceType == null ? b.type : b.sourceType;
    signed = b.signed;
    sourceSigned = b.sourceSigned;
    destinations = List.copyOf(b.destinations);
    sources = List.copyOf(b.sources);
    guard = b.guard;
    guardNegated = b.guardNegated;
    rounding = b.rounding;
    fusion = b.fusion;
    roundToIntegral = b.roundToIntegral;
    saturate = b.saturate;
    flush = b.flush;
    approximate = b.approximate;
    wrap = b.wrap;
    variant = b.variant();
    memory = b.memory;
    line = b.line;
    vectorGroup = b.vectorGroup;
    text = b.text;
    opClass = OpClasses.of(op, type, sourceType, approximate, destinations);
  }

  /** {@return the operation} */
  public Op op() {
    return op;
  }

  /** {@return the class of hardware it asks for} */
  public OpClass opClass() {
    return opClass;
  }

  /**
   * {@return type of the result (for COMPARE and bit counts: of the operands; for stores: of the
   * data)}
   */
  public Type type() {
    return type;
  }

  /**
   * {@return type of the sources where it differs (CONVERT, MUL_WIDE, COMPARE_SET); otherwise
   * {@link #type()}}
   */
  public Type sourceType() {
    return sourceType;
  }

  /** {@return whether integer operands (for CONVERT: the result) are signed} */
  public boolean signed() {
    return signed;
  }

  /** {@return whether the source of CONVERT is signed} */
  public boolean sourceSigned() {
    return sourceSigned;
  }

  /** {@return registers written; several for vector loads; -1 where a result is dropped} */
  public List<Integer> destinations() {
    return destinations;
  }

  /** {@return operands read, in PTX order; for memory operations the address comes first} */
  public List<Operand> sources() {
    return sources;
  }

  /** {@return the predicate register that guards it, or -1} */
  public int guard() {
    return guard;
  }

  /** {@return whether the guard holds where the predicate is false} */
  public boolean guardNegated() {
    return guardNegated;
  }

  /** {@return rounding mode of the result} */
  public Rounding rounding() {
    return rounding;
  }

  /** For FMA: whether one was asked for. */
  public Fusion fusion() {
    return fusion;
  }

  /** For CONVERT between floats: round to an integral value (PTX .rni and kin). */
  public boolean roundToIntegral() {
    return roundToIntegral;
  }

  /** {@return whether floats are clamped to [0, 1], integers to their range} */
  public boolean saturate() {
    return saturate;
  }

  /** {@return whether subnormal inputs and results are flushed to zero} */
  public boolean flush() {
    return flush;
  }

  /** {@return whether the approximate form was asked for} */
  public boolean approximate() {
    return approximate;
  }

  /** {@return whether a funnel shift's amount wraps (otherwise it clamps)} */
  public boolean wrap() {
    return wrap;
  }

  /** {@return which of its kind it is; null where its operation has no variants} */
  public Variant variant() {
    return variant;
  }

  /** {@return whether it is this variant of its operation} */
  public boolean is(Variant which) {
    return which.equals(variant);
  }

  /** For COMPARE and COMPARE_SET; otherwise null. */
  public Comparison comparison() {
    return variant instanceof Variant.Relation r ? r.comparison() : null;
  }

  /** {@return how a comparison is combined with its third source} */
  public BoolOp combine() {
    return variant instanceof Variant.Relation r ? r.combine() : BoolOp.NONE;
  }

  /** For ATOMIC and REDUCE; otherwise null. */
  public AtomicOp atomic() {
    return variant instanceof AtomicOp a ? a : null;
  }

  /** For SPECIAL; otherwise null. */
  public Special special() {
    return variant instanceof Special s ? s : null;
  }

  /** For LOGIC3: its truth table. */
  public int table() {
    return ((Variant.TruthTable) variant).table();
  }

  /** {@return whether it reads an image through a sampler} */
  public boolean isSampled() {
    return variant instanceof Texels.Fetch f && f.sampled();
  }

  /** {@return whether it writes whole texels of an image} */
  public boolean isFormatted() {
    return variant instanceof Texels.Surface s && s.formatted();
  }

  /** For LOAD, STORE, ATOMIC; otherwise null. */
  public MemoryAccess memory() {
    return memory;
  }

  /** {@return line in the kernel's text, from 1; 0 where unknown} */
  public int line() {
    return line;
  }

  /** {@return number shared by the scalar pieces of one vector operation, or -1} */
  public int vectorGroup() {
    return vectorGroup;
  }

  /** {@return the source text of the instruction, for people; may be empty} */
  public String text() {
    return text;
  }

  /** {@return whether it touches memory whose addresses are recorded} */
  public boolean isRecorded() {
    return memory != null && memory.slot() >= 0;
  }

  /**
   * {@return number of memory slots: one, but one for each coordinate of a texture or surface (x,
   * then y, then z or the layer)}
   */
  public int slots() {
    if (!isRecorded()) {
      return 0;
    }
    return switch (op) {
      case TEXTURE, SURFACE_LOAD, SURFACE_STORE -> coordinates();
      default -> 1;
    };
  }

  /** {@return coordinates of a texture or surface operation, a layer included; otherwise 0} */
  public int coordinates() {
    return variant instanceof Texels t ? t.geometry().coordinates() : 0;
  }

  /** {@return whether its first coordinate is a layer's number} */
  public boolean isLayered() {
    return variant instanceof Texels t && t.geometry().isLayered();
  }

  /** {@return a builder holding this instruction's fields} */
  public Builder toBuilder() {
    Builder b = new Builder(op, type);
    b.sourceType = sourceType;
    b.signed = signed;
    b.sourceSigned = sourceSigned;
    b.destinations = destinations;
    b.sources = sources;
    b.guard = guard;
    b.guardNegated = guardNegated;
    b.rounding = rounding;
    b.fusion = fusion;
    b.roundToIntegral = roundToIntegral;
    b.saturate = saturate;
    b.flush = flush;
    b.approximate = approximate;
    b.wrap = wrap;
    b.comparison = comparison();
    b.combine = combine();
    b.variant = b.comparison == null ? variant : null;
    b.memory = memory;
    b.line = line;
    b.vectorGroup = vectorGroup;
    b.text = text;
    return b;
  }

  /** Starts an instruction. */
  public static Builder of(Op op, Type type) {
    return new Builder(op, type);
  }

  /** Collects an instruction's fields; every method returns the builder. Not thread-safe. */
  public static final class Builder {
    private final Op op;
    private Type type;
    private Type sourceType;
    private boolean signed;
    private boolean sourceSigned;
    private List<Integer> destinations = List.of();
    private List<Operand> sources = List.of();
    private int guard = -1;
    private boolean guardNegated;
    private Rounding rounding = Rounding.NONE;
    private Fusion fusion = Fusion.NONE;
    private boolean roundToIntegral;
    private boolean saturate;
    private boolean flush;
    private boolean approximate;
    private boolean wrap;
    private Comparison comparison;
    private BoolOp combine = BoolOp.NONE;
    private Variant variant;
    private MemoryAccess memory;
    private int line;
    private int vectorGroup = -1;
    private String text = "";

    private Builder(Op op, Type type) {
      this.op = op;
      this.type = type;
    }

    public Builder type(Type value) {
      type = value;
      return this;
    }

    public Builder sourceType(Type value) {
      sourceType = value;
      return this;
    }

    public Builder signed(boolean value) {
      signed = value;
      return this;
    }

    public Builder sourceSigned(boolean value) {
      sourceSigned = value;
      return this;
    }

    public Builder to(Integer... registers) {
      destinations = List.of(registers);
      return this;
    }

    public Builder to(List<Integer> registers) {
      destinations = registers;
      return this;
    }

    public Builder from(Operand... operands) {
      sources = List.of(operands);
      return this;
    }

    public Builder from(List<Operand> operands) {
      sources = operands;
      return this;
    }

    public Builder guard(int predicate, boolean negated) {
      guard = predicate;
      guardNegated = negated;
      return this;
    }

    public Builder rounding(Rounding value) {
      rounding = value;
      return this;
    }

    public Builder fusion(Fusion value) {
      fusion = value;
      return this;
    }

    public Builder roundToIntegral(boolean value) {
      roundToIntegral = value;
      return this;
    }

    public Builder saturate(boolean value) {
      saturate = value;
      return this;
    }

    public Builder flush(boolean value) {
      flush = value;
      return this;
    }

    public Builder approximate(boolean value) {
      approximate = value;
      return this;
    }

    public Builder wrap(boolean value) {
      wrap = value;
      return this;
    }

    public Builder comparison(Comparison value) {
      comparison = value;
      return this;
    }

    public Builder combine(BoolOp value) {
      combine = value;
      return this;
    }

    public Builder atomic(AtomicOp value) {
      return variant(value);
    }

    public Builder special(Special value) {
      return variant(value);
    }

    public Builder memory(MemoryAccess value) {
      memory = value;
      return this;
    }

    /** {@return which of its kind it is; where nothing is said, {@link Variant#usual}} */
    public Builder variant(Variant value) {
      variant = value;
      return this;
    }

    public Builder line(int value) {
      line = value;
      return this;
    }

    public Builder vectorGroup(int value) {
      vectorGroup = value;
      return this;
    }

    public Builder text(String value) {
      text = value;
      return this;
    }

    private Variant variant() {
      if (comparison != null) {
        if (variant != null) {
          throw new IllegalArgumentException(op + " is told two variants");
        }
        return new Variant.Relation(comparison, combine);
      }
      return variant == null ? Variant.usual(op) : variant;
    }

    /** {@return the finished instruction} */
    public Instruction build() {
      return new Instruction(this);
    }
  }
}
