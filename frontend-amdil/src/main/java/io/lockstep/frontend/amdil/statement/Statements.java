// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.statement.Destinations.Target;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;

/**
 * The context of decoders: operands, destinations, and the two forms of operations, componentwise
 * and with one value for all components.
 *
 * <p>The scalar parts of a vector operation share a number ({@link Instruction#vectorGroup()}), so
 * that a VLIW device may issue them together. All sources are read before anything is written.
 */
public final class Statements {
  public interface Component {
    void emit(IlWriter e, int to, Operand[] from);
  }

  public interface Value {
    Operand emit(Operand[][] from);
  }

  /** Modification of a float result: a factor, then clamping to [0, 1]. */
  private record Result(float scale, boolean saturate) {
    boolean isPlain() {
      return scale == 1 && !saturate;
    }
  }

  public final IlWriter e;
  public final BoundResources resources;
  public final Sources sources;
  public final Destinations targets;
  public final Constructs constructs;
  public final boolean pixel;

  public Statements(IlWriter e, ProgramSyntax.Program program) {
    this.e = e;
    pixel = program.pixel();
    resources = new BoundResources(e);
    sources = new Sources(e, resources, new InputRegisters(e, resources, pixel));
    targets = new Destinations(e, resources, sources);
    constructs = new Constructs(e, sources, program);
  }

  /** Emits a componentwise operation; {@code kinds} are the kinds of its sources. */
  public void vector(Statement s, StatementFields fields, Kind result, Component f, Kind... kinds) {
    Result after = result(fields, result);
    fields.done();
    Target t = targets.target(s.operands().get(0));
    Operand[][] from = new Operand[kinds.length][];
    for (int k = 0; k < kinds.length; k++) {
      from[k] = sources.read(s.operands().get(k + 1), kinds[k], t.written());
    }
    boolean direct = t.isRegister() && !overlaps(t, from);
    if (t.count() > 1) {
      e.vector();
    }
    int[] results = new int[4];
    for (int c = 0; c < 4; c++) {
      if (!t.written()[c]) {
        continue;
      }
      Operand[] own = new Operand[kinds.length];
      for (int k = 0; k < kinds.length; k++) {
        own[k] = from[k][c];
      }
      results[c] = targets.place(t, c, direct);
      if (after.isPlain()) {
        f.emit(e, results[c], own);
      } else {
        int t0 = e.temp(Type.I32);
        f.emit(e, t0, own);
        finish(after, results[c], Operand.register(t0));
      }
    }
    targets.finish(t, results, direct);
    e.scalar();
  }

  /** Emits an operation whose single value goes to all written components. */
  public void broadcast(Statement s, StatementFields fields, Kind result, Value f, Kind... kinds) {
    Result after = result(fields, result);
    fields.done();
    Target t = targets.target(s.operands().get(0));
    Operand[][] from = new Operand[kinds.length][];
    for (int k = 0; k < kinds.length; k++) {
      from[k] = sources.read(s.operands().get(k + 1), kinds[k], true, true, true, true);
    }
    Operand value = f.emit(from);
    if (!after.isPlain()) {
      int finished = e.temp(Type.I32);
      finish(after, finished, value);
      value = Operand.register(finished);
    }
    deliver(t, new Operand[] {value, value, value, value});
  }

  /** Writes values to the components in a destination's mask. */
  public void deliver(Target t, Operand[] values) {
    if (t.count() > 1) {
      e.vector();
    }
    int[] results = new int[4];
    for (int c = 0; c < 4; c++) {
      if (t.written()[c]) {
        results[c] = targets.place(t, c, t.isRegister());
        e.move(results[c], values[c]);
      }
    }
    targets.finish(t, results, t.isRegister());
    e.scalar();
  }

  /** Returns whether a later component reads a component that is written earlier. */
  private boolean overlaps(Target t, Operand[][] from) {
    for (int early = 0; early < 4; early++) {
      if (!t.written()[early]) {
        continue;
      }
      Operand own = Operand.register(e.register(t.register().file(), t.register().number(), early));
      for (int later = early + 1; later < 4; later++) {
        for (Operand[] source : from) {
          if (t.written()[later] && own.equals(source[later])) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private Result result(StatementFields fields, Kind kind) {
    if (kind == Kind.INTEGER) {
      return new Result(1, false);
    }
    float scale = 1;
    String[] names = {"x2", "x4", "x8", "d2", "d4", "d8"};
    float[] factors = {2, 4, 8, 0.5f, 0.25f, 0.125f};
    for (int k = 0; k < names.length; k++) {
      scale *= fields.take(names[k]) ? factors[k] : 1;
    }
    boolean saturate = fields.take("sat");
    fields.ignore("prec");
    return new Result(scale, saturate);
  }

  private void finish(Result after, int to, Operand value) {
    Operand scaled = value;
    if (after.scale() != 1) {
      Operand factor = Operand.immediate(Float.floatToRawIntBits(after.scale()));
      if (!after.saturate()) {
        e.emit(Op.MUL, Type.F32, to, value, factor);
        return;
      }
      scaled = e.value(Op.MUL, Type.F32, value, factor);
    }
    e.emit(
        InstructionBuilder.of(Op.CONVERT, Type.F32)
            .sourceType(Type.F32)
            .saturate(true)
            .to(to)
            .from(scaled));
  }
}
