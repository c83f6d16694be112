package io.lockstep.kernel.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One operation of the portable kernel: immutable, built by {@link InstructionBuilder}.
 *
 * <p>A guard predicates arithmetic (and is the condition of {@link Op#BRANCH}); guarded memory
 * operations are separate blocks, so the path determines which work-items execute them.
 * Thread-safe.
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

  Instruction(InstructionFields fields) {
    op = Objects.requireNonNull(fields.op, "op");
    type = Objects.requireNonNull(fields.type, "type");
    sourceType = fields.sourceType == null ? fields.type : fields.sourceType;
    signed = fields.signed;
    sourceSigned = fields.sourceSigned;
    destinations = List.copyOf(fields.destinations);
    sources = List.copyOf(fields.sources);
    guard = fields.guard;
    guardNegated = fields.guardNegated;
    rounding = fields.rounding;
    fusion = fields.fusion;
    roundToIntegral = fields.roundToIntegral;
    saturate = fields.saturate;
    flush = fields.flush;
    approximate = fields.approximate;
    wrap = fields.wrap;
    variant = fields.variant();
    memory = fields.memory;
    line = fields.line;
    vectorGroup = fields.vectorGroup;
    text = fields.text;
    opClass = OpClasses.of(op, type, sourceType, approximate, destinations);
  }

  /** {@return the operation} */
  public Op op() {
    return op;
  }

  /** {@return the class of hardware that it needs} */
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
   * {@return type of the sources if different (CONVERT, MUL_WIDE, COMPARE_SET); otherwise {@link
   * #type()}}
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

  /** {@return registers written; several for vector loads; -1 for a dropped result} */
  public List<Integer> destinations() {
    return destinations;
  }

  /** {@return operands read, in PTX order; for memory operations the address comes first} */
  public List<Operand> sources() {
    return sources;
  }

  /** {@return registers written, without dropped results} */
  public List<Integer> writes() {
    for (int d : destinations) {
      if (d < 0) {
        return destinations.stream().filter(r -> r >= 0).toList();
      }
    }
    return destinations;
  }

  /** {@return registers read by the sources in their order, then by the guard} */
  public List<Integer> reads() {
    List<Integer> registers = new ArrayList<>(sources.size() + 1);
    for (Operand source : sources) {
      if (source.isRegister()) {
        registers.add(source.register());
      }
    }
    if (guard >= 0) {
      registers.add(guard);
    }
    return registers;
  }

  /** {@return the predicate register that guards it, or -1} */
  public int guard() {
    return guard;
  }

  /** {@return whether the guard holds if the predicate is false} */
  public boolean guardNegated() {
    return guardNegated;
  }

  /** {@return rounding mode of the result} */
  public Rounding rounding() {
    return rounding;
  }

  /**
   * {@return whether an FMA was required or contracted; {@link Fusion#NONE} for other operations}
   */
  public Fusion fusion() {
    return fusion;
  }

  /** {@return whether CONVERT between floats rounds to an integral value (such as PTX .rni)} */
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

  /** {@return whether the approximate form was requested} */
  public boolean approximate() {
    return approximate;
  }

  /** {@return whether a funnel shift's amount wraps (otherwise it clamps)} */
  public boolean wrap() {
    return wrap;
  }

  /** {@return its variant; null if its operation has no variants} */
  public Variant variant() {
    return variant;
  }

  /**
   * {@return whether it is a variant of its operation}
   *
   * @param which a variant of any operation
   */
  public boolean is(Variant which) {
    return which.equals(variant);
  }

  /** {@return the comparison of COMPARE and COMPARE_SET; null for others} */
  public Comparison comparison() {
    return variant instanceof Variant.Relation r ? r.comparison() : null;
  }

  /** {@return how a comparison is combined with its third source} */
  public BoolOp combine() {
    return variant instanceof Variant.Relation r ? r.combine() : BoolOp.NONE;
  }

  /** {@return the operation of ATOMIC and REDUCE; null for others} */
  public AtomicOp atomic() {
    return variant instanceof AtomicOp a ? a : null;
  }

  /** {@return the register read by SPECIAL; null for others} */
  public Special special() {
    return variant instanceof Special s ? s : null;
  }

  /** {@return the truth table of LOGIC3, 0 to 255; only for that operation} */
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

  /**
   * {@return the memory accessed by LOAD, STORE, ATOMIC and texture operations; null for others}
   */
  public MemoryAccess memory() {
    return memory;
  }

  /** {@return line in the kernel's text, from 1; 0 if unknown} */
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

  /** {@return whether it accesses memory whose addresses are recorded} */
  public boolean isRecorded() {
    return memory != null && memory.slot() >= 0;
  }

  /**
   * {@return number of memory slots: one, but for a texture or surface one per coordinate (x, then
   * y, then z or the layer)}
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
}
