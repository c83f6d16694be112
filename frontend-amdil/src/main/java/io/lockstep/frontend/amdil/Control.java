package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.Syntax.Function;
import io.lockstep.frontend.amdil.Syntax.Operand;
import io.lockstep.frontend.amdil.Syntax.Statement;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Structured control flow into blocks; calls are inlined. Used by one thread. */
final class Control {
  /** Deeper than any text nests or calls; bounds the recursion. */
  private static final int MAX_DEPTH = 64;

  private enum Shape {
    IF,
    LOOP,
    SWITCH
  }

  /** An open construct. */
  private static final class Construct {
    final Shape shape;
    final Statement at;
    final Draft head = new Draft();
    final Draft exit = new Draft();
    Draft otherwise = new Draft();
    boolean hasElse;
    io.lockstep.kernel.ir.Operand selector;
    final List<Integer> values = new ArrayList<>();
    final List<Draft> cases = new ArrayList<>();
    Draft byDefault;

    Construct(Shape shape, Statement at) {
      this.shape = shape;
      this.at = at;
    }
  }

  private final Statements c;
  private final Syntax.Program program;
  private final Deque<Function> calls = new ArrayDeque<>();
  private Deque<Construct> open = new ArrayDeque<>();

  /** Where the kernel, or the function at hand, returns to. */
  private Draft returnTo = new Draft();

  /** Where discarded pixels end. */
  private final Draft discarded = new Draft();

  private boolean discards;

  Control(Statements c, Syntax.Program program) {
    this.c = c;
    this.program = program;
  }

  static void register(Operations t) {
    t.family("Control flow");
    conditional(
        t,
        "if",
        "the statements up to else or endif run where the condition holds",
        Control::branch);
    t.add("ifc", 2, "if by _relop(eq, ne, lt, le, gt, ge) of two floats", relop(Control::branch));
    t.add(
        "else",
        0,
        "the statements up to endif run where the condition does not hold",
        (c, s) -> c.control.otherwise(s));
    t.add("endif", 0, "ends if", (c, s) -> c.control.endif(s));
    t.add(
        "whileloop", 0, "endless loop up to endloop; break leaves it", (c, s) -> c.control.loop(s));
    t.add("endloop", 0, "ends whileloop", (c, s) -> c.control.endloop(s));
    t.add(
        "break",
        0,
        "leaves the innermost loop or switch",
        (c, s) -> c.e.close(c.control.breakTo(s)));
    conditional(
        t, "break", "break where the condition holds", (k, s, p) -> k.jump(p, k.breakTo(s)));
    t.add(
        "breakc",
        2,
        "break by _relop(…) of two floats",
        relop((k, s, p) -> k.jump(p, k.breakTo(s))));
    t.add(
        "continue",
        0,
        "goes on with the innermost loop's beginning",
        (c, s) -> c.e.close(c.control.continueTo(s)));
    conditional(
        t,
        "continue",
        "continue where the condition holds",
        (k, s, p) -> k.jump(p, k.continueTo(s)));
    t.add(
        "continuec",
        2,
        "continue by _relop(…) of two floats",
        relop((k, s, p) -> k.jump(p, k.continueTo(s))));
    t.add("switch", 1, "goes to the case of a value", (c, s) -> c.control.select(s));
    t.add("case", 1, "a value's statements; falls through", (c, s) -> c.control.label(s, true));
    t.add("default", 0, "statements of all other values", (c, s) -> c.control.label(s, false));
    t.add("endswitch", 0, "ends switch", (c, s) -> c.control.endswitch(s));
    t.add("call", 1, "runs a function (inlined)", (c, s) -> c.control.call(s, s.operands().get(0)));
    t.add("func", 1, "begins a function; stands after endmain", Control::structure);
    t.add("endfunc", 0, "ends a function", Control::structure);
    t.add("ret", 0, "leaves the function or the kernel", (c, s) -> c.e.close(c.control.returnTo));
    t.add("ret_dyn", 0, "as ret", (c, s) -> c.e.close(c.control.returnTo));
    conditional(t, "ret", "ret where the condition holds", (k, s, p) -> k.jump(p, k.returnTo));
    conditional(
        t,
        "discard",
        "il_ps: ends the pixel without a result where the condition holds",
        Control::discard);
    t.add("endmain", 0, "ends the main program", Control::structure);
    t.add("end", 0, "ends the text", Control::structure);
    t.add("nop", 0, "nothing", (c, s) -> {});
  }

