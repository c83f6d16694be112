// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.RunResult;
import io.lockstep.spi.stats.CommonCause;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Draws bar charts as text: relative times, or issue-port cycles by stall reason. Stall reasons are
 * drawn as letters, so that neither colours nor Unicode are needed.
 */
public final class BarChart {
  private static final int USUAL_WIDTH = 80; // if the output has no width
  private static final int WIDEST = 160;
  private static final int NARROWEST = 10; // minimum width of a bar
  private static final String GAP = "  ";
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
  private static final String BOLD = "\u001B[1m";
  private static final String PLAIN = "\u001B[0m";

  /**
   * @param colour index in the palette of 256 colours
   */
  private record Ink(char letter, int colour) {}

  private static final Map<CommonCause, Ink> INKS = new EnumMap<>(CommonCause.class);

  static {
    INKS.put(CommonCause.ISSUED, new Ink('I', 71));
    INKS.put(CommonCause.MEMORY_LATENCY, new Ink('L', 173));
    INKS.put(CommonCause.MEMORY_BANDWIDTH, new Ink('W', 167));
    INKS.put(CommonCause.LOCAL_MEMORY, new Ink('S', 139));
    INKS.put(CommonCause.SCALAR_MEMORY, new Ink('C', 132));
    INKS.put(CommonCause.BARRIER, new Ink('B', 178));
    INKS.put(CommonCause.DEPENDENCY, new Ink('D', 74));
    INKS.put(CommonCause.FETCH_AND_CONTROL, new Ink('F', 109));
    INKS.put(CommonCause.OTHER_PORT, new Ink('O', 145));
  }

  private final List<RunResult> shown;
  private final TimingChoice timing;
  private final String base;
  private final Screen screen;
  private final int width;

  /**
   * @param base reference device with time 1; null for the fastest
   */
  public BarChart(List<RunResult> results, TimingChoice timing, String base, Screen screen) {
    shown = results.stream().filter(RunResult::isSimulated).toList();
    this.timing = timing;
    this.base = base;
    this.screen = screen;
    width = screen.isNarrow() ? Math.min(WIDEST, screen.width()) : USUAL_WIDTH;
  }

  /** Returns the result of the reference device; null if no device was simulated. */
  private RunResult base() {
    RunResult best = null;
    for (RunResult r : shown) {
      if (r.device().equals(base)) {
        return r;
      }
      best = best == null || timing.picos(r) < timing.picos(best) ? r : best;
    }
    return best;
  }

  public String times() {
    if (shown.isEmpty()) {
      return "";
    }
    StringBuilder out = head("shorter is faster");
    long longest = shown.stream().mapToLong(timing::picos).max().orElse(1);
    Frame frame = new Frame(r -> micros(r) + " µs");
    for (RunResult r : shown) {
      String bar = bar(timing.picos(r), longest, frame.room);
      out.append(frame.line(r, bar, bar.length()));
    }
    return out.append('\n').toString();
  }

  private StringBuilder head(String more) {
    StringBuilder out = new StringBuilder();
    out.append(screen.wrapped(FigureText.point(shown.get(0)) + "\n", GAP)).append('\n');
    RunResult one = base();
    String what = timing == TimingChoice.kernels ? "kernels' own time" : "time";
    String text = what + " against " + one.device() + ", " + micros(one) + " µs; " + more + "\n";
    return out.append(screen.wrapped(text, GAP)).append('\n');
  }

  private String micros(RunResult r) {
    return FigureText.micros(timing.picos(r));
  }

  private String ratio(RunResult r) {
    long of = Math.max(1, timing.picos(base()));
    return BigDecimal.valueOf(timing.picos(r))
        .divide(BigDecimal.valueOf(of), 2, RoundingMode.HALF_UP)
        .toPlainString();
  }

  /** Draws a bar of at least one mark, in eighths of a column if Unicode is available. */
  private String bar(long value, long longest, int room) {
    long eighths = eighths(value, longest, room);
    if (!screen.unicode()) {
      return "#".repeat((int) Math.max(1, (eighths + 4) / 8));
    }
    int rest = (int) (eighths % 8);
    return "█".repeat((int) (eighths / 8)) + (rest == 0 ? "" : EIGHTHS.charAt(rest));
  }

