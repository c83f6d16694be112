// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.CodeOrigins;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

final class RowTable {
  private record Row(
      List<Instruction> from,
      int pipe,
      int instructions,
      int interval,
      int latency,
      int slot,
      byte access,
      List<Integer> sources,
      List<Integer> destinations,
      SpillSlot spill) {}

  private final List<Row> rows = new ArrayList<>();
  private final int[] first; // first row of each block; one more entry with the number of rows
  private final int[] end;
  private int block = -1;

  RowTable(int blocks) {
    first = new int[blocks + 1];
    end = new int[blocks];
  }

  void startBlock(int number) {
    endBlock();
    block = number;
    first[block] = rows.size();
  }

  private void endBlock() {
    if (block >= 0) {
      end[block] = rows.size();
    }
  }

  void add(
      Instruction i,
      Pipe pipe,
      int instructions,
      int interval,
      int latency,
      byte access,
      List<Integer> sources,
      List<Integer> destinations) {
    add(List.of(i), i, pipe, instructions, interval, latency, access, sources, destinations);
  }

  /**
   * Adds a row that implements several instructions.
   *
   * @param i the instruction whose memory access the row performs
   */
  void add(
      List<Instruction> from,
      Instruction i,
      Pipe pipe,
      int instructions,
      int interval,
      int latency,
      byte access,
      List<Integer> sources,
      List<Integer> destinations) {
    int slot = access != WarpCode.NONE && i.isRecorded() ? i.memory().slot() : -1;
    rows.add(
        new Row(
            from,
            pipe.ordinal(),
            instructions,
            interval,
            latency,
            slot,
            access,
            sources,
            destinations,
            null));
  }

  /** Adds a row that moves a value from or to local memory. */
  void move(Instruction by, int clocks, byte access, List<Integer> registers, SpillSlot spill) {
    boolean load = access == WarpCode.LOAD;
    rows.add(
        new Row(
            List.of(by),
            Pipe.PRIVATE.ordinal(),
            spill.bytes() / 4,
            clocks,
            0,
            -1,
            access,
            load ? List.of() : registers,
            load ? registers : List.of(),
            spill));
  }

  Map<Instruction, IssueTime> times() {
    Map<Instruction, IssueTime> times = new IdentityHashMap<>();
    for (Row row : rows) {
      boolean open = row.access != WarpCode.NONE && row.latency == 0 && !row.destinations.isEmpty();
      times.merge(
          row.from.get(row.from.size() - 1),
          new IssueTime(row.interval, open ? IssueTime.OPEN : row.latency),
          (a, b) -> new IssueTime(a.clocks() + b.clocks(), b.latency()));
    }
    return times;
  }

  int last() {
    return rows.size() - 1;
  }

  WarpCode finish(
      Kernel kernel,
      int registers,
      PredicatedIfs ifs,
      JoinPoints joins,
      LocalFrame frame,
      List<CodeLine> text) {
    endBlock();
    int n = rows.size();
    first[first.length - 1] = n;
    byte[] pipe = new byte[n];
    byte[] access = new byte[n];
    int[] sourceStart = new int[n + 1];
    int[] destinationStart = new int[n + 1];
    List<Integer> sources = new ArrayList<>();
    List<Integer> destinations = new ArrayList<>();
    CodeOrigins.Builder origins = CodeOrigins.of(kernel);
    for (int r = 0; r < n; r++) {
      Row row = rows.get(r);
      origins.row(row.from);
      pipe[r] = (byte) row.pipe;
      access[r] = row.access;
      sourceStart[r] = sources.size();
      sources.addAll(row.sources);
      destinationStart[r] = destinations.size();
      destinations.addAll(row.destinations);
    }
    sourceStart[n] = sources.size();
    destinationStart[n] = destinations.size();
    return new WarpCode(
        kernel,
        registers,
        kernel.registers().size(),
        text,
        first,
        end,
        pipe,
        rows.stream().mapToInt(Row::instructions).toArray(),
        rows.stream().mapToInt(Row::interval).toArray(),
        rows.stream().mapToInt(Row::latency).toArray(),
        rows.stream().mapToInt(Row::slot).toArray(),
        access,
        sourceStart,
        ints(sources),
        destinationStart,
        ints(destinations),
        origins.build(),
        ifs,
        joins,
        frame,
        spillSlots());
  }

  /** Spill slots by row; null if there are none. */
  private SpillSlot[] spillSlots() {
    boolean none = rows.stream().allMatch(row -> row.spill == null);
    return none ? null : rows.stream().map(Row::spill).toArray(SpillSlot[]::new);
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }
}
