// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.UnexplainedException;
import io.lockstep.explain.figures.Side;
import io.lockstep.io.InputException;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.RefusalException;
import io.lockstep.study.StudyProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Finds changes that improve a workload, and simulates the gain of each change. Each device is
 * first simulated unchanged, with times by source line. Rules then propose changes, whose variants
 * are simulated at one launch phase, the most promising first. Variants to be shown are simulated
 * at further phases. Results do not depend on the number of threads. {@link #advise} must not be
 * called concurrently; {@link #standing} is thread-safe.
 */
public final class Advisor {
  /** Maximum number of findings per device. */
  public static final int MOST = 7;

  /** Minimum gain of a finding. */
  public static final double LEAST_GAIN = 1.03;

  public static final int PHASES = 3;

  /** Maximum number of variants per device to simulate at the first phase. */
  static final int VARIANTS = 12;

  private final Installed installed;
  private final ExperimentOptions options;
  private final List<AdviceRule> rules;
  private volatile Search search;

  public Advisor(Installed installed, ExperimentOptions options, List<AdviceRule> rules) {
    this.installed = installed;
    this.options = options;
    this.rules = rules.stream().sorted(Comparator.comparing(AdviceRule::name)).toList();
  }

  /** Returns the rules of all modules in the process, by name. */
  public static List<AdviceRule> rules() {
    return ServiceLoader.load(AdviceRule.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(AdviceRule::name))
        .toList();
  }

  /**
   * Returns the findings for each device. If the time limit is reached before all variants are
   * simulated, the result has the findings known so far.
   *
   * @param workload a workload file, or a trace
   * @param parameters parameters of the workload; a trace takes none
   * @throws InputException if the workload is wrong
   */
  public Recommendations advise(
      Path workload, Map<String, String> parameters, List<Side> devices, StudyProgress listener) {
    Measurement measured = Measurement.of(installed, options, workload, parameters, devices);
    try (Variants variants = new Variants(installed, options, measured, listener)) {
      Search own = new Search(measured, variants);
      own.propose(devices);
      search = own;
      try {
        own.simulate();
      } catch (UnexplainedException e) {
        own.isPartial = true;
      }
      return own.answer();
    }
  }

  /**
   * Returns the findings known so far; empty before the first simulations have ended. Thread-safe.
   */
  public Optional<Recommendations> standing() {
    Search now = search;
    return now == null ? Optional.empty() : Optional.of(now.standing());
  }

  /** One device with its candidates. */
  private record Examined(Side side, RunResult result, Evidence evidence, List<Candidate> all) {}

  private final class Search {
    private final Measurement measured;
    private final Variants variants;
    private final List<Examined> sides = new ArrayList<>();
    private volatile boolean isPartial;

    Search(Measurement measured, Variants variants) {
      this.measured = measured;
      this.variants = variants;
    }

    void propose(List<Side> devices) {
      for (int d = 0; d < devices.size(); d++) {
        Side side = devices.get(d);
        RunResult result = measured.results().get(d);
        if (!result.isSimulated()) {
          sides.add(new Examined(side, result, null, List.of()));
          continue;
        }
        Evidence evidence = measured.evidence(d);
        sides.add(new Examined(side, result, evidence, candidates(side, evidence)));
      }
    }

    private List<Candidate> candidates(Side side, Evidence evidence) {
      List<Candidate> all = new ArrayList<>();
      Evidence kernels = evidence.isHosts() ? evidence.ofKernels() : evidence;
      for (AdviceRule rule : rules) {
        boolean ofKernels = evidence.isHosts() && !rule.ofHost();
        rule.proposals(ofKernels ? kernels : evidence)
            .forEach(proposal -> all.add(candidate(side, rule, proposal, ofKernels)));
      }
      all.removeIf(c -> c.variants().isEmpty() && !c.isWithoutGain());
      // The sort is stable: candidates with equal promise stay in the order of the rules.
      all.sort(Comparator.comparingDouble(c -> -c.proposal().promise()));
      int room = VARIANTS;
      List<Candidate> some = new ArrayList<>();
      for (Candidate c : all) {
        if (c.variants().size() <= room) {
          room -= c.variants().size();
          some.add(c);
        }
      }
      return List.copyOf(some);
    }

    private Candidate candidate(Side side, AdviceRule rule, Proposal proposal, boolean ofKernels) {
      List<Candidate.Variant> simulated = new ArrayList<>();
      for (Remedy remedy : proposal.remedies()) {
        try {
          var spec = remedy.of(side.spec());
          installed.catalogue().device(spec);
          simulated.add(new Candidate.Variant(remedy, spec));
        } catch (InputException | RefusalException e) {
          continue; // the device lacks the figure, or rejects the value
        }
      }
      return new Candidate(rule.name(), proposal, List.copyOf(simulated), ofKernels);
    }

    void simulate() {
      List<Variants.Wanted> wanted = new ArrayList<>();
      // Simulates the most promising variant of each device first.
      for (int place = 0; place < VARIANTS; place++) {
        for (Examined side : sides) {
          List<Candidate.Variant> all =
              side.all().stream().flatMap(c -> c.variants().stream()).toList();
          if (place < all.size()) {
            wanted.add(new Variants.Wanted(all.get(place), 0));
          }
        }
      }
      variants.run(wanted);
      List<Variants.Wanted> more = new ArrayList<>();
      for (Examined side : sides) {
        List<Ranking.Row> shown = ranking(side).rows();
        for (int phase = 1; phase < options.phases() && !shown.isEmpty(); phase++) {
          more.add(new Variants.Wanted(new Candidate.Variant(null, side.side().spec()), phase));
          for (Ranking.Row row : shown) {
            if (row.variant() != null) {
              more.add(new Variants.Wanted(row.variant(), phase));
            }
          }
        }
      }
      variants.run(more);
    }

    private Ranking ranking(Examined side) {
      return Ranking.of(side.side(), side.result(), side.all(), variants, options.phases());
    }

    Recommendations answer() {
      return recommendations(isPartial ? Recommendations.State.PARTIAL : state());
    }

    Recommendations standing() {
      return recommendations(Recommendations.State.PARTIAL);
    }

    private Recommendations recommendations(Recommendations.State state) {
      List<DeviceAdvice> devices = new ArrayList<>();
      for (Examined side : sides) {
        RunResult r = side.result();
        if (side.evidence() == null) {
          String refused = r.status() == RunStatus.REFUSED ? "refuses it: " : "failed: ";
          devices.add(new DeviceAdvice(side.side().name(), 0, List.of(), refused + r.message()));
          continue;
        }
        List<Advice> findings = ranking(side).advice();
        findings = NothingCheap.with(side.side().name(), side.evidence(), findings);
        devices.add(new DeviceAdvice(side.side().name(), measured.picos(r), findings, ""));
      }
      return new Recommendations(
          measured.name(), measured.parameters(), options.kernels(), devices, notes(), state);
    }

    /**
     * For each finding without a simulated gain, describes why its changes could not be simulated.
     */
    private List<String> notes() {
      List<String> notes = new ArrayList<>();
      for (Examined side : sides) {
        for (Candidate c : side.all()) {
          boolean any = c.variants().stream().anyMatch(v -> variants.picos(v, 0, true).isPresent());
          c.variants().stream()
              .filter(v -> !any)
              .flatMap(v -> variants.problem(v).stream())
              .findFirst()
              .map(why -> side.side().name() + ": no gain of " + c.rule() + " is known: " + why)
              .filter(note -> !notes.contains(note))
              .ifPresent(notes::add);
        }
      }
      return notes;
    }

    private Recommendations.State state() {
      List<RunStatus> all = sides.stream().map(s -> s.result().status()).toList();
      if (all.contains(RunStatus.FAILED)) {
        return Recommendations.State.FAILED;
      }
      if (all.contains(RunStatus.WRONG)) {
        return Recommendations.State.WRONG;
      }
      return all.stream().allMatch(s -> s == RunStatus.REFUSED)
          ? Recommendations.State.REFUSED
          : Recommendations.State.COMPLETE;
    }
  }
}
