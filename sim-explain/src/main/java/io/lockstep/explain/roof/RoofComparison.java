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
 * Two runs by their largest roofs: the factors of the quotient of these, and what is to be said
 * about them. Immutable.
 */
public final class RoofComparison {
  private final Subject from;
  private final Subject to;
  private final Roof fromRoof;
  private final Roof toRoof;
  private final List<Factor> factors;
  private final List<MovedLine> moved;
  private final String movedWords;
  private final boolean ofUnits; // whether a factor includes the uneven load of units

  /**
   * Compares two runs.
   *
   * @param from the first run
   * @param fromPlaces where its source lines are
   * @param to the second run
   * @param toPlaces where its source lines are
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
                  FactorKind.WAITS, "kernels", toRoof.picos() / fromRoof.picos(), "", "", ""));
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

  /** The faster run's roof; if nothing is busy there, rather of the slower one's resource. */
  private static Roof like(Roof slow, Subject fast, Roof own) {
    Optional<Roof> same = fast.busiest(r -> r.resource() == slow.resource());
    return same.isPresent() && !fast.isBusy(own) && fast.busy(same.get()) >= fast.busy(own)
        ? same.get()
        : own;
  }

  private static Roof whole(Subject of) {
    return new Roof(Resource.PORT, "the whole device", 1, of.result().kernelPicos());
  }

  private static PortWork work(Subject of, LinePlaces places) {
    return of.issue()
        .map(issue -> PortWork.of(of.result().lines(), issue, places))
        .orElse(PortWork.NONE);
  }

  /** Whether a run takes longer; of equal times the choice does not depend on the direction. */
  private static boolean isSlower(Subject one, Subject other) {
    long a = one.result().kernelPicos();
    long b = other.result().kernelPicos();
    return a != b ? a > b : one.name().compareTo(other.name()) > 0;
  }

  /** The slower run. */
  private Subject slow() {
    return isSlower(to, from) ? to : from;
  }

  private Roof slowRoof() {
    return slow() == to ? toRoof : fromRoof;
  }

  /** The port of the slower run's roof, if it bounds and both kernels use it. */
  private Optional<IssuePort> movingPort(PortWork one, PortWork other) {
    return slow()
        .port(slowRoof())
        .filter(port -> !isUnbound(slow()))
        .filter(port -> one.cycles(port.name(), k -> true) > 0)
        .filter(port -> other.cycles(port.name(), k -> true) > 0);
  }

  /** {@return words for the amounts of {@link #moved}; empty if there are none} */
  public String movedWords() {
    return movedWords;
  }

  private static boolean isUnbound(Subject of) {
    return !of.roofs().isBound();
  }

  /** {@return the first run} */
  public Subject from() {
    return from;
  }

  /** {@return the second run} */
  public Subject to() {
    return to;
  }

  /** {@return the first run's largest roof} */
  public Roof fromRoof() {
    return fromRoof;
  }

  /** {@return the second run's largest roof} */
  public Roof toRoof() {
    return toRoof;
  }

  /**
   * {@return the time of a run's largest roof, in picoseconds; if a factor is about units that
   * work, that of the unit with most work}
   *
   * @param of one of both runs
   */
  public double picos(Subject of) {
    Roof roof = of == from ? fromRoof : toRoof;
    return roof.picos() * (ofUnits ? of.unevenUnits(roof) : 1);
  }

  /**
   * {@return how much longer a run's largest roof takes because of an uneven load that no factor
   * includes, by name of the step}
   *
   * @param of one of both runs
   */
  public SortedMap<String, Double> unevenLoad(Subject of) {
    SortedMap<String, Double> load = of.unevenLoad(of == from ? fromRoof : toRoof);
    if (ofUnits) {
      load.remove(Uneven.UNITS);
    }
    return load;
  }

  /** {@return factors that multiply to the quotient of {@link #picos}, the second by the first} */
  public List<Factor> factors() {
    return factors;
  }

  /** {@return lines between which work moved; empty if both run the same program} */
  public List<MovedLine> moved() {
    return moved;
  }

  /** {@return whether nothing is bound in the slower run} */
  public boolean isSlowerUnbound() {
    return isUnbound(slow());
  }

  /** {@return what binds either run, one sentence each, and where critical paths say otherwise} */
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
        : of.name()
            + ": nothing is bound; the resource that is used most, "
            + most.get().name()
            + ", is at "
            + share
            + " of its peak.";
  }
}
