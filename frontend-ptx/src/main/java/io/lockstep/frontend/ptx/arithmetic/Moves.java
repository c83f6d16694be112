// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.emit.Brains;
import io.lockstep.frontend.ptx.emit.Computation;
import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.Halves;
import io.lockstep.frontend.ptx.emit.Packed;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.emit.Symbol;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Specials;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Decodes moves, selections, comparisons and address conversions. */
public final class Moves {
  private static final Map<String, Comparison> COMPARISONS = comparisons();
  private static final String[] COMPARISON_NAMES = COMPARISONS.keySet().toArray(String[]::new);

  private Moves() {}

  private static Map<String, Comparison> comparisons() {
    Map<String, Comparison> all = new TreeMap<>();
    for (Comparison c : Comparison.values()) {
      all.put(c.name().toLowerCase(Locale.ROOT), c);
    }
    all.put("lo", Comparison.LT);
    all.put("ls", Comparison.LE);
    all.put("hi", Comparison.GT);
    all.put("hs", Comparison.GE);
    return all;
  }

  public static Decoder of(String base) {
    return switch (base) {
      case "mov" -> Moves::move;
      case "selp" -> Moves::select;
      case "slct" -> Moves::selectSign;
      case "setp" -> Moves::compare;
      case "set" -> Moves::compareSet;
      case "cvta" -> Moves::convertAddress;
      case "isspacep" -> Moves::isSpace;
      default -> null;
    };
  }

  private static void move(String base, Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    m.done();
    e.expect(2);
    if (e.argument(0) instanceof Syntax.Vector parts) {
      unpack(parts, t, e);
      return;
    }
    if (e.argument(1) instanceof Syntax.Vector parts) {
      pack(parts, t, e);
      return;
    }
    int d = e.destination(0, t);
    if (e.argument(1) instanceof Name name && e.names.declaration(name.text()) == null) {
      Symbol symbol = e.names.symbol(name.text());
      if (symbol instanceof Symbol.Argument a && a.memory() != null) {
        Operand address = PtxWriter.symbolAddress(a.memory(), name.offset());
        e.emit(Op.MOVE, t.type(), d, address);
        return;
      }
      if (symbol instanceof Symbol.Argument argument) {
        int offset = (int) (argument.offset() + name.offset());
        // The move defines the register; loads through it are resolved while decoding.
        e.emit(Op.MOVE, t.type(), d, Operand.immediate(offset));
        e.parameterAddresses.put(d, offset);
        return;
      }
      Special special =
          Specials.named(
              name.component().isEmpty() ? name.text() : name.text() + "." + name.component());
      if (special != null && Specials.type(special).bits() == t.bits()) {
        e.specials.fixedWidth |= Specials.fixesWidth(special);
        e.emit(InstructionBuilder.of(Op.SPECIAL, t.type()).special(special).to(d));
        return;
      }
    }
    Operand a = e.operand(1, t);
    Integer parameter = a.isRegister() ? e.parameterAddresses.get(a.register()) : null;
    e.emit(Op.MOVE, t.type(), d, a);
    if (parameter != null) {
      e.parameterAddresses.put(d, parameter);
    }
  }

  private static PtxType part(Syntax.Vector parts, PtxType whole, PtxWriter e) {
    int n = parts.elements().size();
    int bits = n == 0 ? 0 : whole.bits() / n;
    PtxType part =
        switch (bits) {
          case 8 -> PtxType.B8;
          case 16 -> PtxType.B16;
          case 32 -> PtxType.B32;
          default -> null;
        };
    if (part == null || n != 2 && n != 4) {
      throw e.error(parts, "." + whole.shown() + " does not split into " + n + " parts");
    }
    return part;
  }

  /** Decodes {@code mov.b64 {lo, hi}, a}. */
  private static void unpack(Syntax.Vector parts, PtxType whole, PtxWriter e) {
    PtxType part = part(parts, whole, e);
    Operand a = e.operand(1, whole);
    List<Argument> elements = parts.elements();
    for (int i = 0; i < elements.size(); i++) {
      int d = e.destination(elements.get(i), part, false);
      if (d < 0) {
        continue;
      }
      Operand shifted = a;
      if (i > 0) {
        int t = e.temp(whole.type());
        e.emit(Op.SHR, whole.type(), t, a, Operand.immediate((long) i * part.bits()));
        shifted = Operand.register(t);
      }
      e.convert(part.type(), whole.type(), d, shifted);
    }
  }

