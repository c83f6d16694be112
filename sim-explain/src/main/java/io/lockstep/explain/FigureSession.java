// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.figures.FigureGroup;
import io.lockstep.explain.figures.FigureGroups;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.figures.UncertainFigure;
import io.lockstep.explain.figures.UncertainFigures;
import io.lockstep.explain.game.AllOrders;
import io.lockstep.explain.game.Coalition;
import io.lockstep.explain.game.SampledOrders;
import io.lockstep.explain.game.Share;
import io.lockstep.explain.game.Solution;
import io.lockstep.explain.game.Solver;
import io.lockstep.explain.roof.Factor;
import io.lockstep.explain.roof.FactorKind;
import io.lockstep.explain.roof.FactorRange;
import io.lockstep.explain.sentence.StateMaker;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Installed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Explains the time ratio of two devices with common figures: divides its logarithm among groups of
 * figures by simulating hybrid specifications. An instance computes one explanation.
 */
final class FigureSession {
  private static final long SEED = 1; // for sampling orders

  /** Maximum number of groups for which all groups are players, without screening. */
  private static final int FEW = 6;

  /** {@link RoofFirst#work} of a simulation for which {@link ExplainOptions#MINUTE} holds. */
  private static final double USUAL = 1.2e6;

  private final Installed installed;
  private final ExplainOptions options;
  private final Question question;
  private final Side from;
  private final Side to;
  private final Experiment experiment;
  private final List<String> notes = new ArrayList<>();
  private boolean kernels;

  FigureSession(
      Installed installed, ExplainOptions options, Question question, Experiment experiment) {
    this.installed = installed;
    this.options = options;
    this.question = question;
    from = question.from().side();
    to = question.to().side();
    this.experiment = experiment;
  }

  private RunResult simulated(Side side) {
    return experiment.simulated(side.variant(), 1).first();
  }

  /**
   * Simulates both devices and estimates the time of simulating their hybrid specifications.
   *
   * @return a note with the number of simulations, if they are estimated to take longer than the
   *     most that explain runs unasked ({@link ExplainOptions#most} of usual length); empty
   *     otherwise, and if the user has set a time limit or requested precision
   */
  String tooLong() {
    experiment.run(List.of(from.variant(), to.variant()), 1);
    RunResult one = simulated(from);
    RunResult other = simulated(to);
    boolean decided =
        options.most() == Integer.MAX_VALUE || options.experiment().limit().isPresent();
    if (decided || one.kernelPicos() == 0 || other.kernelPicos() == 0) {
      return "";
    }
    int groups = groups().groups().size();
    int specifications =
        groups <= FEW ? 1 << groups : 2 * groups + (1 << ExplainOptions.ALL_ORDERS);
    int runs = ExplainOptions.FEWEST * specifications;
    double each = (RoofFirst.work(one) + RoofFirst.work(other)) / 2;
    return each * runs <= USUAL * options.most()
        ? ""
        : "the ratio is not divided among the devices' %d groups of parameters: that takes up to %d"
                .formatted(groups, runs)
            + " simulations as long as these; --precise runs them";
  }

  /** Compares the devices by their largest roofs, from the simulations of {@link #tooLong}. */
  RoofAnswers roofs() {
    return new RoofAnswers(installed, options, question, simulated(from), simulated(to));
  }

  /** Explains the ratio after {@link #tooLong}. */
  Explanation explain(BiConsumer<RunResult, RunResult> soFar) {
    RunResult one = simulated(from);
    RunResult other = simulated(to);
    soFar.accept(one, other);
    FigureGroups groups = groups();
    kernels =
        options.experiment().kernels()
            || one.picos() == one.kernelPicos() && other.picos() == other.kernelPicos();
    Play.HostPart part = null;
    Side host = order(from).compareTo(order(to)) <= 0 ? from : to;
    if (!kernels && !groups.host().isEmpty()) {
      if (launches(one) == 1 && launches(other) == 1) {
        part =
            new Play.HostPart(one.picos() - one.kernelPicos(), other.picos() - other.kernelPicos());
      } else {
        groups = groups.withHost(true);
      }
    }
    Map<String, FigureGroup.Change> hostFigures = groups.host();
    Between between = new Between(installed.catalogue(), from, to, groups, host);
    while (true) {
      Play play = new Play(between, experiment, kernels, part, options.experiment().phases());
      List<Player> players = players(between, play, part == null ? Map.of() : hostFigures);
      Solver solver = players == null ? null : solver(players);
      if (solver != null && play.runSparingly(solver.coalitions(), players, options.most())) {
        tellGroups(between, groups, part != null, host, hostFigures);
        return explanation(one, other, play, players, solver, between);
      }
    }
  }

