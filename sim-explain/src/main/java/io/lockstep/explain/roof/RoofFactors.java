// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.explain.figures.UncertainFigure;
import io.lockstep.explain.roof.PortWork.Key;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.Resource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decomposes the quotient of the slower run's largest roof and the faster run's into named factors.
 * Their product is exact.
 */
final class RoofFactors {
  private static final String BYTES = "B";
  private static final String ASKED = "memory.bytes_requested";
  private static final double ROUNDING = 1e-4; // of a logarithm; times are whole picoseconds

  /** A resource whose roof is a smaller fraction of the run's largest roof counts as unused. */
  private static final double HARDLY = 0.02;

  private final Subject slow;
  private final Subject fast;
  private final PortWork slowWork;
  private final PortWork fastWork;
  private final FactorWords words;
  private final List<Factor> factors = new ArrayList<>();
  private Roof slowRoof;
  private Roof fastRoof;
  private boolean ofUnits;

  RoofFactors(Subject slow, PortWork slowWork, Subject fast, PortWork fastWork) {
    this.slow = slow;
    this.fast = fast;
    this.slowWork = slowWork;
    this.fastWork = fastWork;
    words = new FactorWords(slow, slowWork, fast, fastWork);
  }

  /**
   * Returns the factors of the slower run relative to the faster one.
   *
   * @param s the slower run's largest roof
   * @param f the faster run's largest roof
   * @param same whether both run the same program, so that instructions have the same numbers
   */
  List<Factor> of(Roof s, Roof f, boolean same) {
    slowRoof = s;
    fastRoof = f;
    if (s.resource() == Resource.PORT) {
      ofPort(s, f, same);
    } else {
      Optional<Roof> there = like(s).filter(r -> r.used() > 0 && r.picos() >= HARDLY * f.picos());
      if (there.isPresent()) {
        rate(s, there.get());
        amounts(s, there.get());
        elsewhere(there.get(), f);
      } else {
        across(s, f);
      }
    }
    return withoutSmall();
  }

  /**
   * Removes factors that differ from 1 only by rounding, and multiplies them into the largest one.
   */
  private List<Factor> withoutSmall() {
    double small = 1;
    Factor largest = null;
    List<Factor> kept = new ArrayList<>();
    for (Factor f : factors) {
      double log = Math.abs(StrictMath.log(f.value()));
      if (log <= ROUNDING) {
        small *= f.value();
      } else {
        kept.add(f);
        largest = largest == null || log > Math.abs(StrictMath.log(largest.value())) ? f : largest;
      }
    }
    if (largest != null) {
      kept.set(kept.indexOf(largest), largest.times(small));
    }
    return kept;
  }

  /** Whether a factor includes the load imbalance of units. */
  boolean isOfUnits() {
    return ofUnits;
  }

  /** Returns the faster run's roof for the same kind of resource. */
  private Optional<Roof> like(Roof s) {
    return fast.roofs().all().stream()
        .filter(r -> r.resource() == s.resource() && r.unit().equals(s.unit()))
        .max(
            Comparator.comparing((Roof r) -> r.name().equals(s.name())).thenComparing(Roof::picos));
  }

  // ------------------------------------------------------------------------------------- ports

  private void ofPort(Roof s, Roof f, boolean same) {
    IssuePort p = slow.port(s).orElseThrow();
    List<Key> mostly =
        same && slowWork.isKnown() && fastWork.isKnown() ? slowWork.mostlyOn(p.name()) : List.of();
    Set<Key> work = new HashSet<>(mostly); // lookup only; never iterated
    IssuePort q = busiest(work).orElse(null);
    if (q == null) {
      work.clear();
      q = counterpart(p).orElse(null);
    }
    Optional<Roof> there = q == null ? Optional.empty() : fast.roof(q).filter(r -> r.used() > 0);
    if (there.isEmpty() || there.get().picos() < HARDLY * f.picos()) {
      across(s, f);
      return;
    }
    rate(s, there.get());
    if (work.isEmpty()) {
      issue(s, there.get(), s.used(), there.get().used(), Set.of());
      elsewhere(there.get(), f);
      return;
    }
    double mine = slowWork.cycles(p.name(), work::contains);
    double theirs = fastWork.cycles(q.name(), work::contains);
    issue(s, there.get(), mine, theirs, work);
    factors.add(words.others(s, s.used() / mine));
    if (there.get().equals(f)) {
      factors.add(words.othersThere(f, theirs / f.used()));
    } else {
      double value = there.get().picos() * theirs / there.get().used() / f.picos();
      factors.add(ofFast(words.elsewhere(there.get(), f, value), there.get(), f));
    }
  }

  /**
   * Adds factors for the cycles of instructions on a port of either device, split into their number
   * and cycles per execution if known.
   *
   * @param work instructions common to both runs; if empty, the instructions of each run that
   *     mostly issue on the run's port
   */
  private void issue(Roof s, Roof f, double mine, double theirs, Set<Key> work) {
    Set<Key> here = work.isEmpty() ? mostly(slow, slowWork, s) : work;
    Set<Key> there = work.isEmpty() ? mostly(fast, fastWork, f) : work;
    double executed = slowWork.executions(here::contains);
    double executedThere = fastWork.executions(there::contains);
    if (executed > 0 && executedThere > 0) {
      factors.addAll(
          words.instructions(
              new FactorWords.Executed(s, executed, mine / executed),
              new FactorWords.Executed(f, executedThere, theirs / executedThere),
              here));
    } else {
      factors.add(words.issue(s, f, mine, theirs, here::contains));
    }
  }

