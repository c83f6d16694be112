// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LineRow;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.InstructionTimes;
import io.lockstep.observe.line.LineTimes.InstructionWork;
import io.lockstep.run.Numbers;
import io.lockstep.run.answer.Fields;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The cycles of issue ports by line, as fields of a result. Scripts rely on the names
 * (docs/results.md): new names may be added, but none changed.
 */
final class LineFields {
  private LineFields() {}

  static void of(LineTimes times, LinePlaces places, Fields to) {
    to.group("outside", o -> causes(times.causes(), times.outside(), o));
    to.list("lines", LineRow.program(times, places), LineFields::line);
    to.list(
        "kernels",
        times.kernels(),
        (kernel, k) -> {
          k.text("kernel", kernel.name());
          k.text("file", kernel.file());
          k.number("launches", kernel.launches());
          k.list("lines", LineRow.kernel(kernel, times, places), LineFields::line);
          k.list(
              "instructions",
              kernel.instructions().stream().filter(i -> i.instruction() >= 0).toList(),
              (i, one) -> instruction(times, i, one));
        });
    to.list(
        "launches",
        times.launches(),
        (launch, l) -> {
          l.number("launch", launch.number());
          l.text("kernel", times.kernel(launch).name());
          l.number("seconds", Numbers.seconds(launch.picos()));
          l.list("lines", LineRow.launch(launch, times, places), LineFields::line);
        });
  }

  private static void line(LineRow row, Fields to) {
    place(row, to);
    causes(row.causes(), row.ticks(), to);
  }

  static void place(LineRow row, Fields to) {
    boolean placed = row.place() != null;
    to.text("file", placed ? row.place().file() : null);
    to.number("line", placed ? BigDecimal.valueOf(row.place().line()) : null);
    to.text("text", placed ? row.place().text() : null);
    to.text("what", placed ? null : row.what());
  }

  private static void instruction(LineTimes times, InstructionTimes i, Fields to) {
    to.number("instruction", i.instruction());
    to.number("line", i.line());
    causes(times.causes(), i.ticks(), to);
    OptionalLong bytes = i.work().map(InstructionWork::dramBytes).orElse(OptionalLong.empty());
    to.number("executions", i.work().map(w -> BigDecimal.valueOf(w.executions())).orElse(null));
    to.number("dram_bytes", bytes.isPresent() ? BigDecimal.valueOf(bytes.getAsLong()) : null);
  }

  static void causes(List<IssueCause> causes, long[] ticks, Fields to) {
    to.number("cycles", LineTimes.sum(ticks));
    Map<String, BigDecimal> common = new TreeMap<>();
    Map<String, BigDecimal> own = new TreeMap<>();
    for (IssueCause c : causes) {
      BigDecimal cycles = BigDecimal.valueOf(ticks[c.ordinal()]);
      common.merge(c.common().key(), cycles, BigDecimal::add);
      own.put(c.statistic().substring(IssueCause.PREFIX.length()), cycles);
    }
    to.figures(plain(CommonCause.PREFIX), common);
    to.figures(plain(IssueCause.PREFIX), own);
  }

  private static String plain(String prefix) {
    return prefix.substring(0, prefix.length() - 1);
  }
}
