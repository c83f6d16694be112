package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.Syntax.Argument;
import io.lockstep.frontend.ptx.Syntax.Name;
import io.lockstep.trace.ir.Address;
import io.lockstep.trace.ir.BoolOp;
import io.lockstep.trace.ir.Comparison;
import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.Op;
import io.lockstep.trace.ir.Operand;
import io.lockstep.trace.ir.Rounding;
import io.lockstep.trace.ir.Special;
import io.lockstep.trace.ir.Type;
import java.util.List;
import java.util.Map;

/** Moves, selections, comparisons, conversions and address conversions. Stateless. */
final class Moves {
  private static final Map<String, Comparison> COMPARISONS =
      Map.ofEntries(
          Map.entry("eq", Comparison.EQ),
          Map.entry("ne", Comparison.NE),
          Map.entry("lt", Comparison.LT),
          Map.entry("le", Comparison.LE),
          Map.entry("gt", Comparison.GT),
          Map.entry("ge", Comparison.GE),
          Map.entry("lo", Comparison.LT),
          Map.entry("ls", Comparison.LE),
          Map.entry("hi", Comparison.GT),
          Map.entry("hs", Comparison.GE),
          Map.entry("equ", Comparison.EQU),
          Map.entry("neu", Comparison.NEU),
          Map.entry("ltu", Comparison.LTU),
          Map.entry("leu", Comparison.LEU),
          Map.entry("gtu", Comparison.GTU),
          Map.entry("geu", Comparison.GEU),
          Map.entry("num", Comparison.NUM),
          Map.entry("nan", Comparison.NAN));
  private static final String[] COMPARISON_NAMES =
      COMPARISONS.keySet().stream().sorted().toArray(String[]::new);

  private Moves() {}

  static void register(Map<String, Decoder> table) {
    table.put("mov", Moves::move);
    table.put("selp", Moves::select);
    table.put("slct", Moves::selectSign);
    table.put("setp", Moves::compare);
    table.put("set", Moves::compareSet);
    table.put("cvt", Moves::convert);
    table.put("cvta", Moves::convertAddress);
    table.put("isspacep", Moves::isSpace);
  }

