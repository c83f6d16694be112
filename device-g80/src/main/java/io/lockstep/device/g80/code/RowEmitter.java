// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

final class RowEmitter {
  private final Kernel kernel;
  private final RowTable rows;
  private final List<CodeLine> text = new ArrayList<>();
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
    rows = new RowTable(kernel.blocks().size());
    this.listed = listed;
  }

  void startBlock(int block) {
    rows.startBlock(block);
    text.add(CodeLine.own("B" + block + ":"));
  }

  void comment(String line) {
    text.add(CodeLine.own(line));
  }

  void flag(String line, Instruction i) {
    text.add(CodeLine.of(line, List.of(i)));
  }

  Map<Instruction, IssueTime> times() {
    return rows.times();
  }

  WarpCode finish(int registers, PredicatedIfs ifs, JoinPoints joins, LocalFrame frame) {
    return rows.finish(kernel, registers, ifs, joins, frame, text);
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
    rows.add(i, Pipe.SP, 0, 0, 0, WarpCode.NONE, i.reads(), i.writes());
  }

  /** Records a condition that is written together with a result. */
  void follow(Instruction i, int result) {
    rows.add(i, Pipe.SP, 0, 0, 0, WarpCode.NONE, List.of(result), i.writes());
  }

  void emit(Instruction i, Pipe pipe, String name, int instructions, int clocks, int latency) {
    boolean simple = (pipe == Pipe.SP || pipe == Pipe.MULTIPLY) && instructions == 1;
    boolean operand = simple && i.reads().stream().anyMatch(fromShared::test);
    Pipe taker = operand ? Pipe.SP : pipe;
    int interval = operand ? Math.max(clocks, sharedOperand) : clocks;
    rows.add(i, taker, instructions, interval, latency, WarpCode.NONE, i.reads(), i.writes());
    line(name, i, taker, interval);
  }

  void access(
      Instruction i,
      Pipe pipe,
      String name,
      int instructions,
      int interval,
      int latency,
      byte access) {
    rows.add(i, pipe, instructions, interval, latency, access, i.reads(), i.writes());
    line(name, i, pipe, interval);
  }

  /** Emits a reload or store of a spilled value for an instruction. */
  void move(Instruction by, int clocks, byte access, List<Integer> registers, SpillSlot slot) {
    rows.move(by, clocks, access, registers, slot);
    String name = access == WarpCode.LOAD ? "ld l[] spilled" : "st l[] spilled";
    moved(name, by, registers, Pipe.PRIVATE, clocks);
  }

  /** Emits the rematerialisation of a value for an instruction. */
  void again(Instruction by, int instructions, int clocks, int latency, List<Integer> registers) {
    rows.add(by, Pipe.SP, instructions, clocks, latency, WarpCode.NONE, List.of(), registers);
    moved("mov b32 again", by, registers, Pipe.SP, clocks);
  }

  private void moved(String name, Instruction by, List<Integer> registers, Pipe pipe, int clocks) {
    if (listed) {
      String names =
          registers.stream().map(kernel.registerNames()::get).collect(Collectors.joining(", "));
      line(name + " " + names, by.line(), List.of(by), pipe, clocks);
    }
  }

  /** Emits an address that differs by a constant from another. */
  void near(Instruction i, int other, int clocks, int latency) {
    rows.add(i, Pipe.SP, 1, clocks, latency, WarpCode.NONE, List.of(other), i.writes());
    line("add (apart from " + kernel.registerNames().get(other) + ")", i, Pipe.SP, clocks);
  }

  void jump(Instruction i, String name, int interval, int latency) {
    rows.add(i, Pipe.BRANCH, 1, interval, latency, WarpCode.NONE, List.of(), List.of());
    line(name, i, Pipe.BRANCH, interval);
  }

  /** Emits a part of a sequence whose result only the next part reads. */
  void part(Instruction i, Pipe pipe, String name, int interval, List<Integer> reads) {
    rows.add(i, pipe, 1, interval, 0, WarpCode.NONE, reads, List.of());
    line(name, i, pipe, interval);
  }

  /** Emits arithmetic with a shared-memory operand. */
  void withOperand(
      Instruction i, SharedOperands.Word word, String name, int interval, int latency) {
    Instruction load = word.load();
    List<Integer> sources = i.reads();
    sources.remove((Integer) word.value());
    sources.addAll(load.reads());
    List<Instruction> both = word.first() ? List.of(load, i) : List.of(i);
    byte access = word.first() ? WarpCode.LOAD : WarpCode.NONE;
    rows.add(both, load, Pipe.SHARED, 1, interval, latency, access, sources, i.writes());
    String value = kernel.registerNames().get(word.value());
    line(name + " (s[] for " + value + ")", i, both, Pipe.SHARED, interval);
  }

  private void line(String name, Instruction i, Pipe pipe, int interval) {
    line(name, i, List.of(i), pipe, interval);
  }

  private void line(String name, Instruction i, List<Instruction> from, Pipe pipe, int interval) {
    if (!listed) {
      return;
    }
    StringBuilder operands = new StringBuilder();
    for (int d : i.writes()) {
      operands.append(operands.isEmpty() ? "" : ", ").append(kernel.registerNames().get(d));
    }
    for (Operand o : i.sources()) {
      operands.append(operands.isEmpty() ? "" : ", ");
      operands.append(
          o.isRegister()
              ? kernel.registerNames().get(o.register())
              : "0x" + Long.toHexString(o.bits()));
    }
    String guard =
        i.guard() < 0
            ? ""
            : "(" + (i.guardNegated() ? "!" : "") + kernel.registerNames().get(i.guard()) + ") ";
    line(guard + name + " " + operands, i.line(), from, pipe, interval);
  }

  private void line(String code, int at, List<Instruction> from, Pipe pipe, int interval) {
    text.add(
        CodeLine.of(
                String.format(
                    Locale.ROOT,
                    "    %-9s %-40s // %d clk, line %d",
                    pipe.name().toLowerCase(Locale.ROOT),
                    code,
                    interval,
                    at),
                from)
            .telling(rows.last()));
  }
}
