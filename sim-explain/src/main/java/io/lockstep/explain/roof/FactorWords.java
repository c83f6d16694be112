package io.lockstep.explain.roof;

import io.lockstep.explain.roof.PortWork.Key;
import io.lockstep.explain.roof.PortWork.Work;
import io.lockstep.observe.line.LinePlaces.Place;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Factors of roofs with their names, amounts and sentences. Immutable. */
final class FactorWords {
  private static final double MEGA = 1e6;
  private static final double GIGA = 1e9;
  private static final double PICOS = 1e12;
  private static final int LONGEST = 60; // characters of a source line

  private final Subject slow;
  private final PortWork slowWork;
  private final Subject fast;
  private final PortWork fastWork;

  FactorWords(Subject slow, PortWork slowWork, Subject fast, PortWork fastWork) {
    this.slow = slow;
    this.slowWork = slowWork;
    this.fast = fast;
    this.fastWork = fastWork;
  }

  /** A factor from the faster to the slower run. */
  private Factor factor(
      FactorKind kind, String name, double value, String mine, String theirs, String words) {
    return new Factor(kind, name, value, theirs, mine, name + ": " + words + ".");
  }

  private String both(String mine, String theirs) {
    return mine + " on " + slow.name() + ", " + theirs + " on " + fast.name();
  }

  // -------------------------------------------------------------------------------------- rates

  Factor clock(double value) {
    String mine = megahertz(slow);
    String theirs = megahertz(fast);
    return factor(
        FactorKind.RATE,
        "clock",
        value,
        mine,
        theirs,
        "cycles are counted at " + both(mine, theirs));
  }

  private static String megahertz(Subject of) {
    return String.format(Locale.ROOT, "%,.0f MHz", of.tickHertz() / MEGA);
  }

  Factor units(double value) {
    String mine = number(slow.units());
    String theirs = number(fast.units());
    return factor(
        FactorKind.RATE,
        "units",
        value,
        mine,
        theirs,
        mine + " compute units on " + slow.name() + ", " + theirs + " on " + fast.name());
  }

  Factor each(Roof s, Roof f, double value) {
    double mine = s.rate() * PICOS / slow.tickHertz() / slow.units();
    double theirs = f.rate() * PICOS / fast.tickHertz() / fast.units();
    return factor(
        FactorKind.RATE,
        "ports a unit",
        value,
        number(mine) + " " + short_(s),
        number(theirs) + " " + short_(f),
        "a unit has " + both(number(mine) + " × " + s.name(), number(theirs) + " × " + f.name()));
  }

  private static String short_(Roof roof) {
    return roof.name().startsWith("port ") ? roof.name().substring("port ".length()) : "";
  }

  Factor peak(Roof s, Roof f, double value) {
    return factor(
        FactorKind.RATE,
        "peak of " + s.resource().words(),
        value,
        rate(s),
        rate(f),
        both(rate(s), rate(f)));
  }

  Factor otherPeak(Roof s, Roof f, double value) {
    return factor(
        FactorKind.ELSEWHERE,
        f.resource().words() + " instead of " + s.resource().words(),
        value,
        rate(s),
        rate(f),
        "caches serve "
            + fast.name()
            + ": its "
            + f.name()
            + " has a peak of "
            + rate(f)
            + ", "
            + slow.name()
            + "'s "
            + s.name()
            + " one of "
            + rate(s));
  }

  private static String rate(Roof roof) {
    return String.format(Locale.ROOT, "%,.1f GB/s", roof.rate() * PICOS / GIGA);
  }

  // ------------------------------------------------------------------------------------- amounts

  /** Cycles of some instructions on a kind of port of either device. */
  Factor issue(Roof s, Roof f, double mine, double theirs, Predicate<Key> which) {
    String p = short_(s);
    String q = short_(f);
    String words =
        "the same work takes "
            + both(cycles(mine) + " of " + s.name(), cycles(theirs) + " of " + f.name());
    return factor(
        FactorKind.DEMAND,
        "issue cycles",
        mine / theirs,
        cycles(mine) + " " + p,
        cycles(theirs) + " " + q,
        words + dominant(p, q, which));
  }

  /** The line and class of instructions that take most of a port's cycles. */
  private String dominant(String p, String q, Predicate<Key> which) {
    Map<String, double[]> groups = new TreeMap<>();
    double all = 0;
    for (Map.Entry<Key, Work> e : slowWork.all().entrySet()) {
      if (which.test(e.getKey()) && e.getValue().on(p) > 0) {
        double[] sums =
            groups.computeIfAbsent(
                e.getValue().words() + at(e.getValue().place()), k -> new double[2]);
        sums[0] += e.getValue().on(p);
        Work there = fastWork.all().get(e.getKey());
        sums[1] += there == null ? 0 : there.on(q);
        all += e.getValue().on(p);
      }
    }
    Optional<Map.Entry<String, double[]>> most =
        groups.entrySet().stream()
            .max(Comparator.comparingDouble((Map.Entry<String, double[]> e) -> e.getValue()[0]));
    if (most.isEmpty()) {
      return "";
    }
    double[] sums = most.get().getValue();
    return "; most for "
        + most.get().getKey()
        + ": "
        + percent(sums[0] / all)
        + " of these on "
        + slow.name()
        + (sums[1] > 0 ? ", " + cycles(sums[1]) + " on " + fast.name() : "");
  }

