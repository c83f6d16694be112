// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.UnexplainedException;
import io.lockstep.explain.experiment.WallTime;
import io.lockstep.explain.figures.FigureKind;
import io.lockstep.explain.figures.LegalSteps;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.sensitivity.SensitivityFinder;
import io.lockstep.judge.validation.Suite;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.study.StudyProgress;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Finds the figure of a device that, set to another value, removes most of a suite's errors. The
 * suite is simulated with each figure a fifth lower and higher; the best value is interpolated by
 * least squares of logarithms. The best candidates are then simulated at their best values until
 * the first-ranked candidate has been simulated. Results do not depend on the number of threads.
 * Thread-safe.
 */
public final class CalibrationFinder {
  /** Number of figures whose best values are simulated. */
  private static final int REFINED = 8;

  /** Maximum number of refinement rounds. */
  private static final int ROUNDS = 5;

  /** Minimum remaining fraction of the squared errors; below it the figure explains the errors. */
  private static final double FOUND = 0.01;

  /** Multiples of a figure's value that are simulated if no near value explains the errors. */
  private static final double[] WIDE = {2.0 / 3, 1.5};

  /** Multiples of a best value that are also simulated. */
  private static final double[] BESIDE = {0.88, 0.92, 0.96, 1.04, 1.08, 1.12};

  /** Largest best value for which the neighbouring integers are also simulated. */
  private static final double SMALL = 1000;

  private static final double[] WHOLE = {-2, -1, 1, 2};

  /**
   * A figure has an effect if a neighbouring value changes the logarithm of at least one row's
   * result by more than this.
   */
  private static final double LEAST = 1e-4;

  /** Maximum difference of indistinguishable figures' predictions, relative to their effect. */
  private static final double ALIKE = 0.01;

  private final Installed installed;
  private final ExperimentOptions options;

  public CalibrationFinder(Installed installed, ExperimentOptions options) {
    this.installed = installed;
    this.options = options;
  }

  /**
   * Ranks figures by how much of a suite's errors they explain.
   *
   * @param suite rows with expected values
   * @param device device on which all rows are simulated
   * @param wanted selects figures by path
   * @throws UnexplainedException if no row has a value, or the time limit is reached
   */
  public Diagnosis find(
      Suite suite, Side device, Predicate<String> wanted, StudyProgress listener) {
    WallTime time = new WallTime(options.limit(), listener);
    try (SuiteValues values = new SuiteValues(suite, device.spec(), installed, options, time)) {
      return new Session(device, values, wanted).find(time);
    }
  }

  private static final class Candidate {
    private final SpecSchema.Key key;
    private final LegalSteps legal;
    private final ResponseCurve curve;
    private double response; // largest change for a neighbouring value on either side
    private boolean refined;

    Candidate(SpecSchema.Key key, LegalSteps legal, ResponseCurve curve) {
      this.key = key;
      this.legal = legal;
      this.curve = curve;
    }

    String path() {
      return key.path();
    }

    /** Returns the legal value nearest to a target; empty if it was simulated before. */
    Optional<LegalSteps.Legal> unknown(double target) {
      return legal.nearest(key, target).filter(l -> !curve.has(StrictMath.log(l.value())));
    }

    /**
     * Returns the sum of squared errors at the best value: simulated if available, otherwise
     * interpolated.
     */
    double squares() {
      return (refined ? curve.best() : curve.fit()).squares();
    }
  }

  private final class Session {
    private final Side device;
    private final DeviceSpec spec;
    private final SuiteValues values;
    private final Predicate<String> wanted;
    private final List<String> stuck = new ArrayList<>();
    private final List<String> unseen = new ArrayList<>();

    Session(Side device, SuiteValues values, Predicate<String> wanted) {
      this.device = device;
      this.spec = device.spec();
      this.values = values;
      this.wanted = wanted;
    }

    Diagnosis find(WallTime time) {
      values.run(List.of(spec));
      values.take(spec);
      if (values.rows().isEmpty()) {
        throw new UnexplainedException(
            UnexplainedException.Why.REFUSED,
            "no row of the suite has a value above 0 on " + device.name() + values.problem());
      }
      List<Candidate> candidates = candidates();
      boolean met = values.isMet();
      if (!met) {
        look(candidates);
      }
      candidates.sort(
          Comparator.comparingDouble((Candidate c) -> met ? -c.response : c.squares())
              .thenComparing(Candidate::path));
      return diagnosis(candidates, time.done());
    }

