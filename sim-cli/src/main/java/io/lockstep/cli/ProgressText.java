package io.lockstep.cli;

import io.lockstep.run.observe.Meter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The words of a line of progress: share, time, time left. Not thread-safe. */
final class ProgressText {
  private static final long SECOND = 1_000_000_000;

  /** Before so much has passed nobody can tell how long the rest takes. */
  private static final long LEAST_NANOS = 2 * SECOND;

  private static final double LEAST_SHARE = 0.001;

  private int index;
  private int count = 1;
  private String name = "";
  private String phase = "";
  private long phaseStart;

  /** The task is the index-th (from 0) of several. */
  void within(int at, int of, String what) {
    index = at;
    count = of;
    name = what;
  }

  /**
   * The line.
   *
   * @param nanos since the task began
   * @param width columns it may take
   */
  String line(Meter.Reading reading, long nanos, int width) {
    if (!reading.phase().equals(phase) && count == 1) {
      phase = reading.phase();
      phaseStart = nanos;
    }
    boolean known = reading.total() > 0;
    double part = known ? (double) reading.done() / reading.total() : 0;
    double share = (index + part) / count;
    boolean counts = known || count > 1;
    List<String> words = new ArrayList<>();
    if (counts) {
      words.add(String.format(Locale.ROOT, "%.1f%%", 100 * share));
    }
    words.add(time(nanos) + left(counts ? share : 0, nanos));
    words.add(what(reading));
    if (count > 1) {
      words.add(index + 1 + "/" + count + " " + name);
    }
    if (!known && reading.done() > 0 || reading.parts() == 1) {
      words.add(amount(reading));
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
    long spent = count == 1 ? nanos - phaseStart : nanos;
    if (share < LEAST_SHARE || spent < LEAST_NANOS) {
      return "";
    }
    return ", " + time((long) (spent * (1 - share) / share)) + " left";
  }

  private static String what(Meter.Reading reading) {
    return reading.parts() > 1
        ? reading.phase()
            + ", "
            + (reading.parts() - reading.open())
            + " of "
            + reading.parts()
            + " devices done"
        : reading.phase();
  }

  private static String amount(Meter.Reading r) {
    return r.total() > 0
        ? String.format(Locale.ROOT, "%,d of %,d %s", r.done(), r.total(), r.unit())
        : String.format(Locale.ROOT, "%,d %s", r.done(), r.unit());
  }

  /** A time in at most two units. */
  static String time(long nanos) {
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
