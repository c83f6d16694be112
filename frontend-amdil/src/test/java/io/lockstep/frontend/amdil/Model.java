// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.statement.Kind;
import java.util.List;

/** The language, evaluated for one work-item: the other side of the differential test. */
final class Model {
  final int[] bits = new int[64];
  final boolean[] tainted = new boolean[64];

  /** Whether a NaN has decided where control went. */
  boolean lost;

  private final int[] literals;

  Model(int[] literals) {
    this.literals = literals;
  }

  /** One component from its sources' bits. */
  interface Evaluation {
    int apply(int a, int b, int c);
  }

  /**
   * An operation.
   *
   * @param kind how sources are read
   * @param toFloat whether the result is a float
   */
  record Rule(String name, int sources, Kind kind, boolean toFloat, Evaluation f) {
    boolean saturates() {
      return toFloat && kind == Kind.FLOAT;
    }
  }

  private static float f(int bits) {
    return Float.intBitsToFloat(bits);
  }

  private static int b(float value) {
    return Float.floatToRawIntBits(value);
  }

  private static int mask(boolean value) {
    return value ? -1 : 0;
  }

  private static Rule floats(String name, int sources, Evaluation e) {
    return new Rule(name, sources, Kind.FLOAT, true, e);
  }

  private static Rule compares(String name, Evaluation e) {
    return new Rule(name, 2, Kind.FLOAT, false, e);
  }

  private static Rule ints(String name, int sources, Evaluation e) {
    return new Rule(name, sources, Kind.INTEGER, false, e);
  }

