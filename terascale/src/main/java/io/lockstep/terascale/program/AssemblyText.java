// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.program;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.spi.CodeLine;
import io.lockstep.terascale.bundle.ReadPorts;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.clause.ClauseRows;
import io.lockstep.terascale.clause.StackEntries;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Prints a machine kernel: control flow, clauses, bundles by slot, literals, swizzles. */
final class AssemblyText {
  private static final String CHANNELS = "xyzwt";
  private static final String[] VECTOR_SWIZZLES = {"012", "021", "120", "102", "201", "210"};
  private static final String[] TRANS_SWIZZLES = {"210", "122", "212", "221"};
  private final ClauseProgram code;
  private final ClauseRows rows;
  private final ValueTable values;
  private final List<CodeLine> lines = new ArrayList<>();
  private final StringBuilder out = new StringBuilder(); // the current line
  private int control;
  private int clause; // number of the next clause in the kernel
  private int operation; // number of the next memory operation in the kernel

  AssemblyText(ClauseProgram code, ClauseRows rows) {
    this.code = code;
    this.rows = rows;
    values = code.values();
  }

  List<CodeLine> lines() {
    out.append(
        String.format(
            Locale.ROOT,
            "; %s: VLIW%d, %d registers, %d stack entries, %d bytes of local memory, %s",
            code.kernel().name(),
            code.architecture().width(),
            code.registers(),
            code.stackEntries(),
            code.kernel().localBytes(),
            code.completePath() ? "CompletePath" : "FastPath"));
    end(null);
    int bundles = Math.max(1, code.bundles());
    out.append(
        String.format(
            Locale.ROOT,
            "; %d bundles, %d operations in %d slots (%d.%02d slots a bundle), %d fetches",
            code.bundles(),
            code.operations(),
            code.slots(),
            code.slots() / bundles,
            100 * (code.slots() % bundles) / bundles,
            code.fetches()));
    end(null);
    for (Block block : code.blocks()) {
      block(block);
    }
    return lines;
  }

  /**
   * Ends a line.
   *
   * @param from the instruction that the line implements, or null
   * @param told rows whose time is attributed to the line
   */
  private void end(Instruction from, Integer... told) {
    lines.add(CodeLine.of(out.toString(), Collections.singleton(from)).telling(told));
    out.setLength(0);
  }

  private void block(Block block) {
    String flow = flow(block);
    Integer[] own = {rows.end(block.id())};
    out.append("B").append(block.id()).append(":");
    end(
        null,
        flow.isEmpty()
            ? own
            : new Integer[0]); // a block end without an instruction is attributed to the label
    List<Clause> clauses = code.clauses(block.id());
    for (int k = 0; k < clauses.size(); k++) {
      boolean last = k == clauses.size() - 1;
      clause(clauses.get(k), last && pushes(block));
    }
    if (!flow.isEmpty()) {
      line(block.last(), flow, own);
    }
  }

  private boolean pushes(Block block) {
    return block.last().op() == Op.BRANCH && !StackEntries.leavesLoop(code.blocks(), block);
  }

  /** Returns the control-flow instruction at the end of a block, or an empty string. */
  private String flow(Block block) {
    List<Integer> next = block.successors();
    return switch (block.last().op()) {
      case BRANCH ->
          (StackEntries.leavesLoop(code.blocks(), block) ? "LOOP_BREAK" : "JUMP")
              + " not taken B"
              + next.get(0)
              + ", taken B"
              + next.get(1)
              + (block.postDominator() >= 0 ? ", meet at B" + block.postDominator() : "");
      case SWITCH -> "JUMP by value " + next;
      case EXIT -> "END_OF_PROGRAM";
      default -> {
        if (next.isEmpty() || next.get(0) == block.id() + 1) {
          yield "";
        }
        yield (next.get(0) <= block.id() ? "END_LOOP B" : "JUMP B") + next.get(0);
      }
    };
  }

  private void line(Instruction from, String text, Integer... told) {
    out.append(String.format(Locale.ROOT, "%02d %s", control++, text));
    end(from, told);
  }

