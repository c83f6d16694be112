// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.Operands;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.select.Operation;
import io.lockstep.lower.select.Selection;
import io.lockstep.lower.select.Selector;
import io.lockstep.lower.select.Target;
import io.lockstep.sm.code.Pipe;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Selects the machine instructions of portable instructions by the table. Not thread-safe. */
final class ArithmeticSelector implements Target<Pipe, Value> {
  private static final String FILE = "selection.txt";

  static final Selection<Pipe> TABLE =
      Selection.of(Pipe.class, FILE, ArithmeticSelector.class.getResourceAsStream(FILE));

  private static final int CALL = 5; // instructions around the call of a slow path
  private static final String IF = ".IF"; // of an operation under a predicate
  private static final int BYTE = 8;
  private static final int BYTE_MASK = 0xff;
  private static final int BYTES = 0x7770; // selects zeros and byte 0
  private static final int HALF_MASK = 0xffff;

  private final CodeUnit unit;
  private final RegisterFacts facts;
  private final Operands operands;
  private final VirtualRegisters registers;
  private final Ranges ranges;
  private final Latencies latencies;
  private final Capability capability;
  private final NarrowFloats floats;
  private final CarryChains chains;
  private final FullProducts products;
  private final Map<Instruction, Value> carries = new IdentityHashMap<>(); // predicates
  private final Map<Instruction, Value> halves = new IdentityHashMap<>(); // of full products
  private final Selector<Pipe, Value> selector = new Selector<>(TABLE, this);
  private SassEmitter out;
  private int first; // of the current instruction's operations
  private Value carry;
  private Value lower; // lower half of the product whose upper half was selected last
  private Selected selected; // by whom the current instruction is
  private final Set<Integer> colds = new HashSet<>(); // slow paths, which all uses share
  private int cold;
  private Instruction firstClock;

  ArithmeticSelector(CodeUnit unit) {
    this.unit = unit;
    facts = unit.facts();
    operands = unit.operands();
    registers = unit.registers();
    ranges = unit.known().ranges;
    latencies = unit.latencies();
    capability = unit.capability();
    floats = new NarrowFloats(capability);
    chains = new CarryChains(facts.kernel());
    products = new FullProducts(facts.kernel());
  }

  /** Instructions of slow paths, which are not part of the blocks. */
  int cold() {
    return cold;
  }

  /**
   * Emits an instruction, unless the table names it as one of another selector.
   *
   * @return the selector that has to emit it, or {@link Selected#EMITTED}
   */
  Selected select(Instruction i, SassEmitter into) {
    if (into != out) {
      floats.begin();
    }
    out = into;
    first = out.ops.size();
    selected = Selected.EMITTED;
    NarrowForm form = floats.next(i);
    CarryChains.Link link = chains.of(i);
    Value result;
    if (link != null) {
      result = sum(i, link);
    } else if (products.other(i) != null) {
      result = half(i);
    } else {
      result = form == null ? selector.select(i) : narrow(form);
    }
    if (result != null && !i.destinations().isEmpty()) {
      bind(i, result);
    }
    return selected;
  }

  /** Adds the words of a link, and the carry of the one before. */
  private Value sum(Instruction i, CarryChains.Link link) {
    Value a = operands.of(link.sources().get(0), i.type().isWide());
    Value b = operands.of(link.sources().get(1), i.type().isWide());
    carry = link.before() == null ? null : carries.get(link.before());
    Value result = carrying(a.low(), b.low());
    if (i.type().isWide()) {
      Value zero = Value.ZERO;
      result =
          result.with(
              carrying(a.high() == null ? zero : a.high(), b.high() == null ? zero : b.high()));
    }
    carries.put(i, carry);
    return result;
  }

  /** Adds two words and the carry, and sets the carry. */
  private Value carrying(Value a, Value b) {
    List<Value> sources = new ArrayList<>(List.of(a, b, Value.ZERO));
    if (carry != null) {
      sources.add(carry);
    }
    SassOp op = out.emit(carry == null ? "IADD3" : "IADD3.X", Pipe.ALU, sources);
    carry = registers.temporary(Kind.PREDICATE);
    op.results.add(carry);
    return op.results.get(0);
  }

  /** Returns a half of a full product; the first of its two instructions emits both halves. */
  private Value half(Instruction i) {
    Value known = halves.remove(i);
    if (known != null) {
      return known;
    }
    Instruction other = products.other(i);
    boolean isUpper = i.op() == Op.MUL_HI;
    Value upper = selector.select(isUpper ? i : other);
    halves.put(other, isUpper ? lower : upper);
    return isUpper ? upper : lower;
  }