  private static Set<Key> mostly(Subject of, PortWork work, Roof roof) {
    return of.port(roof).map(p -> new HashSet<>(work.mostlyOn(p.name()))).orElse(new HashSet<>());
  }

  /** Returns the kind of port of the faster run that takes longest for the given work. */
  private Optional<IssuePort> busiest(Set<Key> work) {
    IssuePort most = null;
    double longest = 0;
    for (IssuePort q : fast.issue().map(i -> i.ports()).orElse(List.of())) {
      double cycles = work.isEmpty() ? 0 : fastWork.cycles(q.name(), work::contains);
      double picos = fast.roof(q).map(r -> cycles / r.rate()).orElse(0.0);
      if (picos > longest) {
        most = q;
        longest = picos;
      }
    }
    return Optional.ofNullable(most);
  }

  /**
   * Returns the faster run's counterpart of a port: the port with the same name, otherwise the port
   * with the same purpose and the largest roof, otherwise the only port.
   */
  private Optional<IssuePort> counterpart(IssuePort p) {
    List<IssuePort> ports = fast.issue().map(i -> i.ports()).orElse(List.of());
    return ports.stream()
        .filter(q -> q.name().equals(p.name()))
        .findFirst()
        .or(
            () ->
                ports.stream()
                    .filter(q -> q.work() == p.work())
                    .max(
                        Comparator.comparingDouble(q -> fast.roof(q).map(Roof::picos).orElse(0.0))))
        .or(() -> ports.size() == 1 ? Optional.of(ports.get(0)) : Optional.empty());
  }

  // ------------------------------------------------------------------------------------- others

  private void rate(Roof s, Roof f) {
    double all = f.rate() / s.rate();
    if (s.unit().equals(BYTES)) {
      factors.add(ofPeaks(words.peak(s, f, all), s, f));
      return;
    }
    double clock = fast.tickHertz() / slow.tickHertz();
    double units = s.resource() == Resource.ATOMICS ? 1 : fast.units() / slow.units();
    factors.add(words.clock(clock));
    if (s.resource() != Resource.ATOMICS) {
      ofUnits = Subject.isOfUnits(slowRoof) && Subject.isOfUnits(fastRoof);
      factors.add(
          ofUnits
              ? words.units(slow.unevenUnits(slowRoof), fast.unevenUnits(fastRoof))
              : words.units(1, 1));
    }
    factors.add(ofPeaks(words.each(s, f, all / clock / units), s, f));
  }

  /**
   * Adds factors for amounts of bytes or cycles; memory traffic is split into requested bytes and
   * moved bytes per requested byte.
   */
  private void amounts(Roof s, Roof f) {
    double asked = slow.of(ASKED) / fast.of(ASKED);
    double all = s.used() / f.used();
    if (isTraffic(s) && isTraffic(f) && asked > 0 && Double.isFinite(asked)) {
      factors.add(words.asked(asked));
      factors.add(words.moved(s, f, all / asked));
    } else {
      factors.add(words.used(s, f, all));
    }
  }

  private static boolean isTraffic(Roof roof) {
    return roof.unit().equals(BYTES)
        && switch (roof.resource()) {
          case DRAM, L1, L2, NETWORK, MEMORY_PATH -> true;
          default -> false;
        };
  }

  private void elsewhere(Roof there, Roof f) {
    if (!there.equals(f)) { // compare objects: two roofs may share a name but not a unit
      factors.add(ofFast(words.elsewhere(there, f, there.picos() / f.picos()), there, f));
    }
  }

  /** Adds the factors for a faster run that hardly uses the resource of the slower run's roof. */
  private void across(Roof s, Roof f) {
    if (isTraffic(s) && isTraffic(f)) {
      factors.add(ofPeaks(words.otherPeak(s, f, f.rate() / s.rate()), s, f));
      amounts(s, f);
    } else {
      factors.add(ofPeaks(words.other(s, f, s.picos() / f.picos()), s, f));
    }
  }

  /** Adds the range that the peaks of both devices give a factor. */
  private Factor ofPeaks(Factor factor, Roof s, Roof f) {
    return quotient(factor, slow.uncertain(s), fast.uncertain(f));
  }

  /** Adds the range that two peaks of the faster run's device give a factor. */
  private Factor ofFast(Factor factor, Roof there, Roof f) {
    return quotient(factor, fast.uncertain(there), fast.uncertain(f));
  }

  /** A figure to which both peaks are proportional does not move their quotient. */
  private static Factor quotient(
      Factor factor, List<UncertainFigure> under, List<UncertainFigure> over) {
    return factor.within(
        FactorRange.ofPeaks(
            factor.value(),
            under.stream().filter(f -> !over.contains(f)).toList(),
            over.stream().filter(f -> !under.contains(f)).toList()));
  }
}