  private static long eighths(long value, long longest, int room) {
    BigDecimal part =
        BigDecimal.valueOf(value)
            .multiply(BigDecimal.valueOf(8L * room))
            .divide(BigDecimal.valueOf(Math.max(1, longest)), 0, RoundingMode.HALF_UP);
    return Math.max(1, part.longValueExact());
  }

  /** Lays out the texts beside the bars: name and ratio, and another column if there is room. */
  private final class Frame {
    private final int name;
    private final int ratio;
    private final Function<RunResult, String> last;
    private final int lasts; // width of the last column; 0 if omitted
    private final int room;

    Frame(Function<RunResult, String> last) {
      this.last = last;
      name = shown.stream().mapToInt(r -> r.device().length()).max().orElse(0);
      ratio = shown.stream().mapToInt(r -> ratio(r).length()).max().orElse(0);
      int longest = shown.stream().mapToInt(r -> last.apply(r).length()).max().orElse(0);
      int left = width - name - ratio - 2 * GAP.length();
      boolean both = left - longest - GAP.length() >= 2 * NARROWEST;
      lasts = both ? longest : 0;
      room = Math.max(NARROWEST, both ? left - longest - GAP.length() : left);
    }

    /**
     * @param columns width of the bar in columns, not counting colour codes
     */
    String line(RunResult r, String bar, int columns) {
      boolean bold = screen.colours() && r == base();
      String text =
          pad(r.device(), name, false)
              + GAP
              + bar
              + " ".repeat(room - columns)
              + GAP
              + pad(ratio(r), ratio, true)
              + (lasts == 0 ? "" : GAP + pad(last.apply(r), lasts, true));
      return (bold ? BOLD : "") + screen.shown(text).stripTrailing() + (bold ? PLAIN : "") + "\n";
    }

    private String pad(String text, int columns, boolean right) {
      String blanks = " ".repeat(columns - text.length());
      return right ? blanks + text : text + blanks;
    }
  }

  private static BigDecimal cycles(RunResult r, CommonCause cause) {
    return r.statistics().getOrDefault(cause.statistic(), BigDecimal.ZERO);
  }

  private static BigDecimal all(RunResult r) {
    return INKS.keySet().stream().map(c -> cycles(r, c)).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** Formats the share of all cycles in which a wavefront was resident. */
  private String there(RunResult r) {
    BigDecimal there = all(r);
    BigDecimal ports = there.add(cycles(r, CommonCause.NO_WAVEFRONT));
    return ports.signum() == 0
        ? ""
        : there.movePointRight(2).divide(ports, 1, RoundingMode.HALF_UP) + "% there";
  }

  /** Draws stacked bars of equal length, with a legend. */
  public String causes() {
    if (shown.isEmpty()) {
      return "";
    }
    StringBuilder out = head("bars are the port cycles in which a wavefront was there");
    Frame frame = new Frame(this::there);
    for (RunResult r : shown) {
      out.append(frame.line(r, stack(r, frame.room), frame.room));
    }
    List<String> legend = new ArrayList<>();
    for (Map.Entry<CommonCause, Ink> e : INKS.entrySet()) {
      if (shown.stream().anyMatch(r -> cycles(r, e.getKey()).signum() > 0)) {
        legend.add(e.getValue().letter + " " + e.getKey().label());
      }
    }
    return out.append('\n')
        .append(screen.wrapped(String.join(", ", legend) + "\n\n", GAP))
        .toString();
  }

  /** Draws a stacked bar of letters; each stall reason ends at its rounded cumulative share. */
  private String stack(RunResult r, int room) {
    BigDecimal all = all(r);
    if (all.signum() == 0) {
      return " ".repeat(room); // the model reports no stall reasons
    }
    StringBuilder out = new StringBuilder();
    BigDecimal before = BigDecimal.ZERO;
    int drawn = 0;
    for (Map.Entry<CommonCause, Ink> e : INKS.entrySet()) {
      before = before.add(cycles(r, e.getKey()));
      int until =
          before
              .multiply(BigDecimal.valueOf(room))
              .divide(all, 0, RoundingMode.HALF_UP)
              .intValueExact();
      Ink ink = e.getValue();
      String letters = String.valueOf(ink.letter).repeat(until - drawn);
      boolean coded = screen.colours() && !letters.isEmpty();
      out.append(coded ? "\u001B[38;5;16;48;5;" + ink.colour + "m" + letters + PLAIN : letters);
      drawn = until;
    }
    return out.toString();
  }
}
