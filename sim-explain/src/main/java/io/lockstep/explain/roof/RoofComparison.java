// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.explain.ladder.Uneven;
import io.lockstep.explain.roof.PortWork.Work;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;

/**
 * Compares two runs by their largest roofs: factors of the quotient of the roofs, and findings
 * about each run. Immutable.
 */
public final class RoofComparison {
  private final Subject from;
  private final Subject to;
  private final Roof fromRoof;
  private final Roof toRoof;
  private final List<Factor> factors;
  private final List<MovedLine> moved;
  private final String movedWords;
  private final boolean ofUnits; // whether a factor includes the load imbalance of units

  /**
   * Compares two runs.
   *
   * @param fromPlaces resolves source lines of the first run
   * @param toPlaces resolves source lines of the second run
   * @param same whether both run the same program
   */
  public RoofComparison(
      Subject from, LinePlaces fromPlaces, Subject to, LinePlaces toPlaces, boolean same) {
    this.from = from;
    this.to = to;
    PortWork fromWork = work(from, fromPlaces);
    PortWork toWork = work(to, toPlaces);
    Optional<Roof> one = from.main();
    Optional<Roof> other = to.main();
    if (one.isEmpty() || other.isEmpty()) {
      fromRoof = whole(from);
      toRoof = whole(to);
      factors =
          List.of(
              new Factor(
                  FactorKind.WAITS,
                  "kernels",
                  toRoof.picos() / fromRoof.picos(),
                  Factor.Sides.NONE,
                  "",
                  Optional.empty()));
      ofUnits = false;
    } else {
      boolean ahead = isSlower(to, from);
      fromRoof = ahead ? like(other.get(), from, one.get()) : one.get();
      toRoof = ahead ? other.get() : like(one.get(), to, other.get());
      RoofFactors found =
          ahead
              ? new RoofFactors(to, toWork, from, fromWork)
              : new RoofFactors(from, fromWork, to, toWork);
      factors =
          ahead
              ? found.of(toRoof, fromRoof, same)
              : found.of(fromRoof, toRoof, same).stream().map(Factor::backwards).toList();
      ofUnits = found.isOfUnits();
    }
    boolean bytes =
        slowRoof().resource() == Resource.DRAM && fromWork.hasDramBytes() && toWork.hasDramBytes();
    Optional<IssuePort> port = movingPort(fromWork, toWork);
    ToDoubleFunction<Work> amount =
        bytes ? Work::dramBytes : w -> port.isPresent() ? w.on(port.get().name()) : w.cycles();
    moved = same ? List.of() : MovedLines.of(fromWork, toWork, amount);
    movedWords =
        moved.isEmpty()
            ? ""
            : bytes
                ? "bytes of DRAM"
                : port.isPresent()
                    ? "cycles that " + slowRoof().name() + " issues"
                    : "cycles of issue ports, waits included";
  }

  /**
   * Returns the roof with which the slower run's roof is compared: the faster run's own roof, or
   * its roof for the slower run's resource if no resource limits the faster run and that resource
   * is at least as busy.
   */
  private static Roof like(Roof slow, Subject fast, Roof own) {
    Optional<Roof> same = fast.busiest(r -> r.resource() == slow.resource());
    return same.isPresent() && !fast.isBusy(own) && fast.busy(same.get()) >= fast.busy(own)
        ? same.get()
        : own;
  }

  private static Roof whole(Subject of) {
    return Roof.whole(of.result().kernelPicos());
  }

  private static PortWork work(Subject of, LinePlaces places) {
    return of.issue()
        .map(issue -> PortWork.of(of.result().lines(), issue, places))
        .orElse(PortWork.NONE);
  }

  /**
   * Whether a run takes longer; equal times are ordered by name, so that the result does not depend
   * on the direction.
   */
  private static boolean isSlower(Subject one, Subject other) {
    long a = one.result().kernelPicos();
    long b = other.result().kernelPicos();
    return a != b ? a > b : one.name().compareTo(other.name()) > 0;
  }

  private Subject slow() {
    return isSlower(to, from) ? to : from;
  }

  private Roof slowRoof() {
    return slow() == to ? toRoof : fromRoof;
  }

  /**
   * Returns the port of the slower run's roof, if that roof limits the run and both kernels use the
   * port.
   */
  private Optional<IssuePort> movingPort(PortWork one, PortWork other) {
    return slow()
        .port(slowRoof())
        .filter(port -> !isUnbound(slow()))
        .filter(port -> one.cycles(port.name(), k -> true) > 0)
        .filter(port -> other.cycles(port.name(), k -> true) > 0);
  }

  /** Returns a description of the amounts of {@link #moved}; empty if there are none. */
  public String movedWords() {
    return movedWords;
  }

  private static boolean isUnbound(Subject of) {
    return !of.roofs().isBound();
  }

  public Subject from() {
    return from;
  }

  public Subject to() {
    return to;
  }

  public Roof fromRoof() {
    return fromRoof;
  }

  public Roof toRoof() {
    return toRoof;
  }

  /**
   * Returns the time of a run's largest roof in picoseconds. If a factor includes the load
   * imbalance of units, this is the time of the busiest unit.
   */
  public double picos(Subject of) {
    Roof roof = of == from ? fromRoof : toRoof;
    return roof.picos() * (ofUnits ? of.unevenUnits(roof) : 1);
  }

  /**
   * Returns the factors by which load imbalance prolongs a run's largest roof, by name of the step.
   * The imbalance of units is omitted if {@link #factors} already includes it.
   */
  public SortedMap<String, Double> unevenLoad(Subject of) {
    SortedMap<String, Double> load = of.unevenLoad(of == from ? fromRoof : toRoof);
    if (ofUnits) {
      load.remove(Uneven.UNITS);
    }
    return load;
  }

  /** Returns factors whose product is the quotient of {@link #picos}, second run by first. */
  public List<Factor> factors() {
    return factors;
  }

  /** Returns the lines between which work moved; empty if both runs execute one program. */
  public List<MovedLine> moved() {
    return moved;
  }

  /** Whether no resource limits the slower run. */
  public boolean isSlowerUnbound() {
    return isUnbound(slow());
  }

  /**
   * Returns a sentence about the limiting resource of each run, plus one for each run whose
   * critical path names another resource.
   */
  public List<String> findings() {
    List<String> findings = new ArrayList<>();
    findings.add(bound(from));
    findings.add(bound(to));
    PathWitness.contradicts(from, fromRoof).ifPresent(findings::add);
    PathWitness.contradicts(to, toRoof).ifPresent(findings::add);
    return findings;
  }

  private static String bound(Subject of) {
    Optional<Roof> most = of.roofs().largest();
    if (most.isEmpty()) {
      return of.name() + ": the device declares no resources with a peak.";
    }
    String share = Amounts.percent(most.get().share());
    return of.roofs().isBound()
        ? of.name() + ": bound by " + most.get().name() + ", used at " + share + " of its peak."
        : ("%s: no resource limits the run; the highest utilisation is that of %s, %s of its"
                + " peak.")
            .formatted(of.name(), most.get().name(), share);
  }
}
