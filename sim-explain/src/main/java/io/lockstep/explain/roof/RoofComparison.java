package io.lockstep.explain.roof;

import io.lockstep.explain.roof.PortWork.Work;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    } else {
      fromRoof = one.get();
      toRoof = other.get();
      factors =
          isSlower(to, from)
              ? new RoofFactors(to, toWork, from, fromWork).of(toRoof, fromRoof, same)
              : new RoofFactors(from, fromWork, to, toWork)
                  .of(fromRoof, toRoof, same).stream().map(Factor::backwards).toList();
    }
    moved = same ? List.of() : MovedLines.of(fromWork, toWork, moving());
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

  /** Cycles of a line: those that the slower run's port issues, or all of issue ports. */
  private ToDoubleFunction<Work> moving() {
    Optional<IssuePort> port = slow().port(slowRoof());
    return port.isPresent() && !isUnbound(slow())
        ? w -> w.on(port.get().name())
        : w -> (double) w.cycles();
  }

  /** {@return words for the cycles of {@link #moved}} */
  public String movedWords() {
    return slow().port(slowRoof()).isPresent() && !isUnbound(slow())
        ? "cycles that " + slowRoof().name() + " issues"
        : "cycles of issue ports, waits included";
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

  /** {@return factors that multiply to the second roof by the first} */
  public List<Factor> factors() {
    return factors;
  }

  /** {@return lines between which work moved; empty if both run the same program} */
  public List<MovedLine> moved() {
    return moved;
  }

  /** {@return whether nothing is bound in the slower run, so that its waits say most} */
  public boolean waitsFirst() {
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
    String share = FactorWords.percent(most.get().share());
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