  /** Decodes {@code mov.b64 d, {lo, hi}}. */
  private static void pack(Syntax.Vector parts, PtxType whole, PtxWriter e) {
    PtxType part = part(parts, whole, e);
    int d = e.destination(0, whole);
    List<Argument> elements = parts.elements();
    Operand sum =
        Halves.widen(e, e.operand(elements.get(0), part, false), whole.type(), part.type());
    for (int i = 1; i < elements.size(); i++) {
      Operand next =
          Halves.widen(e, e.operand(elements.get(i), part, false), whole.type(), part.type());
      int t = i == elements.size() - 1 ? d : e.temp(whole.type());
      e.emit(
          Op.BIT_FIELD_INSERT,
          whole.type(),
          t,
          next,
          sum,
          Operand.immediate((long) i * part.bits()),
          Operand.immediate(part.bits()));
      sum = Operand.register(t);
    }
  }

  private static void select(String base, Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    m.done();
    Computation.compute(e, Op.SELECT, t, b -> {}, t, t, PtxType.PRED);
  }

  private static void selectSign(String base, Modifiers m, PtxWriter e) {
    boolean flush = m.take("ftz");
    PtxType t = m.type();
    PtxType c = m.type();
    m.done();
    Computation.compute(
        e, Op.SELECT_SIGN, t, b -> b.sourceType(c.type()).sourceSigned(true).flush(flush), t, t, c);
  }

  private record Test(Comparison comparison, BoolOp combine, boolean flush, boolean unsigned) {
    public static Test of(Modifiers m) {
      String name = m.takeOne(COMPARISON_NAMES);
      String combine = m.takeAny("and", "or", "xor");
      boolean flush = m.take("ftz");
      return new Test(
          COMPARISONS.get(name),
          combine == null ? BoolOp.NONE : BoolOp.valueOf(combine.toUpperCase(Locale.ROOT)),
          flush,
          List.of("lo", "ls", "hi", "hs").contains(name));
    }

    InstructionBuilder on(InstructionBuilder b, PtxType t) {
      return b.comparison(comparison)
          .combine(combine)
          .flush(flush)
          .sourceType(t.type())
          .signed(t.signed() && !unsigned);
    }
  }

  private static void compare(String base, Modifiers m, PtxWriter e) {
    Test test = Test.of(m);
    PtxType t = m.type();
    m.done();
    boolean combined = test.combine() != BoolOp.NONE;
    e.expect(combined ? 4 : 3);
    Operand a = e.operand(1, t);
    Operand b = e.operand(2, t);
    Operand c = combined ? e.operand(3, PtxType.PRED) : null;
    Argument first = e.argument(0);
    Argument second = null;
    if (first instanceof Syntax.Pair pair) {
      first = pair.first();
      second = pair.second();
    }
    int p = e.destination(first, PtxType.PRED, false);
    int q = second == null ? -1 : e.destination(second, PtxType.PRED, false);
    if (t == PtxType.F16X2 || t == PtxType.BF16X2) {
      single(test, t.part(), Halves.low(e, a), Halves.low(e, b), c, p, e);
      single(test, t.part(), Halves.high(e, a), Halves.high(e, b), c, q, e);
      return;
    }
    if (t.isPacked()) {
      throw e.error("'" + base + "' takes no ." + t.shown());
    }
    if (t.isBrain()) {
      a = Brains.widen(e, a);
      b = Brains.widen(e, b);
      t = PtxType.F32;
    }
    InstructionBuilder i = test.on(InstructionBuilder.of(Op.COMPARE, t.type()), t);
    i.from(combined ? List.of(a, b, c) : List.of(a, b));
    e.emit(second == null ? i.to(p) : i.to(p, q));
  }

  /** Emits a comparison of 16-bit floats into a predicate. */
  private static void single(
      Test test, PtxType type, Operand a, Operand b, Operand c, int d, PtxWriter e) {
    if (d < 0) {
      return;
    }
    PtxType t = type.isBrain() ? PtxType.F32 : type;
    Operand x = type.isBrain() ? Brains.widen(e, a) : a;
    Operand y = type.isBrain() ? Brains.widen(e, b) : b;
    InstructionBuilder i = test.on(InstructionBuilder.of(Op.COMPARE, t.type()), t);
    e.emit(i.from(c == null ? List.of(x, y) : List.of(x, y, c)).to(d));
  }

  private static void compareSet(String base, Modifiers m, PtxWriter e) {
    Test test = Test.of(m);
    PtxType d = m.type();
    PtxType t = m.type();
    m.done();
    boolean combined = test.combine() != BoolOp.NONE;
    e.expect(combined ? 4 : 3);
    if (t.isBrain() || t.isPacked() || d == PtxType.F16 || d.isBrain() || d.isPacked()) {
      compareSetNarrow(test, d, t, e);
      return;
    }
    InstructionBuilder i = test.on(InstructionBuilder.of(Op.COMPARE_SET, d.type()), t);
    Operand a = e.operand(1, t);
    Operand b = e.operand(2, t);
    i.from(combined ? List.of(a, b, e.operand(3, PtxType.PRED)) : List.of(a, b));
    e.emit(i.to(e.destination(0, d)));
  }