    /** Simulates values farther from the best ones until a figure explains the errors. */
    private void look(List<Candidate> candidates) {
      refine(candidates);
      if (!isFound(candidates)) {
        widen(candidates);
        refine(candidates);
      }
      if (!isFound(candidates)) {
        around(first(candidates));
        refine(candidates);
      }
    }

    private boolean isFound(List<Candidate> candidates) {
      double enough = FOUND * values.squares(spec);
      return candidates.stream().anyMatch(c -> c.squares() <= enough);
    }

    private List<Candidate> first(List<Candidate> candidates) {
      return candidates.stream()
          .sorted(Comparator.comparingDouble(Candidate::squares).thenComparing(Candidate::path))
          .limit(REFINED)
          .toList();
    }

    /**
     * Simulates values around the best ones. The time can be a step function of a figure, and the
     * right value can lie a step away.
     */
    private void around(List<Candidate> candidates) {
      Map<Candidate, List<LegalSteps.Legal>> more = new LinkedHashMap<>();
      for (Candidate candidate : candidates) {
        double best = StrictMath.exp(candidate.curve.best().at());
        Map<Long, LegalSteps.Legal> found = new TreeMap<>();
        for (double wish : beside(best)) {
          candidate.unknown(wish).ifPresent(l -> found.put(l.value(), l));
        }
        more.put(candidate, List.copyOf(found.values()));
      }
      simulate(more);
    }

    /**
     * Returns values to simulate around the best one: multiples of it, rounded values, and the
     * neighbours of a small integer.
     */
    private double[] beside(double best) {
      DoubleStream shares = Arrays.stream(BESIDE).map(share -> share * best);
      DoubleStream whole =
          best < SMALL ? Arrays.stream(WHOLE).map(more -> best + more) : DoubleStream.empty();
      DoubleStream round = IntStream.of(2, 3).mapToDouble(digits -> round(best, digits));
      return DoubleStream.concat(DoubleStream.concat(shares, whole), round)
          .filter(wish -> wish >= 1)
          .toArray();
    }

    private double round(double value, int digits) {
      return new BigDecimal(value).round(new MathContext(digits)).doubleValue();
    }

    /** Returns all figures with an effect, after simulating a lower and a higher value of each. */
    private List<Candidate> candidates() {
      Map<Candidate, List<LegalSteps.Legal>> steps = new LinkedHashMap<>();
      for (SpecSchema.Key key : SensitivityFinder.figures(spec, false)) {
        if (FigureKind.of(key) == FigureKind.STRUCTURE || !wanted.test(key.path())) {
          continue;
        }
        LegalSteps legal = new LegalSteps(installed.catalogue(), spec);
        List<LegalSteps.Legal> found = legal.of(key);
        if (found.isEmpty()) {
          stuck.add(key.path());
          continue;
        }
        double own = StrictMath.log(spec.value(key.path()));
        Candidate candidate =
            new Candidate(key, legal, new ResponseCurve(own, values.expected(), values.weights()));
        candidate.curve.add(own, values.of(spec).orElseThrow());
        steps.put(candidate, found);
      }
      simulate(steps);
      List<Candidate> all = new ArrayList<>();
      steps.forEach(
          (candidate, found) -> {
            candidate.response = candidate.curve.response();
            if (candidate.response <= LEAST) {
              unseen.add(candidate.path());
            } else {
              all.add(candidate);
            }
          });
      return all;
    }

    /** Simulates more distant values, since the time can be a step function of a figure. */
    private void widen(List<Candidate> candidates) {
      Map<Candidate, List<LegalSteps.Legal>> more = new LinkedHashMap<>();
      for (Candidate candidate : candidates) {
        List<LegalSteps.Legal> found = new ArrayList<>();
        for (double share : WIDE) {
          candidate.unknown(share * spec.value(candidate.path())).ifPresent(found::add);
        }
        more.put(candidate, found);
      }
      simulate(more);
      candidates.forEach(candidate -> candidate.refined = false);
    }

