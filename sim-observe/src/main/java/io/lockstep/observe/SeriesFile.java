// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.EventCounts;
import io.lockstep.io.output.OutputFile;
import io.lockstep.spi.Machine;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.Program;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An interval series as CSV: for each interval of a device's ticks, one line for each value that is
 * not zero. Lines of different devices may alternate.
 */
final class SeriesFile implements RunFile {
  private static final String HEADER = "device,tick,seconds,figure,value\n";

  private final OutputFile out;
  private final long interval;

  SeriesFile(Path target, long interval) {
    this.interval = interval;
    out = new OutputFile(target);
    out.write(HEADER.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void finish() {
    out.commit();
  }

  @Override
  public void close() {
    out.close();
  }

  @Override
  public RunRecorder device(DeviceSpec spec, Program program, ObservedMachine observed) {
    return new Device(spec.id(), observed);
  }

  /** Writes the intervals of one device. */
  private final class Device implements RunRecorder {
    private final String id;
    private final ObservedMachine observed;
    private final EventCounts counts;
    private final TickScale scale;
    private final Map<String, Long> before = new HashMap<>(); // never iterated

    Device(String id, ObservedMachine observed) {
      this.id = id;
      this.observed = observed;
      counts = new EventCounts(observed.simulation());
      scale = new TickScale(observed.tickHertz());
      sample(observed.simulation().now(), before);
    }

    private void sample(long tick, Map<String, Long> into) {
      observed.machine().sample(tick, observed.check().apply(new Counts(into::put)));
    }

    @Override
    public long last(long tick) {
      long begin = tick / interval * interval;
      return begin > Long.MAX_VALUE - interval ? Long.MAX_VALUE - 1 : begin + interval - 1;
    }

    /** Writes an interval up to {@code tick}, the last tick of the interval or of the run. */
    @Override
    public void take(long tick) {
      StringBuilder lines = new StringBuilder();
      long begin = tick / interval * interval;
      String head =
          id + "," + begin + "," + BigDecimal.valueOf(scale.picos(begin), 12).toPlainString() + ",";
      counts.take(
          (kind, component, events) ->
              line(lines, head, "events." + kind + "@" + component, events));
      SortedMap<String, Long> figures = new TreeMap<>();
      sample(tick, figures);
      figures.forEach(
          (name, value) -> {
            boolean level = observed.statistics().isLevel(name);
            long difference = level ? value : value - before.getOrDefault(name, 0L);
            before.put(name, value);
            if (difference != 0) {
              line(lines, head, name, difference);
            }
          });
      out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void reset(long tick) {
      before.clear();
      sample(tick, before);
    }

    @Override
    public void end(Machine machine, long tick) {
      take(tick);
    }

    private static void line(StringBuilder lines, String head, String name, long value) {
      lines.append(head).append(name).append(',').append(value).append('\n');
    }
  }

  /** Passes counts on, but not ratios, which cannot be subtracted. */
  private record Counts(java.util.function.BiConsumer<String, Long> to) implements StatisticsSink {
    @Override
    public void count(String name, long value) {
      to.accept(name, value);
    }

    @Override
    public void ratio(String name, long numerator, long denominator) {}
  }
}