  private void clause(Clause clause, boolean push) {
    int number = this.clause++;
    Integer[] own = {rows.clause(number), rows.local(number)};
    switch (clause.kind()) {
      case ALU -> {
        line(null, (push ? "ALU_PUSH_BEFORE" : "ALU") + ": " + clause.words() + " words", own);
        Bundle previous = null;
        int bundles = 0;
        for (Bundle bundle : clause.bundles()) {
          bundle(bundle, previous, bundles++);
          previous = bundle;
        }
      }
      case FETCH -> {
        line(null, "TEX: " + clause.ops().size() + " fetches", own);
        for (MachineOp op : clause.ops()) {
          out.append("       ").append(memory(op));
          end(op.from(), rows.operation(operation++));
        }
      }
      default -> {
        List<Integer> told = new ArrayList<>(List.of(own));
        int operations = clause.kind() == Clause.Kind.WAIT ? 0 : clause.ops().size();
        for (int k = 0; k < operations; k++) {
          told.add(rows.operation(operation++));
        }
        MachineOp op = clause.ops().get(0);
        line(op.from(), memory(op), told.toArray(Integer[]::new));
      }
    }
  }

  private String memory(MachineOp op) {
    StringBuilder s = new StringBuilder(op.mnemonic());
    List<String> operands = new ArrayList<>();
    for (int result : op.results()) {
      operands.add(register(result));
    }
    for (Source source : op.sources()) {
      operands.add(source(source, null));
    }
    if (op.spill() != null) {
      operands.add("VEC_PTR[" + op.spill().vector() + "]");
    }
    s.append(' ').append(String.join(", ", operands));
    if (op.offset() != 0) {
      s.append(" + ").append(op.offset());
    }
    return s.toString();
  }

  private void bundle(Bundle bundle, Bundle previous, int number) {
    int[] swizzles = ReadPorts.swizzles(bundle, previous, values);
    String label = String.format(Locale.ROOT, "%5d ", number);
    Integer[] told = new Integer[bundle.ops().size()];
    for (int k = 0; k < told.length; k++) {
      told[k] = bundle.ops().get(k).isLocal() ? rows.operation(operation++) : null;
    }
    for (int slot = 0; slot < code.architecture().width(); slot++) {
      MachineOp op = bundle.at(slot);
      if (op == null) {
        continue;
      }
      int index = bundle.ops().indexOf(op);
      boolean first = slot == Integer.numberOfTrailingZeros(bundle.mask(index));
      out.append(label).append(CHANNELS.charAt(slot)).append(": ");
      label = "      ";
      if (!first) {
        out.append(op.mnemonic()).append(" ____");
        end(op.from());
        continue;
      }
      List<String> operands = new ArrayList<>();
      for (int result : op.results()) {
        operands.add(register(result));
      }
      if (op.results().length == 0) {
        operands.add("____");
      }
      for (Source source : op.sources()) {
        operands.add(source(source, previous));
      }
      out.append(
          String.format(Locale.ROOT, "%-16s %s", op.mnemonic(), String.join(", ", operands)));
      if (swizzles != null && swizzles[index] > 0) {
        String[] names = bundle.isTrans(index) ? TRANS_SWIZZLES : VECTOR_SWIZZLES;
        out.append("  SWIZZLE_").append(names[swizzles[index]]);
      }
      end(op.from(), told[index] == null ? new Integer[0] : new Integer[] {told[index]});
    }
  }

  private String register(int value) {
    int channel = Math.max(0, values.channel(value));
    return values.register(value) < 0
        ? "____"
        : "R" + values.register(value) + "." + CHANNELS.charAt(channel);
  }

  private String source(Source s, Bundle previous) {
    String text =
        switch (s.kind()) {
          case VALUE -> forwarded(s.number(), previous);
          case CONSTANT ->
              "KC" + s.bank() + "[" + s.number() / 4 + "]." + CHANNELS.charAt(s.number() % 4);
          case LITERAL, INLINE -> number(s.bits());
          case QUEUE -> s.number() == 0 ? "OQAP" : "OQBP";
        };
    text = s.absolute() ? "|" + text + "|" : text;
    return s.negated() ? "-" + text : text;
  }

  private static String number(int bits) {
    float f = Float.intBitsToFloat(bits);
    int exponent = bits >>> 23 & 0xFF;
    return exponent > 90 && exponent < 160 ? f + "f" : Integer.toString(bits);
  }

  private String forwarded(int value, Bundle previous) {
    if (previous != null) {
      for (int k = 0; k < previous.ops().size(); k++) {
        for (int result : previous.ops().get(k).results()) {
          if (result == value) {
            return previous.isTrans(k) ? "PS" : "PV." + CHANNELS.charAt(values.channel(value));
          }
        }
      }
    }
    return register(value);
  }
}
