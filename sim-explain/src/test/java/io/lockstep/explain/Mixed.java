// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import static io.lockstep.explain.SmallRuns.INSTALLED;
import static io.lockstep.explain.SmallRuns.SMALL;
import static io.lockstep.explain.SmallRuns.VECADD;
import static io.lockstep.explain.SmallRuns.phases;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.figures.FigureGroups;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.game.Coalition;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A device and one with changed parameters, with what a game between them needs. */
final class Mixed implements AutoCloseable {
  final Between between;
  final Experiment experiment;

  Mixed(Map<String, String> changes) {
    this("gtx280", VECADD, SMALL, changes);
  }

  Mixed(String device, Path workload, Map<String, String> parameters, Map<String, String> changes) {
    experiment = new Experiment(workload, parameters, INSTALLED, phases(4), StudyProgress.NONE);
    DeviceSpec from = INSTALLED.catalogue().spec(device);
    DeviceSpec to = from.with(changes);
    Side side = new Side(device, from);
    between =
        new Between(
            INSTALLED.catalogue(),
            side,
            new Side("changed", to),
            FigureGroups.of(from, to, Set.of()),
            side);
  }

  Play play(int phases) {
    return new Play(between, experiment, true, null, phases);
  }

  /** Returns a player for each group of parameters. */
  List<Player> players() {
    List<Player> all = new ArrayList<>();
    for (int i = 0; i < between.groups().size(); i++) {
      all.add(
          new Player(
              between.groups().get(i).name(), Coalition.of(i), between.groups().get(i).changes()));
    }
    return all;
  }

  @Override
  public void close() {
    experiment.close();
  }
}
