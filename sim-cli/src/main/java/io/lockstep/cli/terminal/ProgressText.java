// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import io.lockstep.observe.Meter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Formats a progress line: share, elapsed time and time left. */
public final class ProgressText {
  private static final long SECOND = 1_000_000_000;

  private int index;
  private int count = 1;
  private String name = "";
  private String phase = "";
  private long phaseStart;
  private TimeLeft timeLeft = new TimeLeft();

  /** Declares the current task, given by index, as one of several. */
  public void within(int at, int of, String what) {
    index = at;
    count = of;
    name = what;
  }

  /**
   * @param nanos time since the start in nanoseconds
   * @param width maximum number of columns
   */
  public String line(Meter.Reading reading, long nanos, int width) {
    if (!reading.phase().equals(phase) && count == 1) {
      phase = reading.phase();
      phaseStart = nanos;
      timeLeft = new TimeLeft();
    }
    boolean known = reading.total() > 0;
    double part = known ? reading.share() : 0;
    double share = (index + part) / count;
    boolean counts = known || count > 1;
    List<String> words = new ArrayList<>();
    if (counts) {
      words.add(String.format(Locale.ROOT, "%.1f%%", 100 * share));
    }
    words.add(time(nanos) + (counts ? left(share, nanos) : ""));
    words.add(what(reading));
    if (count > 1) {
      words.add(index + 1 + "/" + count + " " + name);
    }
    if (known || reading.done() > 0) {
      words.add(amount(reading));
    }
    if (!reading.note().isEmpty()) {
      words.add(reading.note());
    }
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      int gap = line.isEmpty() ? 0 : 2;
      if (line.length() + gap + word.length() > width) {
        break;
      }
      line.append(word.isEmpty() ? "" : " ".repeat(gap)).append(word);
    }
    return line.toString();
  }

  private String left(double share, long nanos) {
    timeLeft.look(count == 1 ? nanos - phaseStart : nanos, share);
    OptionalLong left = timeLeft.left();
    return left.isEmpty() ? "" : ", " + time(left.getAsLong()) + " left";
  }

  /** Describes the amount of work, since all devices finish at about the same time. */
  private static String what(Meter.Reading reading) {
    int ended = reading.parts() - reading.open();
    return reading.parts() > 1
        ? reading.phase()
            + " on "
            + reading.parts()
            + " devices"
            + (ended > 0 ? ", " + ended + " done" : "")
        : reading.phase();
  }

  private static String amount(Meter.Reading r) {
    return r.total() > 0
        ? String.format(Locale.ROOT, "%,d of %,d %s", r.done(), r.total(), r.unit())
        : String.format(Locale.ROOT, "%,d %s", r.done(), r.unit());
  }

  /** Formats a duration in at most two units. */
  public static String time(long nanos) {
    long seconds = nanos / SECOND;
    if (seconds < 60) {
      return seconds + " s";
    }
    long minutes = seconds / 60;
    if (minutes < 60) {
      return minutes + " min " + seconds % 60 + " s";
    }
    long hours = minutes / 60;
    return hours < 48 ? hours + " h " + minutes % 60 + " min" : hours / 24 + " days";
  }
}
