// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Collects the instructions of a block; an operand that an instruction cannot have where it stands
 * is moved to a register first.
 */
public final class SassEmitter {
  private static final Pattern PREDICATE =
      Pattern.compile("([IFDH]SETP|HSETP2|PLOP3|FCHK|VOTE\\.P|R2P)(\\..*)?");
  private static final Pattern WIDE =
      Pattern.compile(
          "IMAD\\.WIDE.*|D(ADD|MUL|FMA|MNMX).*|(F2F|I2F)\\.F64.*|F2I\\.[SU]64.*|.*\\.64");
  private static final Pattern NOTHING =
      Pattern.compile(
          "(DEPBAR|BSSY|BSYNC|BRA|CALL|RET|NOP|BAR|MEMBAR|(CGA)?ERRBAR|CCTL|WARPSYNC|EXIT|BPT)(\\..*)?");
  private static final Pattern COMMUTES =
      Pattern.compile(
          "(IADD3|FADD|FMUL|FFMA|IMAD|IMNMX|VIMNMX|FMNMX|DADD|DMUL|DFMA|HADD2|HMUL2|HFMA2|HMNMX2|LOP3)"
              + "(\\..*)?");
  private static final Pattern COMPARES = Pattern.compile("[IFD]SETP\\.(EQ|NE|[LG][TE]U?)\\..*");
  private static final Pattern ANYWHERE =
      Pattern.compile(
          "(MOV|UMOV|ULDC|LDC|MUFU|I2F|I2FP|F2I|F2F|F2FP|FRND|POPC|FLO|BREV|S2R|CS2R|SHFL)(\\..*)?");

  public final List<SassOp> ops = new ArrayList<>();
  private final VirtualRegisters registers;
  private final Capability capability;
  private final Map<Value, Value> moved = new HashMap<>();
  private final Map<Value, Value> uniform = new HashMap<>();
  private List<Instruction> from = List.of();

  public SassEmitter(VirtualRegisters registers, Capability capability) {
    this.registers = registers;
    this.capability = capability;
  }

  /** Attributes the following instructions to an instruction of the portable kernel. */
  public void from(Instruction i) {
    from = List.of(i);
  }

  /** Appends an instruction with new registers for its results, in the form that it has. */
  public SassOp emit(String wanted, Pipe pipe, List<Value> given) {
    List<Value> sources = new ArrayList<>(given);
    boolean swaps = sources.size() > 1 && sources.get(0).isFixed() && !sources.get(1).isFixed();
    String name = swaps ? mirrored(wanted, sources) : wanted;
    SassOp op = new SassOp(name, pipe);
    op.sources.addAll(legal(name, sources));
    if (PREDICATE.matcher(name).matches()) {
      op.results.add(registers.temporary(Kind.PREDICATE));
    } else if (!NOTHING.matcher(name).matches()) {
      boolean uniform = pipe == Pipe.UNIFORM || name.startsWith("S2UR");
      Kind file = uniform ? Kind.UNIFORM : Kind.VECTOR;
      boolean wide = WIDE.matcher(name).matches();
      op.results.add(wide ? registers.pair(file) : registers.temporary(file));
    }
    return add(op);
  }

  public SassOp add(SassOp op) {
    op.from = from;
    ops.add(op);
    return op;
  }

  /** The name of the instruction that does the same with its first two operands swapped. */
  public static String mirrored(String name, List<Value> sources) {
    String other = name;
    if (name.equals("SEL") || name.equals("FSEL")) {
      sources.set(2, sources.get(2).not());
    } else if (COMPARES.matcher(name).matches()) {
      other = other.contains(".L") ? other.replace(".L", ".G") : other.replace(".G", ".L");
    } else if (!commutes(name)) {
      return name;
    }
    Collections.swap(sources, 0, 1);
    return other;
  }

  /** Whether an instruction compares its first two operands. */
  public static boolean compares(String name) {
    return COMPARES.matcher(name).matches();
  }

  /** Whether the first two operands of an instruction may be exchanged. */
  public static boolean commutes(String name) {
    return COMMUTES.matcher(name).matches();
  }

  private List<Value> legal(String name, List<Value> sources) {
    if (ANYWHERE.matcher(name).matches()) {
      boolean exchange = name.startsWith("SHFL") && sources.get(0).isFixed();
      return exchange ? withRegister(sources) : sources;
    }
    int kept = kept(sources);
    for (int k = 0; k < sources.size(); k++) {
      Value source = sources.get(k);
      if (source.isFixed() && k != kept) {
        sources.set(k, inRegister(source));
      } else if (source.kind() == Kind.CONSTANT && loadsConstants()) {
        sources.set(k, uniform(source));
      }
    }
    return sources;
  }

  private List<Value> withRegister(List<Value> sources) {
    sources.set(0, inRegister(sources.get(0)));
    return sources;
  }

  /**
   * The place of the fixed operand that stays where it is: a constant, or an immediate; where
   * constants are loaded, an immediate rather than a constant of 64 bits.
   */
  private int kept(List<Value> sources) {
    int kept = -1;
    for (int k = 1; k < sources.size(); k++) {
      Value source = sources.get(k);
      boolean better = kept >= 0 && rank(source) > rank(sources.get(kept));
      if (source.isFixed() && (kept < 0 || better)) {
        kept = k;
      }
    }
    return kept;
  }

  private int rank(Value source) {
    boolean constant = source.kind() == Kind.CONSTANT;
    return !constant ? 1 : loadsConstants() && source.high() != null ? 0 : 2;
  }

  /** A value in vector registers. */
  public Value inRegister(Value value) {
    if (!value.isFixed()) {
      return value;
    }
    if (value.kind() == Kind.CONSTANT && loadsConstants()) {
      return moved.computeIfAbsent(value, v -> load(v).results.get(0));
    }
    if (value.high() != null) {
      Value known = moved.get(value);
      if (known != null) {
        return known;
      }
      Value pair = registers.pair(Kind.VECTOR);
      moved.put(value, pair);
      move(pair.low(), value.low());
      move(pair.high(), value.high());
      return pair;
    }
    return moved.computeIfAbsent(value, v -> emit("MOV", Pipe.ALU, List.of(v)).results.get(0));
  }

  /** Loads a constant of the bank into vector registers. */
  public SassOp load(Value constant) {
    String name = constant.high() == null ? "LDC" : "LDC.64";
    return emit(name, Pipe.CONSTANT, List.of(constant));
  }

  public SassOp move(Value to, Value value) {
    SassOp op = new SassOp(to.kind() == Kind.PREDICATE ? "PLOP3.LUT" : "MOV", Pipe.ALU);
    op.results.add(to);
    op.sources.add(value);
    return add(op);
  }

  /** A constant of the bank in uniform registers, loaded once in a block. */
  public Value uniform(Value constant) {
    return uniform.computeIfAbsent(
        constant,
        c -> emit(c.high() == null ? "ULDC" : "ULDC.64", Pipe.UNIFORM, List.of(c)).results.get(0));
  }

  /** Whether constants are loaded instead of being operands of the instructions that use them. */
  public boolean loadsConstants() {
    return capability.loadsParameters();
  }

  public Capability capability() {
    return capability;
  }
}
