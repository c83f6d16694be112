// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.explain.roof.PortWork.Key;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Builds factors of roofs with their names, amounts and sentences. */
final class FactorWords {
  private static final double MEGA = 1e6;
  private static final double GIGA = 1e9;
  private static final double PICOS = 1e12;

  /**
   * Instructions executed on one kind of port.
   *
   * @param executions number of executions by wavefronts
   * @param each cycles per execution
   */
  record Executed(Roof roof, double executions, double each) {}

  private final Subject slow;
  private final Subject fast;
  private final LineWords lines;

  FactorWords(Subject slow, PortWork slowWork, Subject fast, PortWork fastWork) {
    this.slow = slow;
    this.fast = fast;
    lines = new LineWords(slow, slowWork, fast, fastWork);
  }

  private Factor factor(
      FactorKind kind, String name, double value, String mine, String theirs, String words) {
    return new Factor(
        kind,
        name,
        value,
        new Factor.Sides(theirs, mine),
        name + ": " + words + ".",
        Optional.empty());
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

  /**
   * Compares the numbers of busy units: all units divided by the load of the busiest unit relative
   * to the mean.
   */
  Factor units(double mineUneven, double theirsUneven) {
    double mine = slow.units() / mineUneven;
    double theirs = fast.units() / theirsUneven;
    return factor(
        FactorKind.RATE,
        mineUneven == 1 && theirsUneven == 1 ? "units" : "units that work",
        theirs / mine,
        number(mine),
        number(theirs),
        both(units(slow, mineUneven), units(fast, theirsUneven)));
  }

  private static String units(Subject of, double uneven) {
    String all = number(of.units());
    return uneven == 1
        ? all + " compute units"
        : "as many as %s of %s compute units (the one with most work has %s times the mean)"
            .formatted(number(of.units() / uneven), all, number(uneven));
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
        "caches serve %s: its %s has a peak of %s, %s's %s one of %s"
            .formatted(fast.name(), f.name(), rate(f), slow.name(), s.name(), rate(s)));
  }

  private static String rate(Roof roof) {
    return String.format(Locale.ROOT, "%,.1f GB/s", roof.rate() * PICOS / GIGA);
  }

  // ------------------------------------------------------------------------------------- amounts

  /** Compares the cycles of selected instructions on one kind of port of each device. */
  Factor issue(Roof s, Roof f, double mine, double theirs, Predicate<Key> which) {
    String p = short_(s);
    String q = short_(f);
    String words =
        "the same work takes "
            + both(
                Amounts.cycles(mine) + " of " + s.name(),
                Amounts.cycles(theirs) + " of " + f.name());
    return factor(
        FactorKind.DEMAND,
        "issue cycles",
        mine / theirs,
        Amounts.cycles(mine) + " " + p,
        Amounts.cycles(theirs) + " " + q,
        words + lines.dominant(p, q, which));
  }

  /**
   * Splits cycles into executions by wavefronts and cycles per execution, for instructions that
   * mostly issue on one kind of port. The sentence of the larger factor names the dominant class of
   * instructions and its line.
   */
  List<Factor> instructions(Executed mine, Executed theirs, Set<Key> which) {
    double count = mine.executions() / theirs.executions();
    double each = mine.each() / theirs.each();
    String most = lines.dominant(short_(mine.roof()), short_(theirs.roof()), which::contains);
    boolean counts = Math.abs(StrictMath.log(count)) > Math.abs(StrictMath.log(each));
    return List.of(
        factor(
            FactorKind.DEMAND,
            "instructions",
            count,
            Amounts.count(mine.executions()) + " " + short_(mine.roof()),
            Amounts.count(theirs.executions()) + " " + short_(theirs.roof()),
            "wavefronts execute "
                + both(
                    Amounts.count(mine.executions()) + " instructions at " + mine.roof().name(),
                    Amounts.count(theirs.executions()) + " at " + theirs.roof().name())
                + (counts ? most : "")),
        factor(
            FactorKind.DEMAND,
            "cycles each",
            each,
            Amounts.each(mine.each()),
            Amounts.each(theirs.each()),
            "an instruction takes "
                + both(
                    Amounts.each(mine.each()) + " cycles of " + mine.roof().name(),
                    Amounts.each(theirs.each()) + " cycles of " + theirs.roof().name())
                + (counts ? "" : most)));
  }

  Factor others(Roof s, double value) {
    return factor(
        FactorKind.DEMAND,
        "other instructions at " + s.name(),
        value,
        Amounts.percent(1 - 1 / value),
        "",
        "%s of the cycles of %s's %s are for other instructions"
            .formatted(Amounts.percent(1 - 1 / value), slow.name(), s.name()));
  }

  Factor othersThere(Roof f, double value) {
    return factor(
        FactorKind.ELSEWHERE,
        "other instructions at " + f.name(),
        value,
        "",
        Amounts.percent(1 - value),
        "%s of the cycles of %s's %s are for other instructions"
            .formatted(Amounts.percent(1 - value), fast.name(), f.name()));
  }

  Factor asked(double value) {
    String mine = Amounts.bytes(slow.of("memory.bytes_requested"));
    String theirs = Amounts.bytes(fast.of("memory.bytes_requested"));
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
        "traffic per byte that lanes request is %s B on %s (%s), %s B on %s (%s)%s"
            .formatted(
                mine,
                slow.name(),
                s.resource().words(),
                theirs,
                fast.name(),
                f.resource().words(),
                lines.waiting("global memory")));
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
        both(mine, theirs) + lines.waiting(LineWords.memory(s)));
  }

  // ---------------------------------------------------------------------------------- elsewhere

  Factor elsewhere(Roof there, Roof f, double value) {
    return factor(
        FactorKind.ELSEWHERE,
        f.name() + " on " + fast.name(),
        value,
        "",
        Amounts.percent(f.share()),
        "%s needs longer at %s (%s at its peak) than for the same at %s"
            .formatted(fast.name(), f.name(), micros(f), there.name()));
  }

  Factor other(Roof s, Roof f, double value) {
    return factor(
        FactorKind.ELSEWHERE,
        f.name() + " instead of " + s.name(),
        value,
        micros(s),
        micros(f),
        "at their peaks, %s's %s takes %s, %s, which hardly uses such a resource, %s at %s"
            .formatted(slow.name(), s.name(), micros(s), fast.name(), micros(f), f.name()));
  }

  // --------------------------------------------------------------------------------------- text

  private static String micros(Roof roof) {
    return String.format(Locale.ROOT, "%.3g µs", roof.picos() / MEGA);
  }

  private static String amount(Roof roof) {
    return roof.unit().equals("B") ? Amounts.bytes(roof.used()) : Amounts.cycles(roof.used());
  }

  private static String number(double value) {
    return Math.abs(value - Math.rint(value)) < 1e-6
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.2f", value);
  }
}
