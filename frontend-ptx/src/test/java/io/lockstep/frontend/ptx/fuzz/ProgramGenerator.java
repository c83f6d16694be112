// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes random OpenCL C programs whose every result is defined by the language: no signed
 * overflow, no division by zero, no conversion out of range, no uninitialised value, no race, no
 * barrier in divergent control flow, no floating-point operation whose result a compiler may
 * choose, and no payload of a NaN that could be seen. So two implementations that differ are not
 * both right.
 *
 * <p>A program has one kernel {@code k(global const uint *in, global uint *out)}. It reads the
 * {@link #INPUT_WORDS} words of {@code in} and writes {@link #WORDS} words a work-item. The same
 * seed gives the same text.
 */
final class ProgramGenerator {
  static final int INPUT_WORDS = 1024;
  static final int WORDS = 48;
  private static final int[][] GROUPS = {
    {64, 1, 1}, {8, 4, 2}, {33, 1, 1}, {16, 4, 1}, {7, 3, 1}, {2, 2, 1}, {128, 1, 1}
  };

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();
  private final List<Variable> variables = new ArrayList<>();
  private final List<Function> functions = new ArrayList<>();
  private final ExpressionGenerator expressions;
  private final int[] group;
  private int names;
  private int depth = 1;
  private boolean inFunction;
  private final boolean flat;
  private int loops;

  /** Whether structures are in scope: in the kernel as an array, in a function by a pointer. */
  private boolean records;

  private record Variable(String name, CType type, boolean writable) {}

  private record Function(String name, CType result, List<CType> parameters, boolean pointer) {}

  /** Even seeds give single expressions over the input, one a word; odd ones whole programs. */
  ProgramGenerator(long seed) {
    random = new SplittableRandom(seed);
    flat = seed % 2 == 0;
    group = GROUPS[random.nextInt(GROUPS.length)];
    expressions = new ExpressionGenerator(random, this::variable, this::call);
  }

  /** Work-items in x, y, z of a work-group; the launch has two groups in x. */
  int[] group() {
    return group.clone();
  }

  int groupSize() {
    return group[0] * group[1] * group[2];
  }

  /** The program. */
  String generate() {
    text.append(Prelude.TEXT);
    if (flat) {
      operations();
      return text.toString();
    }
    text.append(Records.TYPE).append(table());
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      function();
    }
    kernel();
    return text.toString();
  }

  /** Constant memory, indexed at run time. */
  private String table() {
    StringBuilder s = new StringBuilder("constant uint table[16] = {");
    for (int i = 0; i < 16; i++) {
      s.append(i == 0 ? "" : ", ").append("0x").append(Integer.toHexString(random.nextInt()));
    }
    return s.append("u};\n\n").toString().replace(",", "u,");
  }

  private String recordIndex() {
    return random.nextBoolean()
        ? Integer.toString(random.nextInt(Records.COUNT))
        : "(lid + " + random.nextInt(9) + "u) & " + (Records.COUNT - 1) + "u";
  }

  private void line(String s) {
    text.append("  ".repeat(depth)).append(s).append('\n');
  }

  private String fresh(String prefix) {
    return prefix + names++;
  }

  /** A kernel in which a wrong word points at the expression that made it. */
  private void operations() {
    text.append("kernel void k(global const uint *in, global uint *out) {\n");
    line(
        "uint lid = (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1))"
            + " * get_local_size(0) + get_local_id(0));");
    line("uint gid = (uint)get_group_id(0) * " + groupSize() + "u + lid;");
    line("global uint *to = out + gid * " + WORDS + "u;");
    for (int word = 0; word < WORDS; word++) {
      CType type = type();
      line("{");
      depth++;
      line(type.text() + " v = " + expressions.of(type, 1 + random.nextInt(2)) + ";");
      line("uint fold = 0;");
      for (int lane = 0; lane < type.lanes(); lane++) {
        for (String bits : words(type.isVector() ? "v.s" + lane : "v", type.element())) {
          line(
              type.bits() == 64 || type.isVector()
                  ? "fold = MIX(fold, " + bits + ");"
                  : "fold = " + bits + ";");
        }
      }
      line("to[" + word + "] = fold;");
      depth--;
      line("}");
    }
    text.append("}\n");
  }

  /** The one or two words of a scalar. */
  private List<String> words(String value, CType type) {
    String bits = expressions.bits(value, type);
    return type.bits() == 64
        ? List.of("(uint)(" + bits + ")", "(uint)((" + bits + ") >> 32)")
        : List.of("(uint)" + bits);
  }

  // What expressions ask for.

  /** A variable of a type, or null. */
  private String variable(CType type) {
    if (flat) {
      return type.isVector() ? null : expressions.input(type);
    }
    if (records && random.nextInt(4) == 0) {
      String field = Records.field(type, random);
      if (field != null) {
        return inFunction ? "rec->" + field : "recs[" + recordIndex() + "]." + field;
      }
    }
    if (!inFunction && type.equals(CType.UINT) && random.nextInt(8) == 0) {
      return "table[(lid + " + random.nextInt(16) + "u) & 15u]";
    }
    List<String> fitting = new ArrayList<>();
    for (Variable v : variables) {
      if (v.type().equals(type)) {
        fitting.add(v.name());
      } else if (v.type().isVector() && v.type().element().equals(type)) {
        fitting.add(v.name() + ".s" + Integer.toHexString(random.nextInt(v.type().lanes())));
      } else if (v.type().isVector() && type.isVector() && v.type().base().equals(type.base())) {
        fitting.add(v.name() + ".s" + swizzle(v.type().lanes(), type.lanes()));
      }
    }
    if (fitting.isEmpty() && !type.isVector() && !type.isFloat()) {
      for (Variable v : variables) {
        if (!v.type().isVector() && !v.type().isFloat()) {
          fitting.add("(" + type.text() + ")" + v.name());
        }
      }
    }
    return fitting.isEmpty() ? null : fitting.get(random.nextInt(fitting.size()));
  }

  private String swizzle(int from, int count) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < count; i++) {
      s.append(Integer.toHexString(random.nextInt(from)));
    }
    return s.toString();
  }

  /** A call of a function with this result, or null. */
  private String call(CType type, int budget) {
    if (inFunction || functions.isEmpty()) {
      return null;
    }
    Function f = functions.get(random.nextInt(functions.size()));
    if (!f.result().equals(type)) {
      return null;
    }
    StringBuilder s = new StringBuilder(f.name()).append('(');
    for (CType p : f.parameters()) {
      s.append(expressions.of(p, budget - 1)).append(", ");
    }
    return s.append(f.pointer() ? "scratch, &recs[" + recordIndex() + "]" : "0")
        .append(')')
        .toString();
  }

  // Declarations.

  private CType type() {
    int kind = random.nextInt(10);
    CType element =
        kind < 7 ? CType.integer(random.nextInt(8), 1) : kind < 9 ? CType.FLOAT : CType.DOUBLE;
    int lanes = random.nextInt(3) > 0 ? 1 : new int[] {2, 3, 4, 8}[random.nextInt(4)];
    // clang 19 cannot compare two pairs of shorts at -O0 ("Cannot select: v2i16 = setcc").
    return element.of(lanes == 2 && element.bits() == 16 ? 4 : lanes);
  }

  private void function() {
    CType result = type();
    List<CType> parameters = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    String name = fresh("f");
    boolean pointer = random.nextBoolean();
    StringBuilder s = new StringBuilder();
    if (random.nextInt(3) > 0) {
      s.append("__attribute__((noinline)) ");
    }
    s.append("static ").append(result.text()).append(' ').append(name).append('(');
    List<Variable> outer = List.copyOf(variables);
    variables.clear();
    for (int i = 0; i < count; i++) {
      CType p = type();
      parameters.add(p);
      String parameter = fresh("p");
      variables.add(new Variable(parameter, p, true));
      s.append(p.text()).append(' ').append(parameter).append(", ");
    }
    s.append(pointer ? "private uint *scratch, private R *rec) {\n" : "int none) {\n");
    text.append(s);
    inFunction = true;
    records = pointer;
    if (random.nextInt(3) == 0) {
      line("if (" + expressions.condition(2) + ") return " + expressions.of(result, 2) + ";");
    }
    for (int i = random.nextInt(4); i >= 0; i--) {
      statement(2, pointer);
    }
    line("return " + expressions.of(result, 3) + ";");
    inFunction = false;
    records = false;
    text.append("}\n\n");
    variables.clear();
    variables.addAll(outer);
    functions.add(new Function(name, result, parameters, pointer));
  }

  private void kernel() {
    int size = groupSize();
    text.append("kernel void k(global const uint *in, global uint *out) {\n");
    line("local uint shared[" + size + "];");
    line("local ulong wide[" + size + "];");
    line("local uint sums[8];");
    line("private uint scratch[16];");
    line("private R recs[" + Records.COUNT + "];");
    line("global uint *totals = out + (uint)get_group_id(0) * " + size * WORDS + "u;");
    line(
        "uint lid = (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1))"
            + " * get_local_size(0) + get_local_id(0));");
    line("uint gid = (uint)get_group_id(0) * " + size + "u + lid;");
    line("for (uint i = 0; i < 16; i++) scratch[i] = in[(gid * 16 + i) & 1023] ^ gid;");
    line("for (uint i = lid; i < 8; i += " + size + "u) sums[i] = 0;");
    line("for (uint i = 0; i < " + Records.COUNT + "u; i++) {");
    Records.initialisers().forEach(s -> line("  recs[i]." + s));
    line("}");
    records = true;
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    variables.add(new Variable("lid", CType.UINT, false));
    variables.add(new Variable("gid", CType.UINT, false));
    for (int i = 0; i < 3 + random.nextInt(5); i++) {
      declare(CType.integer(random.nextInt(8), 1), true);
    }
    declare(CType.FLOAT, true);
    int statements = 4 + random.nextInt(12);
    for (int i = 0; i < statements; i++) {
      switch (random.nextInt(8)) {
        case 0 -> exchange();
        case 1 -> uniformLoop();
        case 2 -> declare(type(), false);
        default -> statement(3, true);
      }
    }
    results();
    text.append("}\n");
  }

  private void declare(CType type, boolean fromInput) {
    String name = fresh("v");
    String value =
        fromInput && !type.isVector() ? expressions.input(type) : expressions.of(type, 3);
    line(type.text() + " " + name + " = " + value + ";");
    variables.add(new Variable(name, type, true));
  }

  // Statements in uniform control flow.

  /** Every work-item writes its slot, all meet, each reads another's. */
  private void exchange() {
    String slot = "(lid * " + (2 * random.nextInt(40) + 1) + "u + " + random.nextInt(99) + "u) % ";
    int size = groupSize();
    boolean wide = random.nextInt(3) == 0;
    String array = wide ? "wide" : "shared";
    CType type = wide ? CType.integer(7, 1) : CType.UINT;
    line(array + "[lid] = " + expressions.of(type, 3) + ";");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    String name = fresh("v");
    line(type.text() + " " + name + " = " + array + "[" + slot + size + "u];");
    if (random.nextBoolean()) {
      line(name + " += " + array + "[(" + slot + size + "u)];");
    }
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    variables.add(new Variable(name, type, true));
  }

  /** A loop of as many rounds for all, with a barrier inside. */
  private void uniformLoop() {
    String i = fresh("i");
    line("for (uint " + i + " = 0; " + i + " < " + (1 + random.nextInt(4)) + "u; " + i + "++) {");
    depth++;
    int mark = variables.size();
    variables.add(new Variable(i, CType.UINT, false));
    exchange();
    statement(2, true);
    close(mark);
  }

  private void close(int mark) {
    while (variables.size() > mark) {
      variables.remove(variables.size() - 1);
    }
    depth--;
    line("}");
  }

  // Statements anywhere.

  private void statement(int budget, boolean scratch) {
    int kind = random.nextInt(budget > 0 ? 12 : 6);
    switch (kind) {
      case 0, 1, 2, 3 -> assign();
      case 4 -> {
        if (scratch) {
          store();
        } else {
          assign();
        }
      }
      case 5 -> {
        if (inFunction) {
          assign();
        } else {
          accumulate();
        }
      }
      case 6, 7 -> choice(budget, scratch);
      case 8 -> countedLoop(budget, scratch);
      case 9 -> openLoop(budget, scratch);
      case 10 -> select(budget, scratch);
      default -> {
        int mark = variables.size();
        line("{");
        depth++;
        declare(type(), false);
        statement(budget - 1, scratch);
        assign();
        close(mark);
      }
    }
  }

  private void assign() {
    List<Variable> writable = variables.stream().filter(Variable::writable).toList();
    if (writable.isEmpty()) {
      line(";");
      return;
    }
    Variable v = writable.get(random.nextInt(writable.size()));
    if (v.type().isVector() && random.nextInt(3) == 0) {
      String lane = v.name() + ".s" + Integer.toHexString(random.nextInt(v.type().lanes()));
      line(lane + " = " + expressions.of(v.type().element(), 4) + ";");
    } else {
      line(v.name() + " = " + expressions.of(v.type(), 4) + ";");
    }
  }

  /** Into private memory: a word, four of them, or a field. */
  private void store() {
    int kind = random.nextInt(4);
    if (kind == 0) {
      CType four = CType.UINT.of(4);
      String index = expressions.of(CType.UINT, 2);
      line("vstore4(" + expressions.of(four, 2) + ", (" + index + ") & 3u, scratch);");
    } else if (kind == 1 || !records) {
      String index = expressions.of(CType.UINT, 2);
      line("scratch[(" + index + ") & 15u] = " + expressions.of(CType.UINT, 2) + ";");
    } else {
      CType type = Records.type(random);
      String field = Records.field(type, random);
      String value = expressions.of(type, 3);
      line((inFunction ? "rec->" : "recs[" + recordIndex() + "].") + field + " = " + value + ";");
    }
  }

  /**
   * Atomic updates whose order does not show, of local or global memory; each of the sums knows one
   * operation only.
   */
  private void accumulate() {
    int sum = random.nextInt(8);
    String value = expressions.of(CType.UINT, 2);
    boolean global = random.nextInt(3) == 0;
    String at = (global ? "&totals[" : "&sums[") + sum + "]";
    String signed = "(volatile " + (global ? "global" : "local") + " int *)" + at;
    String operation =
        switch (sum) {
          case 0 -> "add(" + at + ", " + value + ")";
          case 1 -> "and(" + at + ", " + value + ")";
          case 2 -> "max(" + at + ", " + value + ")";
          case 3 -> "or(" + at + ", " + value + ")";
          case 4 -> "xor(" + at + ", " + value + ")";
          case 5 -> "sub(" + at + ", " + value + ")";
          case 6 -> random.nextBoolean() ? "inc(" + at + ")" : "dec(" + at + ")";
          default -> "min(" + signed + ", (int)(" + value + "))";
        };
    line("atomic_" + operation + ";");
  }

  private void choice(int budget, boolean scratch) {
    line("if (" + expressions.condition(3) + ") {");
    block(budget, scratch);
    if (random.nextBoolean()) {
      line("} else {");
      block(budget, scratch);
    }
    line("}");
  }

  private void block(int budget, boolean scratch) {
    int mark = variables.size();
    depth++;
    for (int i = random.nextInt(2); i >= 0; i--) {
      statement(budget - 1, scratch);
    }
    if (loops > 0 && random.nextInt(5) == 0) {
      String how = random.nextBoolean() ? "break" : "continue";
      line("if (" + expressions.condition(2) + ") " + how + ";");
    }
    while (variables.size() > mark) {
      variables.remove(variables.size() - 1);
    }
    depth--;
  }

  private void countedLoop(int budget, boolean scratch) {
    String i = fresh("i");
    String bound = "(" + expressions.of(CType.UINT, 2) + ") & " + (random.nextBoolean() ? 3 : 7);
    int mark = variables.size();
    String n = fresh("n");
    line("uint " + n + " = " + bound + "u;");
    line("for (uint " + i + " = 0; " + i + " < " + n + "; " + i + "++) {");
    variables.add(new Variable(i, CType.UINT, false));
    loops++;
    block(budget, scratch);
    loops--;
    line("}");
    while (variables.size() > mark) {
      variables.remove(variables.size() - 1);
    }
  }

  /** While and do: fuel bounds them, incremented before anything can continue. */
  private void openLoop(int budget, boolean scratch) {
    String fuel = fresh("fuel");
    boolean atEnd = random.nextBoolean();
    String condition = "++" + fuel + " < " + (2 + random.nextInt(8)) + " && ";
    line("int " + fuel + " = 0;");
    condition += expressions.condition(2);
    line(atEnd ? "do {" : "while (" + condition + ") {");
    loops++;
    block(budget, scratch);
    loops--;
    line(atEnd ? "} while (" + condition + ");" : "}");
  }

  private void select(int budget, boolean scratch) {
    int cases = 2 + random.nextInt(7);
    line("switch ((" + expressions.of(CType.UINT, 2) + ") % " + (cases + 1) + "u) {");
    int outer = loops;
    loops = 0;
    for (int i = 0; i < cases; i++) {
      line("case " + i + ": {");
      block(budget, scratch);
      line(random.nextInt(4) == 0 ? "}" : "} break;");
    }
    if (random.nextBoolean()) {
      line("default:");
      depth++;
      assign();
      depth--;
    }
    loops = outer;
    line("}");
  }

  /** Every variable's words, the first ones as they are and the rest folded together. */
  private void results() {
    line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    line("global uint *to = out + gid * " + WORDS + "u;");
    line("uint fold = MIX(sums[lid & 7u], totals[lid & 7u]);");
    // The totals stand where the first work-item's results come to stand.
    line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    line("for (uint i = 0; i < " + Records.COUNT + "u; i++) {");
    for (CType type : Records.types()) {
      for (String field : Records.fields(type)) {
        for (String w : words("recs[i]." + field, type)) {
          line("  fold = MIX(fold, " + w + ");");
        }
      }
    }
    line("}");
    line("for (uint i = 0; i < 16; i++) fold = MIX(fold, scratch[i]);");
    int word = 1;
    for (Variable v : variables) {
      for (int lane = 0; lane < v.type().lanes(); lane++) {
        String name = v.type().isVector() ? v.name() + ".s" + Integer.toHexString(lane) : v.name();
        CType e = v.type().element();
        for (String w : words(name, e)) {
          line(word < WORDS ? "to[" + word++ + "] = " + w + ";" : "fold = MIX(fold, " + w + ");");
        }
      }
    }
    line("to[0] = fold;");
    if (word < WORDS) {
      line("for (uint i = " + word + "; i < " + WORDS + "u; i++) to[i] = 0;");
    }
  }
}
