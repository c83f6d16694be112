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

  /** {@return who wants an FMA to be one; {@link Fusion#NONE} of other operations} */
  public Fusion fusion() {
    return fusion;
  }

  /** {@return whether CONVERT between floats rounds to an integral value (PTX .rni and kin)} */
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

  /**
   * {@return whether it is this variant of its operation}
   *
   * @param which a variant of any operation
   */
  public boolean is(Variant which) {
    return which.equals(variant);
  }

  /** {@return how COMPARE and COMPARE_SET compare; null for others} */
  public Comparison comparison() {
    return variant instanceof Variant.Relation r ? r.comparison() : null;
  }

  /** {@return how a comparison is combined with its third source} */
  public BoolOp combine() {
    return variant instanceof Variant.Relation r ? r.combine() : BoolOp.NONE;
  }

  /** {@return what ATOMIC and REDUCE do; null for others} */
  public AtomicOp atomic() {
    return variant instanceof AtomicOp a ? a : null;
  }

  /** {@return what SPECIAL reads; null for others} */
  public Special special() {
    return variant instanceof Special s ? s : null;
  }

  /** {@return the truth table of LOGIC3, 0 to 255; asked of no other operation} */
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

  /** {@return what LOAD, STORE, ATOMIC and operations on textures touch; null for others} */
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

  /**
   * Starts an instruction.
   *
   * @param op the operation
   * @param type as {@link Instruction#type()} says
   * @return a builder with no operands, variant and modifiers
   */
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

    /**
     * Replaces the type.
     *
     * @param value as {@link Instruction#type()} says
     * @return this builder
     */
    public Builder type(Type value) {
      type = value;
      return this;
    }

    /**
     * Sets the type of the sources where it differs.
     *
     * @param value as {@link Instruction#sourceType()} says
     * @return this builder
     */
    public Builder sourceType(Type value) {
      sourceType = value;
      return this;
    }

    /**
     * Sets the signedness of integers.
     *
     * @param value true where they are signed
     * @return this builder
     */
    public Builder signed(boolean value) {
      signed = value;
      return this;
    }

    /**
     * Sets the signedness of what CONVERT reads.
     *
     * @param value true where it is signed
     * @return this builder
     */
    public Builder sourceSigned(boolean value) {
      sourceSigned = value;
      return this;
    }

    /**
     * Sets what is written.
     *
     * @param registers their numbers; -1 where a result is dropped
     * @return this builder
     */
    public Builder to(Integer... registers) {
      destinations = List.of(registers);
      return this;
    }

    /**
     * Sets what is written.
     *
     * @param registers their numbers; -1 where a result is dropped
     * @return this builder
     */
    public Builder to(List<Integer> registers) {
      destinations = registers;
      return this;
    }

    /**
     * Sets what is read.
     *
     * @param operands in PTX order, the address of a memory operation first
     * @return this builder
     */
    public Builder from(Operand... operands) {
      sources = List.of(operands);
      return this;
    }

    /**
     * Sets what is read.
     *
     * @param operands in PTX order, the address of a memory operation first
     * @return this builder
     */
    public Builder from(List<Operand> operands) {
      sources = operands;
      return this;
    }

    /**
     * Sets the guard.
     *
     * @param predicate number of an I1 register, or -1 for none
     * @param negated whether it holds where the predicate is false
     * @return this builder
     */
    public Builder guard(int predicate, boolean negated) {
      guard = predicate;
      guardNegated = negated;
      return this;
    }

    /**
     * Sets how the result is rounded.
     *
     * @param value {@link Rounding#NONE} where the text says nothing
     * @return this builder
     */
    public Builder rounding(Rounding value) {
      rounding = value;
      return this;
    }

    /**
     * Sets who wants an FMA to be one.
     *
     * @param value of FMA; others keep {@link Fusion#NONE}
     * @return this builder
     */
    public Builder fusion(Fusion value) {
      fusion = value;
      return this;
    }

    /**
     * Sets whether CONVERT between floats rounds to an integral value.
     *
     * @param value true for PTX .rni and kin
     * @return this builder
     */
    public Builder roundToIntegral(boolean value) {
      roundToIntegral = value;
      return this;
    }

    /**
     * Sets whether the result is clamped.
     *
     * @param value true for floats in [0, 1], integers in their range
     * @return this builder
     */
    public Builder saturate(boolean value) {
      saturate = value;
      return this;
    }

    /**
     * Sets what becomes of subnormal numbers.
     *
     * @param value true where they are flushed to zero, keeping their sign
     * @return this builder
     */
    public Builder flush(boolean value) {
      flush = value;
      return this;
    }

    /**
     * Sets whether the approximate form is asked for.
     *
     * @param value true for PTX .approx and kin
     * @return this builder
     */
    public Builder approximate(boolean value) {
      approximate = value;
      return this;
    }

    /**
     * Sets what becomes of a funnel shift's amount.
     *
     * @param value true where it wraps, false where it clamps
     * @return this builder
     */
    public Builder wrap(boolean value) {
      wrap = value;
      return this;
    }

    /**
     * Sets how COMPARE and COMPARE_SET compare.
     *
     * @param value of the first two sources
     * @return this builder
     */
    public Builder comparison(Comparison value) {
      comparison = value;
      return this;
    }

    /**
     * Sets how a comparison is combined with its third source.
     *
     * @param value {@link BoolOp#NONE} where there is no third
     * @return this builder
     */
    public Builder combine(BoolOp value) {
      combine = value;
      return this;
    }

    /**
     * Sets the variant of ATOMIC and REDUCE.
     *
     * @param value what is done with the old value
     * @return this builder
     */
    public Builder atomic(AtomicOp value) {
      return variant(value);
    }

    /**
     * Sets the variant of SPECIAL.
     *
     * @param value what is read
     * @return this builder
     */
    public Builder special(Special value) {
      return variant(value);
    }

    /**
     * Sets what memory it touches.
     *
     * @param value null for operations that touch none
     * @return this builder
     */
    public Builder memory(MemoryAccess value) {
      memory = value;
      return this;
    }

    /**
     * Sets which of its kind it is; where nothing is said, {@link Variant#usual}.
     *
     * @param value of the operation's type of variants
     * @return this builder
     */
    public Builder variant(Variant value) {
      variant = value;
      return this;
    }

    /**
     * Sets the line in the kernel's text.
     *
     * @param value from 1; 0 where unknown
     * @return this builder
     */
    public Builder line(int value) {
      line = value;
      return this;
    }

    /**
     * Marks a scalar piece of a vector operation.
     *
     * @param value number shared by the pieces, or -1
     * @return this builder
     */
    public Builder vectorGroup(int value) {
      vectorGroup = value;
      return this;
    }

    /**
     * Sets the source text, for people.
     *
     * @param value one line, may be empty
     * @return this builder
     */
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
