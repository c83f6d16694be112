// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.lanes;

import io.lockstep.fuzz.lanes.StructuredProgram.Case;
import io.lockstep.fuzz.lanes.StructuredProgram.Field;
import io.lockstep.fuzz.lanes.StructuredProgram.Helper;
import io.lockstep.fuzz.lanes.StructuredProgram.If;
import io.lockstep.fuzz.lanes.StructuredProgram.Leave;
import io.lockstep.fuzz.lanes.StructuredProgram.Loop;
import io.lockstep.fuzz.lanes.StructuredProgram.Search;
import io.lockstep.fuzz.lanes.StructuredProgram.Statement;
import io.lockstep.fuzz.lanes.StructuredProgram.Step;
import io.lockstep.fuzz.lanes.StructuredProgram.Switch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.StringJoiner;

/**
 * Writes a {@link StructuredProgram} in PTX as compilers lay it out: sides of branches in the order
 * of the text, the default that no lane reaches as an exit behind the switch, a common return at
 * the kernel's end or one in each place. Each step is one instruction in a line of its own.
 */
final class StructuredPtx {
  /** The first lines of a file. */
  static final String HEADER = ".version 7.0\n.target sm_50\n.address_size 64\n";

  static final int FACTOR = 1664525;

  private final List<String> lines = new ArrayList<>();
  private final int[] lineOfStep;
  private final int before;
  private final boolean exitsInPlace;
  private final Deque<String> breaks = new ArrayDeque<>();
  private final Deque<String> continues = new ArrayDeque<>();
  private final Deque<String> helpers = new ArrayDeque<>();
  private int labels;
  private int words;
  private int predicates;

  /**
   * Writes a program as a kernel.
   *
   * @param name of the kernel
   * @param before number of lines before it in its file
   */
  StructuredPtx(StructuredProgram program, String name, int before) {
    this.before = before;
    lineOfStep = new int[program.steps()];
    exitsInPlace = program.exitsInPlace();
    write(".visible .entry %s(.param .u64 in, .param .u64 out, .param .u32 argument)", name);
    write("{");
    write(".reg .b64 %%rd<9>;");
    write(".reg .b32 %%h, %%u, %%id, %%r<1000>;");
    write(".reg .pred %%p<1000>;");
    write("ld.param.u64 %%rd1, [in];");
    write("ld.param.u64 %%rd2, [out];");
    write("ld.param.u32 %%u, [argument];");
    write("mov.u32 %%id, %%tid.x;");
    write("mul.wide.u32 %%rd3, %%id, 4;");
    write("add.u64 %%rd1, %%rd1, %%rd3;");
    write("add.u64 %%rd2, %%rd2, %%rd3;");
    write("ld.global.u32 %%h, [%%rd1];");
    statements(program.body());
    write("st.global.u32 [%%rd2], %%h;");
    write("RETURN:");
    write("ret;");
    write("}");
  }

  String text() {
    return String.join("\n", lines) + "\n";
  }

  /** Returns the number of lines. */
  int size() {
    return lines.size();
  }

  /** Returns the line of a step in the file, from 1. */
  int line(int step) {
    return lineOfStep[step];
  }

  private void write(String format, Object... values) {
    lines.add(String.format(format, values));
  }

  private String label() {
    return "L" + labels++;
  }

  private String predicate() {
    return "%p" + predicates++;
  }

  private void statements(List<Statement> statements) {
    statements.forEach(this::statement);
  }

  private void statement(Statement s) {
    if (s instanceof Step step) {
      write("mad.lo.u32 %%h, %%h, %d, %d;", FACTOR, StructuredProgram.constant(step.id()));
      lineOfStep[step.id()] = before + lines.size();
    } else if (s instanceof If branch) {
      branch(branch);
    } else if (s instanceof Loop loop) {
      loop(loop);
    } else if (s instanceof Switch choice) {
      choice(choice);
    } else if (s instanceof Helper helper) {
      helpers.push(label());
      statements(helper.body());
      write("%s:", helpers.pop());
    } else {
      leave((Leave) s);
    }
  }

  private String value(Field field) {
    String word = "%r" + words++;
    write("shr.u32 %s, %s, %d;", word, field.uniform() ? "%u" : "%h", field.shift());
    write("and.b32 %s, %s, %d;", word, word, field.mask());
    return word;
  }

  private static boolean ends(List<Statement> block) {
    return !block.isEmpty() && block.get(block.size() - 1) instanceof Leave;
  }

