// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.experiment.Outcome;
import io.lockstep.explain.game.AllOrders;
import io.lockstep.explain.game.Coalition;
import io.lockstep.explain.game.Share;
import io.lockstep.explain.game.Solution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlayTest {
  private static final Map<String, String> TWO =
      Map.of("network.request_latency", "*1.5", "dram.clock", "*0.5");
  private static final double SHARP = 1e-9;

  private static List<Long> all(List<Player> players) {
    return LongStream.rangeClosed(0, Coalition.all(players.size())).boxed().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "16, 4", // four configurations at four phases
    "15, 3",
    "12, 3",
    "11, 2",
    "1, 2" // no fewer than two
  })
  void phasesAreLeftOutUntilSimulationsAreWithinTheLimit(int limit, int phases) {
    try (Mixed mixed = new Mixed(TWO)) {
      Play play = mixed.play(4);
      assertThat(play.runSparingly(all(mixed.players()), mixed.players(), limit)).isTrue();
      assertThat(play.phases()).isEqualTo(phases);
      assertThat(mixed.experiment.done()).isEqualTo(4 * phases);
    }
  }

  @ParameterizedTest
  @CsvSource({"16, 4", "15, 3", "13, 2"})
  void simulationsThatAreDoneCountOnce(int limit, int phases) {
    try (Mixed mixed = new Mixed(TWO)) {
      Play play = mixed.play(4);
      List<Player> players = mixed.players();
      assertThat(play.run(List.of(Coalition.NONE, Coalition.all(2)), players)).isTrue();
      assertThat(mixed.experiment.done()).isEqualTo(8);
      assertThat(play.runSparingly(all(players), players, limit)).isTrue();
      assertThat(play.phases()).isEqualTo(phases);
    }
  }

  /** An L1 may not take longer than the L2, 213 cycles. */
  private static Mixed coupled() {
    Map<String, String> changes = Map.of("l1.latency", "220cycles", "l2.latency", "240cycles");
    return new Mixed("mi300a", SmallRuns.VECADD, SmallRuns.SMALL, changes);
  }

  @Test
  void aMixThatACheckRejectsIsNotRunAndItsGroupsAreMerged() {
    try (Mixed mixed = coupled()) {
      Play play = mixed.play(2);
      List<Player> players = mixed.players();
      assertThat(players).hasSize(2);
      assertThat(play.run(all(players), players)).isFalse();
      assertThat(play.runSparingly(all(mixed.players()), mixed.players(), 1)).isTrue();
      assertThat(mixed.players()).hasSize(1);
      assertThat(mixed.experiment.done()).isEqualTo(4);
    }
  }

  @Test
  void aLimitedRunOfAMixThatACheckRejectsMergesGroupsToo() {
    try (Mixed mixed = coupled()) {
      List<Player> players = mixed.players();
      assertThat(mixed.play(2).runSparingly(all(players), players, 100)).isFalse();
      assertThat(mixed.experiment.done()).isZero();
    }
  }

  @Test
  void sharesOfGroupsAddUpToTheRatioOfBothDevices() {
    try (Mixed mixed = new Mixed(TWO)) {
      Play play = mixed.play(2);
      List<Player> players = mixed.players();
      AllOrders solver = new AllOrders(players.size());
      assertThat(play.run(solver.coalitions(), players)).isTrue();
      Solution solution = play.solve(solver, players);
      double ratio =
          LogTimes.change(play.picos(Coalition.NONE, false), play.picos(Coalition.all(2), false))
              .value();
      assertThat(ratio).isGreaterThan(0.05);
      assertThat(solution.shares().stream().mapToDouble(Share::value).sum())
          .isCloseTo(ratio, within(SHARP));
    }
  }

  @Test
  void theHostsTimeIsThatOfTheFirstDeviceUnlessTheHostIsChosen(@TempDir Path folder)
      throws IOException {
    try (Mixed mixed = new Mixed("gtx280", SmallRuns.copied(folder, 1), Map.of(), TWO)) {
      Play kernels = mixed.play(1);
      assertThat(kernels.run(List.of(Coalition.NONE), mixed.players())).isTrue();
      long alone = kernels.picos(Coalition.NONE, true).get(0);
      Play host =
          new Play(mixed.between, mixed.experiment, false, new Play.HostPart(1000, 5000), 1);
      assertThat(host.picos(Coalition.NONE, false)).containsExactly(alone + 1000);
      assertThat(host.picos(Coalition.NONE, true)).containsExactly(alone + 5000);
      Play whole = new Play(mixed.between, mixed.experiment, false, null, 1);
      assertThat(whole.picos(Coalition.NONE, true).get(0)).isGreaterThan(alone);
    }
  }

  @Test
  void aHostAmongThePlayersHasTheShareOfItsTimeAlone() {
    try (Mixed mixed = new Mixed(TWO)) {
      List<Player> players = new ArrayList<>(mixed.players());
      players.add(new Player("host", Coalition.NONE, new TreeMap<>()));
      Play play =
          new Play(mixed.between, mixed.experiment, false, new Play.HostPart(0, 10_000_000), 1);
      AllOrders solver = new AllOrders(players.size());
      assertThat(play.run(solver.coalitions(), players)).isTrue();
      List<Share> shares = play.solve(solver, players).shares();
      long kernels = play.picos(Coalition.NONE, false).get(0);
      assertThat(shares.get(2).first())
          .isCloseTo(Math.log((kernels + 1e7) / kernels), within(SHARP));
      assertThat(mixed.experiment.done()).isEqualTo(4); // without further simulations
    }
  }

  @Test
  void noiseIsTheDeviationOfTheRatioOverPhasesAndLeavesThePhases() {
    try (Mixed mixed = new Mixed(TWO)) {
      Play play = mixed.play(3);
      assertThat(play.run(List.of(Coalition.NONE, Coalition.all(2)), mixed.players())).isTrue();
      List<Long> from = times(mixed, Coalition.NONE, 3);
      List<Long> to = times(mixed, Coalition.all(2), 3);
      play.phases(1);
      assertThat(play.noise(3))
          .isCloseTo(Math.hypot(LogTimes.noise(from), LogTimes.noise(to)), within(SHARP))
          .isPositive();
      assertThat(play.phases()).isEqualTo(1);
      play.phases(3);
      assertThat(play.isQuiet()).isEqualTo(LogTimes.isQuiet(from) && LogTimes.isQuiet(to));
    }
  }

  private static List<Long> times(Mixed mixed, long groups, int phases) {
    Outcome outcome = mixed.experiment.outcome(mixed.between.variant(groups), phases);
    return outcome.kernelPicos();
  }
}