    /** Simulates values and adds those with a result to the curves. */
    private void simulate(Map<Candidate, List<LegalSteps.Legal>> more) {
      values.run(more.values().stream().flatMap(List::stream).map(LegalSteps.Legal::spec).toList());
      more.forEach((candidate, found) -> found.forEach(l -> add(candidate, l)));
    }

    private boolean add(Candidate candidate, LegalSteps.Legal legal) {
      Optional<double[]> found = values.of(legal.spec());
      found.ifPresent(v -> candidate.curve.add(StrictMath.log(legal.value()), v));
      return found.isPresent();
    }

    /** Simulates the best values of the best candidates until their order is stable. */
    private void refine(List<Candidate> candidates) {
      for (int round = 0; round < ROUNDS; round++) {
        List<Candidate> first = first(candidates).stream().filter(c -> !c.refined).toList();
        if (first.isEmpty()) {
          return;
        }
        Map<Candidate, LegalSteps.Legal> next = new LinkedHashMap<>();
        for (Candidate candidate : first) {
          Optional<LegalSteps.Legal> legal =
              candidate.unknown(StrictMath.exp(candidate.curve.fit().at()));
          if (legal.isEmpty() || round == ROUNDS - 1) {
            candidate.refined = true;
          } else {
            next.put(candidate, legal.get());
          }
        }
        values.run(next.values().stream().map(LegalSteps.Legal::spec).toList());
        next.forEach(
            (candidate, legal) -> candidate.refined = !add(candidate, legal) || candidate.refined);
      }
    }

    private Diagnosis diagnosis(List<Candidate> sorted, int simulations) {
      double[] base = values.of(spec).orElseThrow();
      ResponseCurve none = new ResponseCurve(0, values.expected(), values.weights());
      double all = none.squares(base);
      List<CalibrationCandidate> candidates = new ArrayList<>();
      List<List<String>> alike = alike(sorted, base);
      int rank = 0;
      for (int i = 0; i < sorted.size(); i++) {
        Candidate candidate = sorted.get(i);
        List<String> others = alike.get(i);
        boolean tied = i > 0 && others.contains(sorted.get(i - 1).path());
        rank = tied ? rank : i + 1;
        double squares = Math.min(all, candidate.squares());
        candidates.add(
            new CalibrationCandidate(
                rank,
                candidate.path(),
                spec.figure(candidate.path()).text(),
                implied(candidate),
                candidate.response,
                all == 0 ? 0 : 1 - squares / all,
                values.rootMean(squares),
                candidate.refined,
                others));
      }
      return new Diagnosis(
          device.name(),
          values.residuals(base, sorted.isEmpty() ? base : best(sorted.get(0))),
          values.rootMean(all),
          candidates,
          unseen,
          stuck,
          simulations,
          values.notes());
    }

    private double[] best(Candidate candidate) {
      return candidate.curve.values(candidate.curve.best().at());
    }

    private String implied(Candidate candidate) {
      ResponseCurve curve = candidate.curve;
      double at = (candidate.refined ? curve.best() : curve.fit()).at();
      long value = Math.round(StrictMath.exp(at));
      String own = spec.figure(candidate.path()).text();
      return candidate
          .legal
          .nearest(candidate.key, StrictMath.exp(at))
          .map(LegalSteps.Legal::text)
          .orElse(candidate.key.dimension().show(value, own));
    }

    /**
     * For each figure that was simulated at its best value, returns the others with the same
     * effect.
     */
    private List<List<String>> alike(List<Candidate> sorted, double[] base) {
      List<List<String>> all = new ArrayList<>();
      for (Candidate one : sorted) {
        List<String> others = new ArrayList<>();
        for (Candidate other : sorted) {
          if (other != one && one.refined && other.refined && isAlike(one, other, base)) {
            others.add(other.path());
          }
        }
        all.add(others);
      }
      return all;
    }

    private boolean isAlike(Candidate one, Candidate other, double[] base) {
      double effect =
          Math.max(values.distance(best(one), base), values.distance(best(other), base));
      return effect > 0 && values.distance(best(one), best(other)) <= ALIKE * effect;
    }
  }
}