  private void branch(If branch) {
    String other = label();
    String end = branch.other().isEmpty() ? other : label();
    String p = predicate();
    String value = value(branch.field());
    write("setp.ne.u32 %s, %s, %d;", p, value, branch.value());
    write("@%s bra %s;", p, other);
    statements(branch.then());
    if (!branch.other().isEmpty()) {
      if (!ends(branch.then())) {
        write("bra %s;", end);
      }
      write("%s:", other);
      statements(branch.other());
    }
    write("%s:", end);
  }

  private void loop(Loop loop) {
    String head = label();
    String next = label();
    String end = label();
    String trips = value(loop.trips());
    String count = "%r" + words++;
    String p = predicate();
    write("mov.u32 %s, 0;", count);
    if (loop.testsLast()) {
      write("setp.eq.u32 %s, %s, 0;", p, trips);
      write("@%s bra %s;", p, end);
    }
    write("%s:", head);
    if (!loop.testsLast()) {
      write("setp.ge.u32 %s, %s, %s;", p, count, trips);
      write("@%s bra %s;", p, end);
    }
    breaks.push(end);
    continues.push(next);
    statements(loop.body());
    breaks.pop();
    continues.pop();
    write("%s:", next);
    write("add.u32 %s, %s, 1;", count, count);
    if (loop.testsLast()) {
      String again = predicate();
      write("setp.lt.u32 %s, %s, %s;", again, count, trips);
      write("@%s bra %s;", again, head);
    } else {
      write("bra %s;", head);
    }
    write("%s:", end);
  }

  private void choice(Switch choice) {
    String end = label();
    String unreachable = choice.isComplete() ? label() : end;
    List<String> bodies = new ArrayList<>();
    choice.cases().forEach(c -> bodies.add(label()));
    String[] target = new String[choice.field().mask() + 2]; // the last one is the default
    Arrays.fill(target, unreachable);
    for (int c = 0; c < bodies.size(); c++) {
      if (choice.cases().get(c).labels().contains(-1)) {
        Arrays.fill(target, bodies.get(c));
      }
    }
    for (int c = 0; c < bodies.size(); c++) {
      for (int label : choice.cases().get(c).labels()) {
        if (label >= 0) {
          target[label] = bodies.get(c);
        }
      }
    }
    search(choice, value(choice.field()), target);
    boolean isUsed = Arrays.asList(target).contains(unreachable) && !unreachable.equals(end);
    for (int c = 0; c < bodies.size(); c++) {
      Case one = choice.cases().get(c);
      write("%s:", bodies.get(c));
      statements(one.body());
      boolean last = c == bodies.size() - 1;
      if (!one.fallsThrough() && (!last || isUsed)) {
        write("bra %s;", end);
      }
    }
    if (isUsed) {
      write("%s:", unreachable);
      write("exit;");
    }
    write("%s:", end);
  }

  private void search(Switch choice, String word, String[] target) {
    int values = target.length - 1;
    String otherwise = target[values];
    if (choice.search() == Search.TABLE) {
      StringJoiner table = new StringJoiner(", ");
      for (int v = 0; v < values; v++) {
        table.add(target[v]);
      }
      String name = label();
      write("%s: .branchtargets %s;", name, table);
      write("brx.idx %s, %s;", word, name);
    } else if (choice.search() == Search.CHAIN) {
      compare(word, target, 0, values, otherwise);
    } else {
      String upper = label();
      String p = predicate();
      write("setp.gt.s32 %s, %s, %d;", p, word, values / 2 - 1);
      write("@%s bra %s;", p, upper);
      compare(word, target, 0, values / 2, otherwise);
      write("%s:", upper);
      compare(word, target, values / 2, values, otherwise);
    }
  }

  private void compare(String word, String[] target, int from, int to, String otherwise) {
    for (int v = from; v < to; v++) {
      if (!target[v].equals(otherwise)) {
        String p = predicate();
        write("setp.eq.s32 %s, %s, %d;", p, word, v);
        write("@%s bra %s;", p, target[v]);
      }
    }
    write("bra %s;", otherwise);
  }

  private void leave(Leave leave) {
    switch (leave.way()) {
      case BREAK -> write("bra %s;", breaks.peek());
      case CONTINUE -> write("bra %s;", continues.peek());
      case LEAVE -> write("bra %s;", helpers.peek());
      case STORE_AND_RETURN -> {
        write("st.global.u32 [%%rd2], %%h;");
        exit();
      }
      default -> exit();
    }
  }

  private void exit() {
    write(exitsInPlace ? "ret;" : "bra RETURN;");
  }
}