  private Value narrow(NarrowForm form) {
    List<Value> sources = new ArrayList<>();
    form.sources().forEach(o -> sources.add(operands.of(o, false)));
    return out.emit(form.name(), form.pipe(), sources).results.get(0);
  }

  /** Makes a value the result of an instruction. */
  private void bind(Instruction i, Value value) {
    int register = i.destinations().get(0);
    if (register >= 0) {
      Value d = registers.of(register);
      Value full = d.high() != null && value.high() == null ? value.with(Value.ZERO) : value;
      if (i.guard() >= 0 || !operands.rename(d, d.high() == null ? full.low() : full)) {
        bind(i, d.low(), full.low());
        if (d.high() != null) {
          bind(i, d.high(), full.high());
        }
      }
    }
    if (i.destinations().size() > 1 && i.destinations().get(1) >= 0) {
      out.ops.get(out.ops.size() - 1).results.add(registers.of(i.destinations().get(1)));
    }
  }

  private void bind(Instruction i, Value to, Value value) {
    SassOp move = out.move(to, value);
    if (i.guard() >= 0) {
      move.guard = operands.predicate(i.guard(), i.guardNegated());
      int at = definition(value);
      if (at >= 0 && out.ops.get(at).results.size() == 1) { // the operation itself is predicated
        SassOp op = out.ops.get(at);
        if (isUnread(value, at, out.ops.size() - 1) && isUnread(to, at, out.ops.size() - 1)) {
          op.renameWrites(r -> r.number() == value.number() ? to : r);
          op.guard = move.guard;
          out.ops.remove(out.ops.size() - 1);
        }
      }
    } else {
      int at = definition(value);
      int end = out.ops.size() - 1;
      if (at >= 0 && isUnread(to, at, end) && isUnread(value, at, end)) {
        out.ops.get(at).renameWrites(r -> r.number() == value.number() ? to : r);
        out.ops.remove(end);
      }
    }
  }

  /** The operation of the current instruction that alone computes a temporary, or -1. */
  private int definition(Value value) {
    for (int k = first; value.isRegister() && !value.negated() && k < out.ops.size() - 1; k++) {
      int[] found = {0};
      out.ops.get(k).writes(r -> found[0] += r == value.number() ? 1 : 0);
      if (found[0] > 0) {
        return out.ops.get(k).results.get(0).high() == null ? k : -1;
      }
    }
    return -1;
  }

  private boolean isUnread(Value value, int after, int before) {
    boolean[] read = {false};
    for (int k = after + 1; k < before; k++) {
      out.ops.get(k).reads(r -> read[0] |= r == value.number());
      out.ops.get(k).writes(r -> read[0] |= r == value.number());
    }
    return !read[0];
  }

  @Override
  public Value operand(Instruction i, String name) {
    return switch (name) {
      case "a", "b", "c", "e" -> source(i, "abce".indexOf(name));
      case "p0", "p1" -> product(i, 1).get(name.charAt(1) - '0');
      case "q0", "q1" -> product(i, 0).get(name.charAt(1) - '0');
      case "size" -> Value.constant(Operands.offset(i.special()));
      case "s0", "s1" -> Value.constant(4 * (name.charAt(1) - '0'));
      case "g0", "g1" -> Value.constant(12 + 4 * (name.charAt(1) - '0'));
      case "mask" -> Value.immediate(i.sourceType().bits() == BYTE ? BYTE_MASK : HALF_MASK);
      case "byte" -> Value.immediate(BYTES + (int) (facts.constant(i.sources().get(1)) / BYTE));
      case "element" -> Value.immediate(BYTES + elementOfBytes(i));
      case "power" ->
          Value.immediate(Long.numberOfTrailingZeros(facts.constant(i.sources().get(1))));
      default -> throw new IllegalArgumentException("no operand " + name);
    };
  }

  /** A source; a missing one reads as true in a predicate's place. */
  private Value source(Instruction i, int k) {
    if (k >= i.sources().size()) {
      return Value.ZERO;
    }
    Operand o = i.sources().get(k);
    if (i.op() == Op.COMPARE && k == 2 && o.isRegister()) {
      return operands.predicate(o.register(), false);
    }
    boolean wide = i.op() == Op.CONVERT ? i.sourceType().bits() > 32 : sourceBits(i, k) > 32;
    return operands.of(o, wide);
  }