  static final List<Rule> RULES =
      List.of(
          new Rule("mov", 1, Kind.BITS, false, (x, y, z) -> x),
          floats("add", 2, (x, y, z) -> b(f(x) + f(y))),
          floats("sub", 2, (x, y, z) -> b(f(x) - f(y))),
          floats("mul", 2, (x, y, z) -> b(f(x) * f(y))),
          floats("mad", 3, (x, y, z) -> b(f(x) * f(y) + f(z))),
          floats("fma", 3, (x, y, z) -> b(Math.fma(f(x), f(y), f(z)))),
          floats("min", 2, (x, y, z) -> b(Math.min(f(x), f(y)))),
          floats("max", 2, (x, y, z) -> b(Math.max(f(x), f(y)))),
          floats("abs", 1, (x, y, z) -> b(Math.abs(f(x)))),
          floats("round_neginf", 1, (x, y, z) -> b((float) Math.floor(f(x)))),
          floats("round_plusinf", 1, (x, y, z) -> b((float) Math.ceil(f(x)))),
          floats("round_nearest", 1, (x, y, z) -> b((float) Math.rint(f(x)))),
          floats("frc", 1, (x, y, z) -> b(f(x) - (float) Math.floor(f(x)))),
          floats("sqrt_vec", 1, (x, y, z) -> b((float) Math.sqrt(f(x)))),
          floats("div", 2, (x, y, z) -> b((float) ((double) f(x) / f(y)))),
          compares("eq", (x, y, z) -> mask(f(x) == f(y))),
          compares("ne", (x, y, z) -> mask(f(x) != f(y))),
          compares("lt", (x, y, z) -> mask(f(x) < f(y))),
          compares("ge", (x, y, z) -> mask(f(x) >= f(y))),
          new Rule("ftoi", 1, Kind.FLOAT, false, (x, y, z) -> (int) f(x)),
          new Rule("itof", 1, Kind.INTEGER, true, (x, y, z) -> b(x)),
          ints("iadd", 2, (x, y, z) -> x + y),
          ints("imul", 2, (x, y, z) -> x * y),
          ints("imad", 3, (x, y, z) -> x * y + z),
          ints("umul_high", 2, (x, y, z) -> (int) ((x & 0xFFFFFFFFL) * (y & 0xFFFFFFFFL) >>> 32)),
          ints("imul_high", 2, (x, y, z) -> (int) ((long) x * y >> 32)),
          ints("umul24", 2, (x, y, z) -> (x & 0xFFFFFF) * (y & 0xFFFFFF)),
          ints("inegate", 1, (x, y, z) -> -x),
          ints("imin", 2, (x, y, z) -> Math.min(x, y)),
          ints("imax", 2, (x, y, z) -> Math.max(x, y)),
          ints("umin", 2, (x, y, z) -> Integer.compareUnsigned(x, y) < 0 ? x : y),
          ints("umax", 2, (x, y, z) -> Integer.compareUnsigned(x, y) < 0 ? y : x),
          ints("udiv", 2, (x, y, z) -> y == 0 ? -1 : Integer.divideUnsigned(x, y)),
          ints("umod", 2, (x, y, z) -> y == 0 ? -1 : Integer.remainderUnsigned(x, y)),
          ints("ishl", 2, (x, y, z) -> x << y),
          ints("ishr", 2, (x, y, z) -> x >> y),
          ints("ushr", 2, (x, y, z) -> x >>> y),
          ints("iand", 2, (x, y, z) -> x & y),
          ints("ior", 2, (x, y, z) -> x | y),
          ints("ixor", 2, (x, y, z) -> x ^ y),
          ints("inot", 1, (x, y, z) -> ~x),
          ints("ieq", 2, (x, y, z) -> mask(x == y)),
          ints("ine", 2, (x, y, z) -> mask(x != y)),
          ints("ilt", 2, (x, y, z) -> mask(x < y)),
          ints("ige", 2, (x, y, z) -> mask(x >= y)),
          ints("ult", 2, (x, y, z) -> mask(Integer.compareUnsigned(x, y) < 0)),
          ints("uge", 2, (x, y, z) -> mask(Integer.compareUnsigned(x, y) >= 0)),
          ints("icbits", 1, (x, y, z) -> Integer.bitCount(x)),
          ints("ubit_reverse", 1, (x, y, z) -> Integer.reverse(x)),
          ints("ffb_hi", 1, (x, y, z) -> x == 0 ? -1 : Integer.numberOfLeadingZeros(x)),
          ints("ffb_lo", 1, (x, y, z) -> x == 0 ? -1 : Integer.numberOfTrailingZeros(x)),
          ints("bfi", 3, (x, y, z) -> x & y | ~x & z),
          ints(
              "bitalign",
              3,
              (x, y, z) -> (int) ((long) x << 32 >>> (z & 31) | (y & 0xFFFFFFFFL) >>> (z & 31))),
          ints("ubit_extract", 3, (x, y, z) -> z >>> (y & 31) & (1 << (x & 31)) - 1));

  /** A register through swizzle and modifiers. */
  record Source(boolean literal, int number, int[] swizzle, boolean absolute, int negated) {
    void print(StringBuilder s) {
      s.append(literal ? 'l' : 'r').append(number).append('.');
      for (int k : swizzle) {
        s.append("xyzw01".charAt(k));
      }
      s.append(absolute ? "_abs" : "");
      if (negated != 0) {
        s.append("_neg(");
        for (int c = 0; c < 4; c++) {
          s.append((negated >> c & 1) != 0 ? "xyzw".substring(c, c + 1) : "");
        }
        s.append(')');
      }
    }

    private int component(int position) {
      return swizzle[Math.min(position, swizzle.length - 1)];
    }

    int value(Model m, int position, Kind kind) {
      int k = component(position);
      int v = k == 4 ? 0 : k == 5 ? 0x3F800000 : (literal ? m.literals : m.bits)[4 * number + k];
      v = absolute ? v & 0x7FFFFFFF : v;
      boolean negate = (negated >> position & 1) != 0;
      return !negate ? v : kind == Kind.INTEGER ? -v : v ^ 0x80000000;
    }

    boolean tainted(Model m, int position) {
      int k = component(position);
      return k < 4 && !literal && m.tainted[4 * number + k];
    }
  }

  /** A piece of a program. */
  interface Node {
    void print(StringBuilder s);

