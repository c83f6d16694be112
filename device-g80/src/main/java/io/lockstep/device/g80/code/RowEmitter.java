// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.lower.control.JoinPoints;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.register.SpillSlot;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class RowEmitter {
  private final Kernel kernel;
  private final CodeRows<Row> rows;
  private final boolean listed;
  private final IntPredicate fromShared;
  private final int sharedOperand;

  /**
   * @param listed whether the listing is needed
   * @param fromShared whether a register is read from shared memory
   * @param sharedOperand clocks of an instruction with a shared-memory operand
   */
  RowEmitter(Kernel kernel, boolean listed, IntPredicate fromShared, int sharedOperand) {
    this.fromShared = fromShared;
    this.sharedOperand = sharedOperand;
    this.kernel = kernel;
    rows = new CodeRows<>(kernel);
    this.listed = listed;
  }

  void startBlock(int block) {
    rows.begin(block, "B" + block + ":");
  }

  void comment(String line) {
    rows.note(line);
  }

  void flag(String line, Instruction i) {
    rows.note(line, i);
  }

  Map<Instruction, IssueTime> times() {
    Map<Instruction, IssueTime> times = new IdentityHashMap<>();
    for (Row row : rows.rows()) {
      times.merge(
          row.from().get(row.from().size() - 1),
          new IssueTime(
              row.cost().interval(), row.isOpen() ? IssueTime.OPEN : row.cost().latency()),
          (a, b) -> new IssueTime(a.clocks() + b.clocks(), b.latency()));
    }
    return times;
  }

  /**
   * @param renames whether values that follow each other in a variable have own registers
   */
  WarpCode finish(
      int registers, PredicatedIfs ifs, JoinPoints joins, PrivateFrame frame, boolean renames) {
    return new WarpCode(rows, registers, frame, ifs, joins, renames);
  }

  /** Creates a refusal with the kernel's line. */
  RefusalException refuse(Instruction i, String what) {
    return new RefusalException(where(i) + ": uses " + what + ", which this device lacks");
  }

  String where(Instruction i) {
    return "kernel '" + kernel.name() + "', " + kernel.source() + i.place();
  }

  /** Records a copy without an instruction: the result becomes ready with its source. */
  void rename(Instruction i) {
    free(i, i.reads());
  }

  /** Records a condition that is written together with a result. */
  void follow(Instruction i, int result) {
    free(i, List.of(result));
  }

  private void free(Instruction i, List<Integer> reads) {
    List<Instruction> from = List.of(i);
    rows.add(new Row(from, Pipe.SP, Row.Cost.NONE, Row.Access.NONE, reads, i.writes()), from);
  }

  void emit(Instruction i, Pipe pipe, String name, int instructions, int clocks, int latency) {
    boolean simple = (pipe == Pipe.SP || pipe == Pipe.MULTIPLY) && instructions == 1;
    boolean operand = simple && i.reads().stream().anyMatch(fromShared::test);
    int interval = operand ? Math.max(clocks, sharedOperand) : clocks;
    Row.Cost cost = new Row.Cost(instructions, interval, latency);
    add(name, i, operand ? Pipe.SP : pipe, cost, i.reads(), i.writes());
  }

  /**
   * Emits a memory access.
   *
   * @param kind as in {@link WarpCode#access}
   */
  void access(Instruction i, Pipe pipe, String name, Row.Cost cost, byte kind) {
    add(name, i, new Row(List.of(i), pipe, cost, Row.Access.of(kind, i), i.reads(), i.writes()));
  }

  /** Emits a reload or store of a spilled value for an instruction. */
  void move(Instruction by, int clocks, byte kind, List<Integer> registers, SpillSlot slot) {
    boolean load = kind == WarpCode.LOAD;
    Row.Cost cost = new Row.Cost(slot.bytes() / 4, clocks, 0);
    List<Integer> read = load ? List.of() : registers;
    List<Integer> written = load ? registers : List.of();
    Row.Access access = new Row.Access(kind, -1, slot);
    Row row = new Row(List.of(by), Pipe.PRIVATE, cost, access, read, written);
    moved((load ? "ld" : "st") + " l[] spilled ", by, registers, row);
  }

  /** Emits the rematerialisation of a value for an instruction. */
  void again(Instruction by, Row.Cost cost, List<Integer> registers) {
    Row row = new Row(List.of(by), Pipe.SP, cost, Row.Access.NONE, List.of(), registers);
    moved("mov b32 again ", by, registers, row);
  }

  private void moved(String name, Instruction by, List<Integer> registers, Row row) {
    rows.add(row, row.from());
    line(() -> name + names(registers).collect(Collectors.joining(", ")), by, row);
  }

  /** Emits an address that differs by a constant from another. */
  void near(Instruction i, int other, int clocks, int latency) {
    String name = "add (apart from " + kernel.registerNames().get(other) + ")";
    add(name, i, Pipe.SP, new Row.Cost(1, clocks, latency), List.of(other), i.writes());
  }

  void jump(Instruction i, String name, int interval, int latency) {
    add(name, i, Pipe.BRANCH, new Row.Cost(1, interval, latency), List.of(), List.of());
  }

  /** Emits a part of a sequence whose result only the next part reads. */
  void part(Instruction i, Pipe pipe, String name, int interval, List<Integer> reads) {
    add(name, i, pipe, new Row.Cost(1, interval, 0), reads, List.of());
  }

  /** Emits arithmetic with a shared-memory operand. */
  void withOperand(
      Instruction i, SharedOperands.Word word, String name, int interval, int latency) {
    Instruction load = word.load();
    List<Integer> sources = new ArrayList<>(i.reads());
    sources.remove((Integer) word.value());
    sources.addAll(load.reads());
    List<Instruction> both = word.first() ? List.of(load, i) : List.of(i);
    Row.Access access = Row.Access.of(word.first() ? WarpCode.LOAD : WarpCode.NONE, load);
    Row.Cost cost = new Row.Cost(1, interval, latency);
    String value = kernel.registerNames().get(word.value());
    Row row = new Row(both, Pipe.SHARED, cost, access, sources, i.writes());
    add(name + " (s[] for " + value + ")", i, row);
  }

  private void add(
      String name,
      Instruction i,
      Pipe pipe,
      Row.Cost cost,
      List<Integer> reads,
      List<Integer> writes) {
    add(name, i, new Row(List.of(i), pipe, cost, Row.Access.NONE, reads, writes));
  }

  private void add(String name, Instruction i, Row row) {
    rows.add(row, row.from());
    line(() -> guard(i) + name + " " + operands(i), i, row);
  }

  private String guard(Instruction i) {
    return i.guard() < 0
        ? ""
        : "(" + (i.guardNegated() ? "!" : "") + kernel.registerNames().get(i.guard()) + ") ";
  }

  private String operands(Instruction i) {
    Stream<String> sources = i.sources().stream().map(this::operand);
    return Stream.concat(names(i.writes()), sources)
        .reduce("", (all, next) -> all.isEmpty() ? next : all + ", " + next); // names may be empty
  }

  private String operand(Operand o) {
    return o.isRegister()
        ? kernel.registerNames().get(o.register())
        : "0x" + Long.toHexString(o.bits());
  }

  private Stream<String> names(List<Integer> registers) {
    return registers.stream().map(kernel.registerNames()::get);
  }

  private void line(Supplier<String> code, Instruction i, Row row) {
    if (listed) {
      StringBuilder text = new StringBuilder("    ");
      column(text, row.pipe().name().toLowerCase(Locale.ROOT), 9);
      column(text, code.get(), 40);
      text.append("// ").append(row.cost().interval()).append(" clk, line ").append(i.line());
      rows.line(text.toString(), row.from());
    }
  }

  private static void column(StringBuilder text, String value, int width) {
    text.append(value).append(" ".repeat(Math.max(0, width - value.length()) + 1));
  }
}