  /** The parser has taken these apart. */
  private static void structure(Statements c, Statement s) {
    throw new IllegalStateException(s.operation().name());
  }

  private interface Conditional {
    void decode(Control control, Statement s, int predicate);
  }

  /** The forms _logicalnz (the condition has a bit set) and _logicalz (it has none). */
  private static void conditional(Operations t, String name, String meaning, Conditional f) {
    for (boolean zero : new boolean[] {false, true}) {
      t.add(
          name + (zero ? "_logicalz" : "_logicalnz"),
          1,
          meaning + (zero ? " (is 0)" : " (has a bit set)"),
          (c, s) -> {
            new Fields(c.e, s).done();
            int p = c.e.predicate();
            c.e.emit(
                Instruction.of(Op.COMPARE, Type.I32)
                    .comparison(zero ? Comparison.EQ : Comparison.NE)
                    .to(p)
                    .from(
                        c.sources.first(s.operands().get(0), Kind.INTEGER),
                        io.lockstep.kernel.ir.Operand.immediate(0)));
            f.decode(c.control, s, p);
          });
    }
  }

  private static Operation.Decoder relop(Conditional f) {
    return (c, s) -> {
      Fields fields = new Fields(c.e, s);
      Syntax.Field field = fields.find("relop");
      if (field == null) {
        throw c.e.error("'" + s.operation().name() + "' needs '_relop(eq|ne|lt|le|gt|ge)'");
      }
      Comparison comparison =
          switch (String.join(",", field.arguments())) {
            case "eq" -> Comparison.EQ;
            case "ne" -> Comparison.NEU;
            case "lt" -> Comparison.LT;
            case "le" -> Comparison.LE;
            case "gt" -> Comparison.GT;
            case "ge" -> Comparison.GE;
            default ->
                throw c.e.error(
                    field.at(), "unknown '" + field.shown() + "'; valid: eq, ne, lt, le, gt, ge");
          };
      fields.done();
      int p = c.e.predicate();
      c.e.emit(
          Instruction.of(Op.COMPARE, Type.F32)
              .comparison(comparison)
              .to(p)
              .from(
                  c.sources.first(s.operands().get(0), Kind.FLOAT),
                  c.sources.first(s.operands().get(1), Kind.FLOAT)));
      f.decode(c.control, s, p);
    };
  }

  // The program.

  /** Lowers the statements of a body; its constructs must end in it. */
  void body(List<Statement> statements) {
    Deque<Construct> outer = open;
    open = new ArrayDeque<>();
    for (Statement s : statements) {
      c.e.begin(s);
      if (!s.operation().name().startsWith("dcl_")) {
        s.operation().decoder().decode(c, s);
      }
    }
    if (!open.isEmpty()) {
      Statement at = open.peek().at;
      String end =
          switch (open.peek().shape) {
            case IF -> "endif";
            case LOOP -> "endloop";
            case SWITCH -> "endswitch";
          };
      throw c.e.error(at.at(), "'" + at.at().text() + "' has no '" + end + "'");
    }
    open = outer;
  }

  /** The whole kernel; what a pixel writes comes last. */
  void run(Runnable results) {
    body(program.statements());
    c.e.begin(null);
    c.e.open(returnTo);
    results.run();
    c.e.emit(Instruction.of(Op.EXIT, Type.I1));
    c.e.close();
    if (discards) {
      c.e.open(discarded);
      c.e.emit(Instruction.of(Op.EXIT, Type.I1));
      c.e.close();
    }
  }

  private void push(Shape shape, Statement s) {
    if (open.size() >= MAX_DEPTH) {
      throw c.e.error("constructs nest deeper than " + MAX_DEPTH);
    }
    open.push(new Construct(shape, s));
  }

  private Construct top(Statement s, Shape shape, String begin) {
    Construct top = open.peek();
    if (top == null || top.shape != shape) {
      throw c.e.error(
          s.at(),
          "'"
              + s.at().text()
              + "' without '"
              + begin
              + "'"
              + (top == null
                  ? ""
                  : "; '" + top.at.at().text() + "' of line " + top.at.at().line() + " is open"));
    }
    return top;
  }

  /** Leaves for another block where a predicate holds. */
  private void jump(int predicate, Draft to) {
    Draft next = new Draft();
    c.e.branch(predicate, next, to);
    c.e.open(next);
  }

  private void branch(Statement s, int predicate) {
    push(Shape.IF, s);
    Construct k = open.peek();
    c.e.branch(predicate, k.otherwise, k.head);
    c.e.open(k.head);
  }

