// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import io.lockstep.testsupport.Repository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExperimentTest {
  private static final Installed INSTALLED =
      new Installed(new Catalogue(Plugins.providers(List.of())), Plugins.frontends());

  private static final DeviceSpec SPEC = INSTALLED.catalogue().spec("gtx280");
  private static final Variant BASE = Variant.of("gtx280", SPEC);

  private static Experiment experiment(Optional<Duration> limit, StudyProgress listener) {
    return new Experiment(
        Repository.ROOT.resolve("examples/vecadd.yaml"),
        Map.of("n", "512"),
        INSTALLED,
        new ExperimentOptions(StudyOptions.defaults(), 2, false, limit),
        listener);
  }

  private static Variant set(String figure, String value) {
    return Variant.tried(INSTALLED.catalogue(), "gtx280", SPEC, Map.of(figure, value));
  }

  @Test
  void equalSpecificationsAreSimulatedOnceAndKeepTheirOverrides() {
    Variant same = set("dram.trcd", "*1");
    try (Experiment experiment = experiment(Optional.empty(), StudyProgress.NONE)) {
      experiment.run(List.of(BASE, same), 2);
      assertThat(experiment.done()).isEqualTo(2);
      assertThat(experiment.isSame(BASE, same)).isTrue();
      assertThat(experiment.outcome(same, 2).picos())
          .isEqualTo(experiment.outcome(BASE, 2).picos());
      assertThat(experiment.result(same, 0).overrides()).isEqualTo(same.spec().overrides());
      assertThat(experiment.result(BASE, 0).overrides()).isEmpty();
      experiment.run(List.of(same, BASE), 2);
      assertThat(experiment.done()).isEqualTo(2);
    }
  }

  @Test
  void aRejectedVariantIsRefusedWithTheReasonOfTheCheck() {
    Variant rejected = set("dram.trcd", "absent");
    assertThat(rejected.isLegal()).isFalse();
    assertThat(rejected.spec()).isSameAs(SPEC);
    try (Experiment experiment = experiment(Optional.empty(), StudyProgress.NONE)) {
      experiment.run(List.of(rejected), 2);
      assertThat(experiment.done()).isEqualTo(1);
      experiment.run(List.of(BASE), 1);
      Outcome refused = experiment.outcome(rejected, 2);
      assertThat(refused.has(RunStatus.REFUSED)).isTrue();
      assertThat(refused.problem()).isEqualTo(rejected.problem()).isNotEmpty();
      assertThat(refused.isTimed()).isFalse();
      assertThat(experiment.outcome(BASE, 1).isTimed()).isTrue();
      assertThatThrownBy(() -> experiment.simulated(rejected, 1))
          .isInstanceOf(UnexplainedException.class)
          .hasMessage("-d gtx280 --set dram.trcd=absent refuses it: " + rejected.problem());
    }
  }

  @Test
  void eachBatchIsAnnouncedBeforeItsFirstSimulation() {
    List<String> told = new ArrayList<>();
    StudyProgress listener = (done, all, name) -> told.add(done + "/" + all);
    try (Experiment experiment = experiment(Optional.empty(), listener)) {
      experiment.run(List.of(BASE), 1);
      experiment.run(List.of(BASE), 2);
    }
    assertThat(told).containsExactly("0/1", "1/1", "1/2", "2/2");
  }

  @Test
  void theTimeLimitEndsABatchUnlessItsLastSimulationHasEnded() {
    try (Experiment experiment = experiment(Optional.of(Duration.ofNanos(1)), (d, a, n) -> {})) {
      experiment.run(List.of(BASE), 1);
      assertThatThrownBy(() -> experiment.run(List.of(BASE), 3))
          .isInstanceOf(UnexplainedException.class)
          .hasMessageStartingWith("time limit: 2 of 3 simulations done");
    }
  }
}