  private static int sourceBits(Instruction i, int k) {
    if (i.op().isAmount(k)) {
      return Integer.SIZE;
    }
    boolean product = i.op() == Op.MUL_WIDE || i.op() == Op.MAD_WIDE && k < 2;
    boolean compares = i.op() == Op.COMPARE || i.op() == Op.COMPARE_SET;
    return product || compares ? i.sourceType().bits() : i.type().bits();
  }

  /** Factors of a source that is a wide product whose sums multiply by themselves; else null. */
  private List<Value> product(Instruction i, int k) {
    Operand o = i.sources().get(k);
    Instruction d = o.isRegister() ? facts.definition(o.register()) : null;
    if (d == null || d.op() != Op.MUL_WIDE || d.sourceType() != Type.I32 || i.guard() >= 0) {
      return null;
    }
    List<Value> factors = new ArrayList<>();
    for (Operand factor : d.sources()) {
      if (factor.isRegister() && facts.definition(factor.register()) == null) {
        return null;
      }
      factors.add(operands.of(factor, false).low());
    }
    return factors;
  }

  @Override
  public Value number(int bits) {
    return Value.immediate(bits);
  }

  @Override
  public Value emit(Instruction i, Operation<Pipe> operation, List<Value> a) {
    switch (operation.name()) {
      case "memory" -> selected = Selected.MEMORY;
      case "control" -> selected = Selected.CONTROL;
      case "nothing" -> {}
      case "matrix" -> new MatrixSelector(unit, out).select(i);
      case "rename" -> {
        return a.get(0);
      }
      case "lo" -> {
        return a.get(0).low();
      }
      case "hi" -> {
        return a.get(0).high() == null ? Value.ZERO : a.get(0).high();
      }
      case "not" -> {
        return a.get(0).not();
      }
      case "wide", "pair" -> {
        Value high = a.size() > 1 ? a.get(1).low() : Value.ZERO;
        return a.get(0).low().with(high);
      }
      case "lower" -> lower = a.get(0);
      case "cold" -> cold += colds.add(a.get(0).number()) ? a.get(0).number() : CALL;
      default -> {
        return operation(i, operation, a);
      }
    }
    return null;
  }

  private Value operation(Instruction i, Operation<Pipe> operation, List<Value> sources) {
    if (operation.name().endsWith(IF)) {
      return conditional(operation, sources);
    }
    String name = operation.name().replace(".CO", "");
    boolean carries = name.endsWith(".X") && (name.startsWith("IADD3") || name.startsWith("IMAD"));
    List<Value> all = new ArrayList<>(sources);
    if (carries && carry != null) {
      all.add(carry);
    }
    SassOp op = out.emit(name, latencies.pipe(name, operation.unit()), all);
    if (!operation.name().equals(name) || carries) {
      carry = registers.temporary(Kind.PREDICATE);
      op.results.add(carry);
    }
    if (name.startsWith("S2UR")) {
      firstClock = i;
    }
    if (name.startsWith("BRA")) {
      op.removable = false;
    }
    return op.results.isEmpty() ? null : op.results.get(0);
  }

  /**
   * Emits an operation that replaces a value in the lanes that a predicate, its last source, names.
   */
  private Value conditional(Operation<Pipe> operation, List<Value> sources) {
    Value former = sources.get(0);
    Value result = registers.temporary(Kind.VECTOR);
    out.move(result, former);
    List<Value> others = new ArrayList<>(sources.subList(1, sources.size() - 1));
    others.replaceAll(s -> s.equals(former) ? result : s);
    SassOp op = out.emit(operation.name().replace(IF, ""), operation.unit(), others);
    op.results.set(0, result);
    op.guard = sources.get(sources.size() - 1);
    return result;
  }