  private static void move(String base, Modifiers m, Emitter e) {
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
      if (e.names.symbol(name.text()) instanceof Symbol.Argument argument) {
        int offset = (int) (argument.offset() + name.offset());
        // The move keeps the register defined; loads through it are resolved while decoding.
        e.emit(Instruction.of(Op.MOVE, t.type()).from(Operand.immediate(offset)).to(d));
        e.parameterAddresses.put(d, offset);
        return;
      }
      Special special =
          Specials.named(
              name.component().isEmpty() ? name.text() : name.text() + "." + name.component());
      if (special != null && Specials.type(special).bits() == t.bits()) {
        e.fixedWidth |= Specials.fixesWidth(special);
        e.emit(Instruction.of(Op.SPECIAL, t.type()).special(special).to(d));
        return;
      }
    }
    Operand a = e.operand(1, t);
    Integer parameter = a.isRegister() ? e.parameterAddresses.get(a.register()) : null;
    e.emit(Instruction.of(Op.MOVE, t.type()).from(a).to(d));
    if (parameter != null) {
      e.parameterAddresses.put(d, parameter);
    }
  }

  private static PtxType part(Syntax.Vector parts, PtxType whole, Emitter e) {
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

  /** {@code mov.b64 {lo, hi}, a}. */
  private static void unpack(Syntax.Vector parts, PtxType whole, Emitter e) {
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
        e.emit(
            Instruction.of(Op.SHR, whole.type())
                .from(a, Operand.immediate((long) i * part.bits()))
                .to(t));
        shifted = Operand.register(t);
      }
      e.emit(Instruction.of(Op.CONVERT, part.type()).sourceType(whole.type()).from(shifted).to(d));
    }
  }

  /** {@code mov.b64 d, {lo, hi}}. */
  private static void pack(Syntax.Vector parts, PtxType whole, Emitter e) {
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
          Instruction.of(Op.BIT_FIELD_INSERT, whole.type())
              .from(
                  next,
                  sum,
                  Operand.immediate((long) i * part.bits()),
                  Operand.immediate(part.bits()))
              .to(t));
      sum = Operand.register(t);
    }
  }

  private static void select(String base, Modifiers m, Emitter e) {
    PtxType t = m.type();
    m.done();
    Arithmetic.compute(e, Op.SELECT, t, b -> {}, t, t, PtxType.PRED);
  }

  private static void selectSign(String base, Modifiers m, Emitter e) {
    boolean flush = m.take("ftz");
    PtxType t = m.type();
    PtxType c = m.type();
    m.done();
    Arithmetic.compute(
        e, Op.SELECT_SIGN, t, b -> b.sourceType(c.type()).sourceSigned(true).flush(flush), t, t, c);
  }

  private record Test(Comparison comparison, BoolOp combine, boolean flush, boolean unsigned) {
    static Test of(Modifiers m) {
      String name = m.takeOne(COMPARISON_NAMES);
      String combine = m.takeAny("and", "or", "xor");
      boolean flush = m.take("ftz");
      return new Test(
          COMPARISONS.get(name),
          combine == null
              ? BoolOp.NONE
              : BoolOp.valueOf(combine.toUpperCase(java.util.Locale.ROOT)),
          flush,
          List.of("lo", "ls", "hi", "hs").contains(name));
    }

    Instruction.Builder on(Instruction.Builder b, PtxType t) {
      return b.comparison(comparison)
          .combine(combine)
          .flush(flush)
          .sourceType(t.type())
          .signed(t.signed() && !unsigned);
    }
  }

  private static void compare(String base, Modifiers m, Emitter e) {
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
    if (t == PtxType.F16X2) {
      compareHalf(test, Halves.low(e, a), Halves.low(e, b), c, p, e);
      compareHalf(test, Halves.high(e, a), Halves.high(e, b), c, q, e);
      return;
    }
    Instruction.Builder i = test.on(Instruction.of(Op.COMPARE, t.type()), t);
    i.from(combined ? List.of(a, b, c) : List.of(a, b));
    e.emit(second == null ? i.to(p) : i.to(p, q));
  }

  private static void compareHalf(Test test, Operand a, Operand b, Operand c, int d, Emitter e) {
    if (d >= 0) {
      Instruction.Builder i = test.on(Instruction.of(Op.COMPARE, Type.F16), PtxType.F16);
      e.emit(i.from(c == null ? List.of(a, b) : List.of(a, b, c)).to(d));
    }
  }

  private static void compareSet(String base, Modifiers m, Emitter e) {
    Test test = Test.of(m);
    PtxType d = m.type();
    PtxType t = m.type();
    m.done();
    if (d == PtxType.F16X2 || t == PtxType.F16X2) {
      throw e.unsupported("comparison of packed halves into a register");
    }
    boolean combined = test.combine() != BoolOp.NONE;
    e.expect(combined ? 4 : 3);
    Instruction.Builder i = test.on(Instruction.of(Op.COMPARE_SET, d.type()), t);
    Operand a = e.operand(1, t);
    Operand b = e.operand(2, t);
    i.from(combined ? List.of(a, b, e.operand(3, PtxType.PRED)) : List.of(a, b));
    e.emit(i.to(e.destination(0, d)));
  }

  private static void convert(String base, Modifiers m, Emitter e) {
    if (m.take("pack")) {
      throw e.unsupported("packing conversions");
    }
    String integral = m.takeAny("rni", "rzi", "rmi", "rpi");
    Rounding rounding =
        integral == null
            ? m.rounding()
            : switch (integral) {
              case "rni" -> Rounding.NEAREST_EVEN;
              case "rzi" -> Rounding.ZERO;
              case "rmi" -> Rounding.DOWN;
              default -> Rounding.UP;
            };
    boolean flush = m.take("ftz");
    boolean saturate = m.take("sat");
    if (m.take("relu") || m.take("satfinite")) {
      throw e.unsupported("conversion with .relu or .satfinite");
    }
    PtxType d = m.type();
    PtxType s = m.type();
    m.done();
    if (d == PtxType.F16X2) {
      packHalves(rounding, flush, s, e);
      return;
    }
    e.expect(2);
    if (s == PtxType.F16X2 || d == PtxType.PRED || s == PtxType.PRED) {
      throw e.error("no conversion from ." + s.shown() + " to ." + d.shown());
    }
    Operand a = e.operand(e.argument(1), s, true);
    int to = e.destination(e.argument(0), d, !d.isFloat());
    if (to < 0) {
      throw e.error(e.argument(0), "'cvt' cannot drop its result");
    }
    Type held = e.builder.typeOf(to);
    Instruction.Builder i =
        Instruction.of(Op.CONVERT, d.type())
            .sourceType(s.type())
            .signed(d.signed())
            .sourceSigned(s.signed())
            .rounding(rounding)
            .roundToIntegral(integral != null && d.isFloat())
            .flush(flush)
            .saturate(saturate)
            .from(a);
    if (held.bits() == d.bits()) {
      e.emit(i.to(to));
      return;
    }
    // The result is narrower than its register: convert, then extend by the result's own sign.
    Operand narrow = a;
    if (s.isFloat() || saturate || s.bits() < d.bits()) {
      int t = e.temp(d.type());
      e.emit(i.to(t));
      narrow = Operand.register(t);
    }
    e.emit(
        Instruction.of(Op.CONVERT, integer(held))
            .sourceType(d.type())
            .signed(d.signed())
            .sourceSigned(d.signed())
            .from(narrow)
            .to(to));
  }

  private static Type integer(Type held) {
    return switch (held.bits()) {
      case 16 -> Type.I16;
      case 32 -> Type.I32;
      default -> Type.I64;
    };
  }

  /** {@code cvt.rn.f16x2.f32 d, a, b}: a is the upper half. */
  private static void packHalves(Rounding rounding, boolean flush, PtxType s, Emitter e) {
    e.expect(3);
    int[] halves = new int[2];
    for (int k = 0; k < 2; k++) {
      halves[k] = e.temp(Type.I16);
      e.emit(
          Instruction.of(Op.CONVERT, Type.F16)
              .sourceType(s.type())
              .rounding(rounding)
              .flush(flush)
              .from(e.operand(2 - k, s))
              .to(halves[k]));
    }
    Halves.pack(e, e.destination(0, PtxType.F16X2), halves[0], halves[1]);
  }

  /** Generic addresses: local and private memory have windows, global memory is its own. */
  private static void convertAddress(String base, Modifiers m, Emitter e) {
    boolean to = m.take("to");
    String space = m.takeOne("global", "shared", "shared::cta", "local", "const", "param");
    PtxType t = m.type();
    m.done();
    e.expect(2);
    if (space.equals("param")) {
      throw e.unsupported("generic addresses of parameters");
    }
    Operand a = e.operand(1, t);
    int d = e.destination(0, t);
    if (t.bits() != e.addressBits || !t.isInteger()) {
      throw e.error("addresses have " + e.addressBits + " bits, found ." + t.shown());
    }
    boolean local = space.startsWith("shared");
    if (local || space.equals("local")) {
      Operand window = Operand.immediate(window(local, e));
      e.emit(Instruction.of(to ? Op.SUB : Op.ADD, t.type()).from(a, window).to(d));
    } else {
      e.emit(Instruction.of(Op.MOVE, t.type()).from(a).to(d));
    }
  }

  private static void isSpace(String base, Modifiers m, Emitter e) {
    String space = m.takeOne("global", "shared", "shared::cta", "local", "const");
    m.done();
    e.expect(2);
    if (space.equals("const")) {
      throw e.unsupported("constant and global memory share their generic addresses");
    }
    PtxType t = e.addressBits == 64 ? PtxType.U64 : PtxType.U32;
    Operand a = e.operand(1, t);
    int d = e.destination(0, PtxType.PRED);
    // From below: global memory, then the windows of private and of work-group memory.
    Operand low = Operand.immediate(window(space.startsWith("shared"), e));
    Operand high = Operand.immediate(window(true, e));
    Operand hidden = Operand.immediate(window(false, e));
    boolean swapped = Long.compareUnsigned(hidden.bits(), high.bits()) > 0;
    Instruction.Builder test = Instruction.of(Op.COMPARE, t.type());
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
        Instruction.of(Op.COMPARE, t.type())
            .comparison(Comparison.LT)
            .combine(BoolOp.AND)
            .from(a, swapped ? hidden : high, Operand.register(above))
            .to(d));
  }

  /** Where work-group or private memory lies in the generic space. */
  static long window(boolean local, Emitter e) {
    if (e.addressBits == 32) {
      return (int) (local ? Address.LOCAL_WINDOW_32 : Address.PRIVATE_WINDOW_32);
    }
    return (local ? Address.LOCAL_WINDOW : Address.PRIVATE_WINDOW) << Address.OFFSET_BITS;
  }
}
