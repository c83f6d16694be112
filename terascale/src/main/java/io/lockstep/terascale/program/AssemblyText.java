// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.program;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.spi.CodeLine;
import io.lockstep.terascale.bundle.ReadPorts;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.clause.ClauseRows;
import io.lockstep.terascale.clause.StackEntries;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Prints a machine kernel: control flow, clauses, bundles by slot, literals, swizzles. */
final class AssemblyText {
  private static final String CHANNELS = "xyzwt";
  private static final String[] VECTOR_SWIZZLES = {"012", "021", "120", "102", "201", "210"};
  private static final String[] TRANS_SWIZZLES = {"210", "122", "212", "221"};
  private static final Integer[] UNTIMED = {};

  /** What is printed. */
  interface Program {
    Kernel kernel();

    VliwArchitecture architecture();

    int registers();

    int stackEntries();

    ValueTable values();

    List<Block> blocks();

    List<Clause> clauses(int block);

    int bundles();

    int operations();

    int slots();

    int fetches();

    boolean completePath();
  }

  private final Program code;
  private final ReconvergencePoints points;
  private final ClauseRows rows;
  private final ValueTable values;
  private final List<CodeLine> lines = new ArrayList<>();
  private int control;
  private int clause; // number of the next clause in the kernel
  private int operation; // number of the next memory operation in the kernel

  AssemblyText(Program code, ClauseRows rows) {
    this.code = code;
    points = new ReconvergencePoints(code.blocks());
    this.rows = rows;
    values = code.values();
  }

  List<CodeLine> lines() {
    int bundles = Math.max(1, code.bundles());
    line(
        null,
        format(
            "; %s: VLIW%d, %d registers, %d stack entries, %d bytes of local memory, %s",
            code.kernel().name(),
            code.architecture().width(),
            code.registers(),
            code.stackEntries(),
            code.kernel().localBytes(),
            code.completePath() ? "CompletePath" : "FastPath"));
    line(
        null,
        format(
            "; %d bundles, %d operations in %d slots (%d.%02d slots a bundle), %d fetches",
            code.bundles(),
            code.operations(),
            code.slots(),
            code.slots() / bundles,
            100 * (code.slots() % bundles) / bundles,
            code.fetches()));
    code.blocks().forEach(this::block);
    return lines;
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }

  /**
   * Adds a line.
   *
   * @param from the instruction that the line implements, or null
   * @param told rows whose time is attributed to the line
   */
  private void line(Instruction from, String text, Integer... told) {
    lines.add(CodeLine.of(text, Collections.singleton(from)).telling(told));
  }

  private void control(Instruction from, String text, Integer... told) {
    line(from, format("%02d %s", control++, text), told);
  }

  private void block(Block block) {
    String flow = flow(block);
    Integer[] own = {rows.end(block.id())};
    // A block end without an instruction is attributed to the label.
    line(null, "B" + block.id() + ":", flow.isEmpty() ? own : UNTIMED);
    boolean pushes =
        block.last().op() == Op.BRANCH && !StackEntries.leavesLoop(code.blocks(), block);
    List<Clause> clauses = code.clauses(block.id());
    for (int k = 0; k < clauses.size(); k++) {
      clause(clauses.get(k), pushes && k == clauses.size() - 1);
    }
    if (!flow.isEmpty()) {
      control(block.last(), flow, own);
    }
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
              + (points.meetingBlock(block.id()) >= 0
                  ? ", meet at B" + points.meetingBlock(block.id())
                  : "");
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

  private void clause(Clause clause, boolean push) {
    int number = this.clause++;
    Integer[] own = {rows.clause(number), rows.local(number)};
    switch (clause.kind()) {
      case ALU -> {
        String name = push ? "ALU_PUSH_BEFORE" : "ALU";
        control(null, name + ": " + clause.words() + " words", own);
        for (int k = 0; k < clause.bundles().size(); k++) {
          bundle(clause.bundles().get(k), k == 0 ? null : clause.bundles().get(k - 1), k);
        }
      }
      case FETCH -> {
        control(null, "TEX: " + clause.ops().size() + " fetches", own);
        for (MachineOp op : clause.ops()) {
          line(op.from(), "       " + memory(op), rows.operation(operation++));
        }
      }
      default -> {
        MachineOp op = clause.ops().get(0);
        boolean waits = clause.kind() == MachineOp.Kind.WAIT;
        Integer[] told = waits ? own : new Integer[] {own[0], own[1], rows.operation(operation++)};
        control(op.from(), memory(op), told);
      }
    }
  }

  private String memory(MachineOp op) {
    Stream<String> spilled =
        Stream.ofNullable(op.spill()).map(slot -> "VEC_PTR[" + slot.vector() + "]");
    return op.mnemonic()
        + " "
        + Stream.concat(operands(op, null), spilled).collect(Collectors.joining(", "))
        + (op.offset() != 0 ? " + " + op.offset() : "");
  }

  private Stream<String> operands(MachineOp op, Bundle previous) {
    return Stream.concat(
        IntStream.of(op.results()).mapToObj(this::register),
        Arrays.stream(op.sources()).map(source -> source(source, previous)));
  }

  private void bundle(Bundle bundle, Bundle previous, int number) {
    int[] swizzles = ReadPorts.swizzles(bundle, previous, values);
    List<Integer[]> told = new ArrayList<>();
    for (MachineOp op : bundle.ops()) {
      told.add(op.isLocal() ? new Integer[] {rows.operation(operation++)} : UNTIMED);
    }
    String label = format("%5d ", number);
    for (int slot = 0; slot < code.architecture().width(); slot++) {
      MachineOp op = bundle.at(slot);
      if (op == null) {
        continue;
      }
      int index = bundle.ops().indexOf(op);
      String start = label + CHANNELS.charAt(slot) + ": ";
      label = "      ";
      if (slot == Integer.numberOfTrailingZeros(bundle.mask(index))) {
        String none = op.results().length > 0 ? "" : op.sources().length > 0 ? "____, " : "____";
        String operands = none + operands(op, previous).collect(Collectors.joining(", "));
        String text = start + format("%-16s %s", op.mnemonic(), operands);
        line(op.from(), text + swizzle(bundle, index, swizzles), told.get(index));
      } else {
        line(op.from(), start + op.mnemonic() + " ____");
      }
    }
  }

  private static String swizzle(Bundle bundle, int index, int[] swizzles) {
    String[] names = bundle.isTrans(index) ? TRANS_SWIZZLES : VECTOR_SWIZZLES;
    boolean shown = swizzles != null && swizzles[index] > 0;
    return shown ? "  SWIZZLE_" + names[swizzles[index]] : "";
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
    for (int k = 0; previous != null && k < previous.ops().size(); k++) {
      if (previous.ops().get(k).writes(value)) {
        return previous.isTrans(k) ? "PS" : "PV." + CHANNELS.charAt(values.channel(value));
      }
    }
    return register(value);
  }
}