  private static String at(Place place) {
    if (place == null) {
      return "";
    }
    String text =
        place.text().length() > LONGEST ? place.text().substring(0, LONGEST) + "…" : place.text();
    return " at "
        + place.file().substring(1 + place.file().lastIndexOf('/'))
        + ":"
        + place.line()
        + (text.isEmpty() ? "" : " ‘" + text + "’");
  }

  Factor others(Roof s, double value) {
    return factor(
        FactorKind.DEMAND,
        "other instructions at " + s.name(),
        value,
        percent(1 - 1 / value),
        "",
        percent(1 - 1 / value)
            + " of the cycles of "
            + slow.name()
            + "'s "
            + s.name()
            + " are for other instructions");
  }

  Factor othersThere(Roof f, double value) {
    return factor(
        FactorKind.ELSEWHERE,
        "other instructions at " + f.name(),
        value,
        "",
        percent(1 - value),
        percent(1 - value)
            + " of the cycles of "
            + fast.name()
            + "'s "
            + f.name()
            + " are for other instructions");
  }

  Factor asked(double value) {
    String mine = bytes(slow.of("memory.bytes_requested"));
    String theirs = bytes(fast.of("memory.bytes_requested"));
    return factor(
        FactorKind.DEMAND,
        "bytes asked for",
        value,
        mine,
        theirs,
        "lanes ask memory for " + both(mine, theirs));
  }

  Factor moved(Roof s, Roof f, double value) {
    String mine = perByte(slow, s);
    String theirs = perByte(fast, f);
    return factor(
        FactorKind.DEMAND,
        "bytes moved for each",
        value,
        mine,
        theirs,
        "for each byte that lanes ask for, "
            + s.resource().words()
            + " of "
            + slow.name()
            + " moves "
            + mine
            + " B, "
            + f.resource().words()
            + " of "
            + fast.name()
            + " "
            + theirs
            + " B"
            + waiting());
  }

  /** The line of the slower run that waits longest. */
  private String waiting() {
    Map<String, Double> groups = new TreeMap<>();
    slowWork
        .all()
        .forEach(
            (key, w) -> {
              if (w.words().contains("global memory")) {
                groups.merge(w.words() + at(w.place()), (double) w.cycles(), Double::sum);
              }
            });
    return groups.entrySet().stream()
        .max(Comparator.comparingDouble((Map.Entry<String, Double> e) -> e.getValue()))
        .map(e -> "; " + slow.name() + "'s ports wait longest for " + e.getKey())
        .orElse("");
  }

  private static String perByte(Subject of, Roof roof) {
    return String.format(Locale.ROOT, "%.3f", roof.used() / of.of("memory.bytes_requested"));
  }

  Factor used(Roof s, Roof f, double value) {
    String mine = amount(s);
    String theirs = amount(f);
    return factor(
        FactorKind.DEMAND,
        "use of " + s.resource().words(),
        value,
        mine,
        theirs,
        both(mine, theirs) + waiting());
  }

  // ---------------------------------------------------------------------------------- elsewhere

  Factor elsewhere(Roof there, Roof f, double value) {
    return factor(
        FactorKind.ELSEWHERE,
        f.name() + " on " + fast.name(),
        value,
        "",
        percent(f.share()),
        fast.name()
            + " needs longer at "
            + f.name()
            + " ("
            + micros(f)
            + " at its peak) than for the same at "
            + there.name());
  }

  Factor other(Roof s, Roof f, double value) {
    return factor(
        FactorKind.ELSEWHERE,
        f.name() + " instead of " + s.name(),
        value,
        micros(s),
        micros(f),
        "at their peaks, "
            + slow.name()
            + "'s "
            + s.name()
            + " takes "
            + micros(s)
            + ", "
            + fast.name()
            + ", which hardly uses such a resource, "
            + micros(f)
            + " at "
            + f.name());
  }

  // --------------------------------------------------------------------------------------- text

  private static String micros(Roof roof) {
    return String.format(Locale.ROOT, "%.3g µs", roof.picos() / MEGA);
  }

  private static String amount(Roof roof) {
    return roof.unit().equals("B") ? bytes(roof.used()) : cycles(roof.used());
  }

  private static String bytes(double value) {
    return value >= MEGA
        ? String.format(Locale.ROOT, "%,.2f MB", value / MEGA)
        : String.format(Locale.ROOT, "%,.1f kB", value / 1e3);
  }

  static String cycles(double value) {
    return value >= MEGA
        ? String.format(Locale.ROOT, "%,.2f M cycles", value / MEGA)
        : String.format(Locale.ROOT, "%,.1f k cycles", value / 1e3);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String number(double value) {
    return Math.abs(value - Math.rint(value)) < 1e-6
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.2f", value);
  }
}