  @Override
  public boolean holds(Instruction i, String condition, List<Value> arguments) {
    return switch (condition) {
      case "flush" -> i.flush();
      case "first_clock" -> firstClock == null || firstClock == i;
      case "volta" -> !capability.isAtLeast(Capability.TURING);
      case "turing" -> !capability.isAtLeast(Capability.AMPERE);
      case "ampere" -> capability.isAtLeast(Capability.AMPERE);
      case "graphics" -> capability.isAtLeast(Capability.AMPERE_GRAPHICS);
      case "hopper" -> capability.isAtLeast(Capability.HOPPER);
      case "any_divisor" -> i.is(Variant.Divisor.ANY);
      case "fence_lanes" -> i.is(Variant.Fence.LANES);
      case "fence_group" -> i.is(Variant.Fence.GROUP);
      case "fence_system" -> i.is(Variant.Fence.SYSTEM);
      case "vote_ballot" -> i.is(Variant.Vote.BALLOT);
      case "product_a" -> product(i, 0) != null;
      case "product_b" -> product(i, 1) != null;
      case "power_b" -> isPower(i.sources().get(1));
      case "bounded" -> ranges.fits(i.sources().get(0), i.sourceType().bits());
      case "size" -> Operands.offset(i.special()) >= 0;
      case "zero" -> arguments.get(0).isZero();
      case "word_shift" -> Long.valueOf(Integer.SIZE).equals(facts.constant(i.sources().get(1)));
      case "loaded" -> load(i) != null && load(i).destinations().size() == 1;
      case "byte_element" -> elementOfBytes(i) >= 0;
      case "byte_field" -> isByte(i.sources());
      case "upper_half" -> isHalf(i.sources(), Short.SIZE);
      case "lower_half" -> isHalf(i.sources(), 0);
      case "fixed_field" ->
          i.sources().stream()
              .skip(i.sources().size() - 2)
              .allMatch(o -> facts.constant(o) != null);
      default -> throw new IllegalArgumentException("no condition " + condition);
    };
  }

  /**
   * The unsigned load that defines the first source, of elements no wider than the conversion's
   * source type, so that the upper bits are zero; null if there is none.
   */
  private Instruction load(Instruction i) {
    Operand o = i.sources().get(0);
    Instruction d = o.isRegister() ? facts.definition(o.register()) : null;
    boolean loads = d != null && d.op() == Op.LOAD && !d.signed();
    return loads && d.memory().element().bits() <= i.sourceType().bits() ? d : null;
  }

  /**
   * Which byte of its 32-bit word the first source is, if a load of a vector of bytes defines it;
   * otherwise -1.
   */
  private int elementOfBytes(Instruction i) {
    Instruction load = load(i);
    boolean bytes = load != null && load.memory().element().bits() == BYTE;
    return bytes && load.destinations().size() > 1
        ? load.destinations().indexOf(i.sources().get(0).register()) % Integer.BYTES
        : -1;
  }

  private boolean isByte(List<Operand> field) {
    Long from = facts.constant(field.get(1));
    Long width = facts.constant(field.get(2));
    return from != null && width != null && from % BYTE == 0 && width == BYTE;
  }

  /** Whether the field of an insertion is the half of a word from a position on. */
  private boolean isHalf(List<Operand> sources, long from) {
    return Long.valueOf(from).equals(facts.constant(sources.get(2)))
        && Long.valueOf(Short.SIZE).equals(facts.constant(sources.get(3)));
  }

  private boolean isPower(Operand o) {
    Long constant = facts.constant(o);
    return constant != null && constant > 0 && Long.bitCount(constant) == 1;
  }

  @Override
  public String text(Instruction i, String placeholder) {
    return switch (placeholder) {
      case "CMP" -> i.comparison().name();
      case "U" -> isUnsigned(i) ? ".U32" : "";
      default -> throw new IllegalArgumentException("no placeholder " + placeholder);
    };
  }

  private boolean isUnsigned(Instruction i) {
    for (int k = 0; i.op() == Op.ADD && k < 2; k++) {
      if (product(i, k) != null) {
        return !facts.definition(i.sources().get(k).register()).signed();
      }
    }
    return !i.signed();
  }

  @Override
  public RuntimeException refuse(Instruction i, String reason) {
    return refusal(facts, i, reason);
  }

  static RefusalException refusal(RegisterFacts facts, Instruction i, String what) {
    return new RefusalException(
        "kernel '%s', %s%s: uses %s, which this device lacks"
            .formatted(facts.kernel().name(), facts.kernel().source(), i.place(), what));
  }

  /** An upper bound of a special register, or {@link Ranges#UNKNOWN}. */
  static long most(Special special) {
    return switch (special) {
      case LOCAL_ID_X, LOCAL_ID_Y, LOCAL_ID_Z, LOCAL_ID_FLAT -> 1023;
      case LOCAL_SIZE_X, LOCAL_SIZE_Y, LOCAL_SIZE_Z -> 1024;
      case LANE_ID, WAVEFRONT_ID -> 31;
      default -> Ranges.UNKNOWN;
    };
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
