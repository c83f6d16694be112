// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.figures.FigureGroup.Change;
import io.lockstep.explain.game.Coalition;
import io.lockstep.explain.sentence.Evidence;
import io.lockstep.explain.sentence.Sentences;
import io.lockstep.explain.sentence.State;
import io.lockstep.explain.sentence.StateMaker;
import io.lockstep.spi.spec.Dimension;
import java.util.HashMap;
import java.util.Map;

/** Caches the observed states of specifications, from which sentences are derived. */
final class States {
  private final StateMaker maker;
  private final Experiment experiment;
  private final int phases;
  private final Map<Long, State> known = new HashMap<>();

  States(StateMaker maker, Experiment experiment, int phases) {
    this.maker = maker;
    this.experiment = experiment;
    this.phases = phases;
  }

  /** Explains a factor in a sentence. */
  String sentence(Reason reason, Player player, Between between) {
    if (player.isHost()) {
      return host(reason);
    }
    long all = between.all();
    return Sentences.of(
        new Evidence(
            reason.name(),
            reason.factor(),
            reason.changes(),
            of(Coalition.NONE, between),
            of(player.groups(), between),
            of(all ^ player.groups(), between),
            of(all, between)));
  }

  private static String host(Reason reason) {
    Change launch = reason.changes().get("host.launch");
    return reason.name()
        + ": "
        + (reason.factor() > 1 ? "more" : "less")
        + " time outside of kernels"
        + (launch == null
            ? ""
            : ", a launch takes "
                + Dimension.readable(launch.to())
                + " instead of "
                + Dimension.readable(launch.from()))
        + ".";
  }

  private State of(long chosen, Between between) {
    Variant variant = between.variant(chosen);
    return known.computeIfAbsent(
        chosen, c -> maker.of(variant.spec(), experiment.simulated(variant, phases).results()));
  }
}
