// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.statement.ProgramSyntax.Function;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Operand;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Lowers structured control flow to blocks; calls are inlined. */
public final class Constructs {
  /** Maximum nesting depth, to bound the recursion. */
  private static final int MAX_DEPTH = 64;

  private enum Shape {
    IF,
    LOOP,
    SWITCH
  }

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

  private final IlWriter e;
  private final Sources sources;
  private final ProgramSyntax.Program program;
  private final Deque<Function> calls = new ArrayDeque<>();
  private Deque<Construct> open = new ArrayDeque<>();

  /** The block that a return branches to, in the kernel or in the current function. */
  private Draft returnTo = new Draft();

  private boolean returned;

  /** The block that discarded pixels branch to. */
  private final Draft discarded = new Draft();

  private boolean discards;
  private Consumer<Statement> lower;

  Constructs(IlWriter e, Sources sources, ProgramSyntax.Program program) {
    this.e = e;
    this.sources = sources;
    this.program = program;
  }

  /** Lowers the statements of a body. A construct that starts in the body must also end in it. */
  private void body(List<Statement> statements) {
    Deque<Construct> outer = open;
    open = new ArrayDeque<>();
    for (Statement s : statements) {
      e.begin(s);
      if (!s.operation().name().startsWith("dcl_")) {
        lower.accept(s);
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
      throw e.error(at.at(), "'" + at.at().text() + "' has no '" + end + "'");
    }
    open = outer;
  }

  /** Lowers the program: {@code lower} decodes statements, {@code results} emits outputs. */
  public void run(Consumer<Statement> lower, Runnable results) {
    this.lower = lower;
    body(program.statements());
    e.begin(null);
    e.open(returnTo);
    results.run();
    e.emit(InstructionBuilder.of(Op.EXIT, Type.I1));
    e.close();
    if (discards) {
      e.open(discarded);
      e.emit(InstructionBuilder.of(Op.EXIT, Type.I1));
      e.close();
    }
  }

  public Draft returnTo() {
    returned = true;
    return returnTo;
  }

  private void push(Shape shape, Statement s) {
    if (open.size() >= MAX_DEPTH) {
      throw e.error("constructs nest deeper than " + MAX_DEPTH);
    }
    open.push(new Construct(shape, s));
  }

  private Construct top(Statement s, Shape shape, String begin) {
    Construct top = open.peek();
    if (top == null || top.shape != shape) {
      throw e.error(
          s.at(),
          "'%s' without '%s'%s"
              .formatted(
                  s.at().text(),
                  begin,
                  top == null
                      ? ""
                      : "; '"
                          + top.at.at().text()
                          + "' of line "
                          + top.at.at().line()
                          + " is open"));
    }
    return top;
  }

  public void jump(int predicate, Draft to) {
    Draft next = new Draft();
    e.branch(predicate, next, to);
    e.open(next);
  }

  public void branch(Statement s, int predicate) {
    push(Shape.IF, s);
    Construct k = open.peek();
    e.branch(predicate, k.otherwise, k.head);
    e.open(k.head);
  }

  public void otherwise(Statement s) {
    new StatementFields(e, s).done();
    Construct k = top(s, Shape.IF, "if");
    if (k.hasElse) {
      throw e.error(s.at(), "a second 'else' for the 'if' of line " + k.at.at().line());
    }
    k.hasElse = true;
    e.close(k.exit);
    e.open(k.otherwise);
  }

  public void endif(Statement s) {
    new StatementFields(e, s).done();
    Construct k = top(s, Shape.IF, "if");
    open.pop();
    e.open(k.hasElse ? k.exit : k.otherwise);
  }

  public void loop(Statement s) {
    new StatementFields(e, s).done();
    push(Shape.LOOP, s);
    e.open(open.peek().head);
  }

  public void endloop(Statement s) {
    new StatementFields(e, s).done();
    Construct k = top(s, Shape.LOOP, "whileloop");
    open.pop();
    e.close(k.head);
    e.open(k.exit);
  }

  public Draft breakTo(Statement s) {
    for (Construct k : open) {
      if (k.shape != Shape.IF) {
        return k.exit;
      }
    }
    throw e.error(s.at(), "'" + s.at().text() + "' outside a loop");
  }

  public Draft continueTo(Statement s) {
    for (Construct k : open) {
      if (k.shape == Shape.LOOP) {
        return k.head;
      }
    }
    throw e.error(s.at(), "'" + s.at().text() + "' outside a loop");
  }

  public void select(Statement s) {
    new StatementFields(e, s).done();
    io.lockstep.kernel.ir.Operand value = sources.first(s.operands().get(0), Kind.INTEGER);
    push(Shape.SWITCH, s);
    Construct k = open.peek();
    k.selector = value;
    e.close(k.head);
  }

  public void label(Statement s, boolean valued) {
    new StatementFields(e, s).done();
    Construct k = top(s, Shape.SWITCH, "switch");
    Draft d = new Draft();
    if (valued) {
      Operand o = s.operands().get(0);
      if (!(o instanceof ProgramSyntax.Literal l) || l.floating()) {
        throw e.error(o.at(), "expected a whole number, found " + o.shown());
      }
      if (k.values.contains(l.bits())) {
        throw e.error(o.at(), "case " + l.value() + " occurs twice");
      }
      k.values.add(l.bits());
      k.cases.add(d);
    } else {
      if (k.byDefault != null) {
        throw e.error(s.at(), "a second 'default'");
      }
      k.byDefault = d;
    }
    e.open(d);
  }

  /** Emits the comparisons at the start of the switch, now that the cases are known. */
  public void endswitch(Statement s) {
    new StatementFields(e, s).done();
    Construct k = top(s, Shape.SWITCH, "switch");
    open.pop();
    e.close(k.exit);
    e.open(k.head);
    e.begin(k.at);
    for (int n = 0; n < k.values.size(); n++) {
      int p = e.temp(Type.I1);
      e.emit(
          InstructionBuilder.of(Op.COMPARE, Type.I32)
              .comparison(Comparison.EQ)
              .to(p)
              .from(
                  k.selector,
                  io.lockstep.kernel.ir.Operand.immediate(k.values.get(n) & 0xFFFFFFFFL)));
      jump(p, k.cases.get(n));
    }
    e.close(k.byDefault == null ? k.exit : k.byDefault);
    e.open(k.exit);
  }

  public void call(Statement s, Operand number) {
    new StatementFields(e, s).done();
    int n = NumberLiterals.label(e.source, number);
    Function f = program.functions().get(n);
    if (f == null) {
      throw e.error(
          number.at(),
          "no function "
              + n
              + (program.functions().isEmpty()
                  ? "; there is none"
                  : "; defined: " + program.functions().keySet()));
    }
    if (calls.contains(f)) {
      throw e.error(s.at(), "function " + n + " calls itself; recursion is not supported");
    }
    if (calls.size() >= MAX_DEPTH) {
      throw e.error(s.at(), "calls nest deeper than " + MAX_DEPTH);
    }
    Draft outer = returnTo;
    boolean outerReturned = returned;
    returnTo = new Draft();
    returned = false;
    calls.push(f);
    body(withoutFinalReturn(f.statements()));
    calls.pop();
    if (returned) { // without an early return, the caller's block continues
      e.open(returnTo);
    }
    returnTo = outer;
    returned = outerReturned;
  }

  private static List<Statement> withoutFinalReturn(List<Statement> body) {
    int last = body.size() - 1;
    boolean returns = last >= 0 && body.get(last).operation().name().matches("ret|ret_dyn");
    return returns ? body.subList(0, last) : body;
  }

  public void discard(Statement s, int predicate) {
    if (!program.pixel()) {
      throw e.error(s.at(), "'" + s.operation().name() + "' is for il_ps, this is il_cs");
    }
    discards = true;
    jump(predicate, discarded);
  }
}