  /** Emits a comparison whose true result is 1.0 or all ones, by halves for packed operands. */
  private static void compareSetNarrow(Test test, PtxType d, PtxType t, PtxWriter e) {
    boolean halves = t == PtxType.F16X2 || t == PtxType.BF16X2;
    boolean fits = halves ? d == t || d.bits() == 32 && d.isInteger() : !d.isPacked();
    if (!fits || t.isPacked() && !halves) {
      throw e.error("'set' compares no ." + t.shown() + " into ." + d.shown());
    }
    boolean combined = test.combine() != BoolOp.NONE;
    PtxType result = halves ? (d == t ? d.part() : PtxType.U16) : d;
    long yes =
        switch (result) {
          case F16 -> 0x3C00;
          case BF16 -> 0x3F80;
          case F32 -> Float.floatToRawIntBits(1f);
          default -> -1;
        };
    Type held = result.bits() == 16 ? Type.I16 : result.type();
    PtxType[] sources = new PtxType[combined ? 3 : 2];
    java.util.Arrays.fill(sources, t);
    if (combined) {
      sources[2] = PtxType.PRED;
    }
    List<Operand> operands = new java.util.ArrayList<>();
    e.expect(sources.length + 1);
    for (int k = 0; k < sources.length; k++) {
      operands.add(e.operand(k + 1, sources[k]));
    }
    Operand c = combined ? operands.get(2) : null;
    Packed.Piece piece =
        (type, from, to) -> {
          int p = e.temp(Type.I1);
          single(test, type, from.get(0), from.get(1), c, p, e);
          e.emit(
              Op.SELECT,
              held,
              to,
              Operand.immediate(yes),
              Operand.immediate(0),
              Operand.register(p));
        };
    int to = e.destination(0, halves ? t : d);
    if (halves) {
      Packed.halves(e, t.part(), operands.subList(0, 2), to, piece);
    } else {
      piece.emit(t, operands, to);
    }
  }

  /** Converts to or from generic addresses, where local and private memory have windows. */
  private static void convertAddress(String base, Modifiers m, PtxWriter e) {
    boolean to = m.take("to");
    String space =
        m.takeOne("global", "shared", "shared::cta", "local", "const", "param", "param::entry");
    PtxType t = m.type();
    m.done();
    e.expect(2);
    if (space.startsWith("param") && e.argument(1) instanceof Name name && e.register(name) < 0) {
      throw e.error(name, "expected a register that holds the parameter's address");
    }
    Operand a = e.operand(1, t);
    int d = e.destination(0, t);
    if (t.bits() != e.addressBits || !t.isInteger()) {
      throw e.error("addresses have " + e.addressBits + " bits, found ." + t.shown());
    }
    boolean local = space.startsWith("shared");
    // A parameter whose address is taken has a copy in private memory.
    if (local || space.equals("local") || space.startsWith("param")) {
      Operand window = Operand.immediate(window(local, e));
      e.emit(to ? Op.SUB : Op.ADD, t.type(), d, a, window);
    } else {
      e.emit(Op.MOVE, t.type(), d, a);
    }
  }

  private static void isSpace(String base, Modifiers m, PtxWriter e) {
    String space = m.takeOne("global", "shared", "shared::cta", "local", "const");
    m.done();
    e.expect(2);
    if (space.equals("const")) {
      throw e.unsupported("constant and global memory share their generic addresses");
    }
    PtxType t = e.addressBits == 64 ? PtxType.U64 : PtxType.U32;
    Operand a = e.operand(1, t);
    int d = e.destination(0, PtxType.PRED);
    // Global memory lies below the windows of private and of work-group memory, whose order depends
    // on the address width.
    Operand low = Operand.immediate(window(space.startsWith("shared"), e));
    Operand high = Operand.immediate(window(true, e));
    Operand hidden = Operand.immediate(window(false, e));
    boolean swapped = Long.compareUnsigned(hidden.bits(), high.bits()) > 0;
    InstructionBuilder test = InstructionBuilder.of(Op.COMPARE, t.type());
    if (space.equals("global")) {
      e.emit(test.comparison(Comparison.LT).from(a, swapped ? high : hidden).to(d));
      return;
    }
    boolean highest = space.equals("local") == swapped;
    if (highest) {
      e.emit(test.comparison(Comparison.GE).from(a, low).to(d));
      return;
    }
    int above = e.temp(Type.I1);
    e.emit(test.comparison(Comparison.GE).from(a, low).to(above));
    e.emit(
        InstructionBuilder.of(Op.COMPARE, t.type())
            .comparison(Comparison.LT)
            .combine(BoolOp.AND)
            .from(a, swapped ? hidden : high, Operand.register(above))
            .to(d));
  }

  public static long window(boolean local, PtxWriter e) {
    return Address.window(local, e.addressBits);
  }
}