    void run(Model m);
  }

  /** An operation by component. */
  record Statement(Rule rule, int to, int mask, boolean saturate, List<Source> sources)
      implements Node {
    @Override
    public void print(StringBuilder s) {
      s.append(rule.name()).append(saturate ? "_sat" : "").append(" r").append(to).append('.');
      for (int c = 0; c < 4; c++) {
        s.append((mask >> c & 1) != 0 ? "xyzw".charAt(c) : '_');
      }
      for (Source source : sources) {
        s.append(", ");
        source.print(s);
      }
      s.append('\n');
    }

    @Override
    public void run(Model m) {
      int[] results = new int[4];
      boolean[] taints = new boolean[4];
      for (int c = 0; c < 4; c++) {
        int[] v = new int[3];
        for (int k = 0; k < sources.size(); k++) {
          v[k] = sources.get(k).value(m, c, rule.kind());
          taints[c] |= sources.get(k).tainted(m, c);
          boolean modified = sources.get(k).absolute() || sources.get(k).negated() != 0;
          boolean asFloat = rule.kind() == Kind.FLOAT || rule.kind() == Kind.BITS && modified;
          taints[c] |= asFloat && Float.isNaN(f(v[k]));
        }
        if (rule.name().equals("itof")) {
          results[c] = b((float) v[0]);
        } else {
          results[c] = rule.f().apply(v[0], v[1], v[2]);
        }
        if (saturate) {
          float r = f(results[c]);
          results[c] = b(r > 0 ? Math.min(r, 1) : 0);
        }
        taints[c] |= rule.toFloat() && Float.isNaN(f(results[c]));
      }
      for (int c = 0; c < 4; c++) {
        if ((mask >> c & 1) != 0) {
          m.bits[4 * to + c] = results[c];
          m.tainted[4 * to + c] = taints[c];
        }
      }
    }
  }

  /** A branch on a condition. */
  record If(Source condition, boolean whenZero, List<Node> yes, List<Node> no) implements Node {
    @Override
    public void print(StringBuilder s) {
      s.append("ftou r15.x, ");
      condition.print(s);
      s.append("\nif_logical").append(whenZero ? "z" : "nz").append(" r15.x\n");
      yes.forEach(n -> n.print(s));
      if (!no.isEmpty()) {
        s.append("else\n");
        no.forEach(n -> n.print(s));
      }
      s.append("endif\n");
    }

    @Override
    public void run(Model m) {
      // ftou gives 0 for NaN, whatever its bits.
      float v = f(condition.value(m, 0, Kind.FLOAT));
      m.lost |= condition.tainted(m, 0);
      boolean zero = !(v >= 1);
      (zero == whenZero ? yes : no).forEach(n -> n.run(m));
    }
  }

  /** A loop of a few rounds that a condition may leave early. */
  record Loop(int counter, int rounds, List<Node> before, Source leave, List<Node> after)
      implements Node {
    @Override
    public void print(StringBuilder s) {
      String c = "r" + counter + ".x";
      s.append("mov ").append(c).append(", l0.x\nwhileloop\n");
      s.append("ige r15.x, ").append(c).append(", l").append(rounds == 1 ? "0.y" : "0.z");
      s.append("\nbreak_logicalnz r15.x\niadd ").append(c).append(", ").append(c);
      s.append(", l0.y\n");
      before.forEach(n -> n.print(s));
      s.append("ftou r15.x, ");
      leave.print(s);
      s.append("\ncontinue_logicalnz r15.x\n");
      after.forEach(n -> n.print(s));
      s.append("endloop\n");
    }

    @Override
    public void run(Model m) {
      int limit = rounds == 1 ? 1 : 3;
      for (int i = 0; i < limit; i++) {
        before.forEach(n -> n.run(m));
        m.lost |= leave.tainted(m, 0);
        if (f(leave.value(m, 0, Kind.FLOAT)) >= 1) {
          continue;
        }
        after.forEach(n -> n.run(m));
      }
    }
  }
}