  private void otherwise(Statement s) {
    new Fields(c.e, s).done();
    Construct k = top(s, Shape.IF, "if");
    if (k.hasElse) {
      throw c.e.error(s.at(), "a second 'else' for the 'if' of line " + k.at.at().line());
    }
    k.hasElse = true;
    c.e.close(k.exit);
    c.e.open(k.otherwise);
  }

  private void endif(Statement s) {
    new Fields(c.e, s).done();
    Construct k = top(s, Shape.IF, "if");
    open.pop();
    c.e.open(k.hasElse ? k.exit : k.otherwise);
  }

  private void loop(Statement s) {
    new Fields(c.e, s).done();
    push(Shape.LOOP, s);
    c.e.open(open.peek().head);
  }

  private void endloop(Statement s) {
    new Fields(c.e, s).done();
    Construct k = top(s, Shape.LOOP, "whileloop");
    open.pop();
    c.e.close(k.head);
    c.e.open(k.exit);
  }

  private Draft breakTo(Statement s) {
    for (Construct k : open) {
      if (k.shape != Shape.IF) {
        return k.exit;
      }
    }
    throw c.e.error(s.at(), "'" + s.at().text() + "' outside a loop");
  }

  private Draft continueTo(Statement s) {
    for (Construct k : open) {
      if (k.shape == Shape.LOOP) {
        return k.head;
      }
    }
    throw c.e.error(s.at(), "'" + s.at().text() + "' outside a loop");
  }

  private void select(Statement s) {
    new Fields(c.e, s).done();
    io.lockstep.kernel.ir.Operand value = c.sources.first(s.operands().get(0), Kind.INTEGER);
    push(Shape.SWITCH, s);
    Construct k = open.peek();
    k.selector = value;
    c.e.close(k.head);
  }

  private void label(Statement s, boolean valued) {
    new Fields(c.e, s).done();
    Construct k = top(s, Shape.SWITCH, "switch");
    Draft d = new Draft();
    if (valued) {
      Operand o = s.operands().get(0);
      if (!(o instanceof Syntax.Literal l) || l.floating()) {
        throw c.e.error(o.at(), "expected a whole number, found " + o.shown());
      }
      if (k.values.contains(l.bits())) {
        throw c.e.error(o.at(), "case " + l.value() + " occurs twice");
      }
      k.values.add(l.bits());
      k.cases.add(d);
    } else {
      if (k.byDefault != null) {
        throw c.e.error(s.at(), "a second 'default'");
      }
      k.byDefault = d;
    }
    c.e.open(d);
  }

  /** The comparisons stand where the switch began; their blocks come here. */
  private void endswitch(Statement s) {
    new Fields(c.e, s).done();
    Construct k = top(s, Shape.SWITCH, "switch");
    open.pop();
    c.e.close(k.exit);
    c.e.open(k.head);
    c.e.begin(k.at);
    for (int n = 0; n < k.values.size(); n++) {
      int p = c.e.predicate();
      c.e.emit(
          Instruction.of(Op.COMPARE, Type.I32)
              .comparison(Comparison.EQ)
              .to(p)
              .from(
                  k.selector,
                  io.lockstep.kernel.ir.Operand.immediate(k.values.get(n) & 0xFFFFFFFFL)));
      jump(p, k.cases.get(n));
    }
    c.e.close(k.byDefault == null ? k.exit : k.byDefault);
    c.e.open(k.exit);
  }

  private void call(Statement s, Operand number) {
    new Fields(c.e, s).done();
    int n = Literals.label(c.e.source, number);
    Function f = program.functions().get(n);
    if (f == null) {
      throw c.e.error(
          number.at(),
          "no function "
              + n
              + (program.functions().isEmpty()
                  ? "; there is none"
                  : "; defined: " + program.functions().keySet()));
    }
    if (calls.contains(f)) {
      throw c.e.error(s.at(), "function " + n + " calls itself; recursion is not supported");
    }
    if (calls.size() >= MAX_DEPTH) {
      throw c.e.error(s.at(), "calls nest deeper than " + MAX_DEPTH);
    }
    Draft outer = returnTo;
    returnTo = new Draft();
    calls.push(f);
    body(f.statements());
    calls.pop();
    c.e.open(returnTo);
    returnTo = outer;
  }

  private void discard(Statement s, int predicate) {
    if (!c.pixel) {
      throw c.e.error(s.at(), "'" + s.operation().name() + "' is for il_ps, this is il_cs");
    }
    discards = true;
    jump(predicate, discarded);
  }
}