  /** Returns the sort key that selects the host, independently of the order of the devices. */
  private String order(Side side) {
    return side.spec().id() + " " + side.spec().hash();
  }

  private long launches(RunResult result) {
    return result.statistics().get("launches").longValue();
  }

  private FigureGroups groups() {
    FigureGroups plain = FigureGroups.of(from.spec(), to.spec(), new TreeSet<>());
    return FigureGroups.of(from.spec(), to.spec(), CodeFlags.of(plain, from, to, experiment));
  }

  /** Returns the players; null if groups turned out to be coupled and have been merged. */
  private List<Player> players(
      Between between, Play play, Map<String, FigureGroup.Change> hostFigures) {
    List<Player> all = new ArrayList<>();
    for (int i = 0; i < between.groups().size(); i++) {
      FigureGroup group = between.groups().get(i);
      all.add(new Player(group.name(), Coalition.of(i), group.changes()));
    }
    long everything = between.all();
    if (!play.run(List.of(Coalition.NONE, everything), all)) {
      return null;
    }
    if (play.isQuiet()) {
      play.phases(1);
    }
    if (all.size() > FEW) {
      List<Long> alone = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        alone.add(Coalition.of(i));
        alone.add(everything ^ Coalition.of(i));
      }
      if (!play.run(alone, all)) {
        return null;
      }
      all = Screening.of(all, play, everything);
    }
    if (!hostFigures.isEmpty()) {
      all.add(new Player("host", Coalition.NONE, new TreeMap<>(hostFigures)));
    }
    return all;
  }

  private Solver solver(List<Player> players) {
    long simulated = players.stream().filter(p -> !p.isHost()).count();
    return simulated <= ExplainOptions.ALL_ORDERS
        ? new AllOrders(players.size())
        : new SampledOrders(players.size(), options.orders() / 2, SEED);
  }

  private void tellGroups(
      Between between,
      FigureGroups groups,
      boolean computed,
      Side host,
      Map<String, FigureGroup.Change> hostFigures) {
    if (!groups.permissions().isEmpty()) {
      notes.add(
          "hybrid configurations have the capabilities of both devices: "
              + String.join(", ", groups.permissions().keySet()));
    }
    if (computed) {
      notes.add("the factor of the host is computed from kernel times, not simulated");
    }
    if (!hostFigures.isEmpty()) {
      notes.add("all specifications have the host of " + host.name());
    }
    for (FigureGroup group : between.groups()) {
      if (groups.groups().stream().noneMatch(g -> g.name().equals(group.name()))) {
        notes.add(group.name() + ": a check of the device couples their figures");
      }
    }
  }

  private Explanation explanation(
      RunResult one,
      RunResult other,
      Play play,
      List<Player> players,
      Solver solver,
      Between between) {
    Solution solution = play.solve(solver, players);
    long fromPicos = kernels ? one.kernelPicos() : one.picos();
    long toPicos = kernels ? other.kernelPicos() : other.picos();
    Optional<Estimates> estimates = Estimates.of(one, other, kernels);
    double noise = isQuiet(play) ? play.noise(options.experiment().phases()) : 0;
    States states =
        new States(
            new StateMaker(
                installed,
                question.from().workload(),
                question.from().parameters(),
                options.experiment().study().notes()),
            experiment,
            play.phases());
    List<Reason> reasons = new ArrayList<>();
    for (int i = 0; i < players.size(); i++) {
      Share share = solution.shares().get(i);
      Player player = players.get(i);
      Reason reason =
          new Reason(
              player.isHost() ? FactorKind.HOST : FactorKind.FIGURES,
              player.name(),
              Factor.Sides.NONE,
              new Reason.Effect(
                  StrictMath.exp(share.value()),
                  Estimates.within(
                      estimates,
                      options.experiment().phases() == 1
                          ? Double.NaN
                          : 2 * Math.sqrt(share.error() * share.error() + noise * noise)),
                  StrictMath.exp(share.first()),
                  StrictMath.exp(share.last())),
              "",
              new Reason.Basis(new TreeMap<>(player.changes()), uncertain(player)));
      reasons.add(
          reason.isWorthASentence()
              ? reason.saying(states.sentence(reason, player, between))
              : reason);
    }
    reasons.sort(
        Comparator.comparingDouble((Reason r) -> -Math.abs(StrictMath.log(r.factor())))
            .thenComparing(Reason::name));
    reasons.add(residual(fromPicos, toPicos, play, players, between));
    for (Player player : players) {
      if (Long.bitCount(player.groups()) > 1) {
        notes.add(player.name() + ": none of these matters first or last");
      }
    }
    if (isQuiet(play)) {
      notes.add(
          "one launch phase: the first "
              + options.experiment().phases()
              + " agree to 0.1 % on both devices");
    }
    notes.addAll(Estimates.notes(from.name(), one, to.name(), other));
    boolean sampled = solver instanceof SampledOrders;
    return new Explanation(
        new Explanation.Subject(one.workload(), one.parameters(), kernels),
        new Explanation.TimedRun(from.name(), fromPicos),
        new Explanation.TimedRun(to.name(), toPicos),
        new Explanation.Factors(
            reasons, together(solution, players), sampled ? options.orders() : 0),
        new Explanation.Simulations(
            play.phases(),
            specifications(between, play.phases()),
            notes,
            one.status() == RunStatus.WRONG || other.status() == RunStatus.WRONG,
            estimates),
        Optional.empty());
  }

  /** Returns the changed figures whose values are uncertain on either device. */
  private Optional<FactorRange> uncertain(Player player) {
    List<String> paths = List.copyOf(player.changes().keySet());
    List<UncertainFigure> all = new ArrayList<>();
    for (Side side : List.of(from, to)) {
      new UncertainFigures(side.name(), side.spec())
          .of(paths).stream()
              .filter(f -> Double.isNaN(f.most()) || f.moves(FactorRange.LEAST))
              .forEach(all::add);
    }
    return FactorRange.unknown(all);
  }

  /** Whether times vary so little that a single launch phase is enough. */
  private boolean isQuiet(Play play) {
    return play.phases() == 1 && options.experiment().phases() > 1;
  }

  private List<Together> together(Solution solution, List<Player> players) {
    return solution.interactions().stream()
        .map(
            i ->
                new Together(
                    players.get(i.one()).name(),
                    players.get(i.other()).name(),
                    StrictMath.exp(i.value())))
        .toList();
  }

  /** Returns the launch-phase residual: the ratio at phase 0 relative to the mean over phases. */
  private Reason residual(
      long fromPicos, long toPicos, Play play, List<Player> players, Between between) {
    LogTimes.Mean mean =
        LogTimes.change(
                play.picos(Coalition.NONE, false),
                play.picos(between.all(), players.stream().anyMatch(Player::isHost)))
            .asked(options.experiment().phases());
    double nominal = StrictMath.log(toPicos) - StrictMath.log(fromPicos);
    Reason reason = Reason.residual(mean.residual(nominal), mean.error());
    return reason.isWorthASentence()
        ? reason.saying(
            String.format(
                java.util.Locale.ROOT,
                "%s: %s takes %.3f of %s's time at launch phase 0, and %.3f in the mean of %d.",
                Explanation.RESIDUAL,
                to.name(),
                StrictMath.exp(nominal),
                from.name(),
                StrictMath.exp(mean.value()),
                play.phases()))
        : reason;
  }

  private List<Specification> specifications(Between between, int phases) {
    List<Specification> all = new ArrayList<>();
    between
        .variants()
        .forEach(
            (chosen, variant) ->
                all.add(
                    Specification.of(
                        Coalition.players(chosen).stream()
                            .map(i -> between.groups().get(i).name())
                            .toList(),
                        variant,
                        experiment,
                        phases)));
    return all;
  }
}
