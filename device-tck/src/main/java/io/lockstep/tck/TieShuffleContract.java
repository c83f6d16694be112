// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.RunResult;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Checks that results do not depend on the order of events of different components in a tick. */
public abstract class TieShuffleContract extends DeviceContract {
  private static final int ORDERS = 3;

  /** Creates the contract. */
  protected TieShuffleContract() {
    super("tie shuffle");
  }

  @TestFactory
  @DisplayName("what comes in a tick is acted on in a later tick or phase, not in a second pass")
  Stream<DynamicTest> whatComesInATickIsActedOnInALaterTickOrPhase() {
    return each(
        device -> {
          for (String workload : Corpus.all()) {
            Set<String> atOnce = bench().actingAtOnce(workload, device);
            require(
                atOnce.isEmpty(),
                ("%s: %s in the tick in which it is asked for, after events of its kind's phase;"
                        + " expected a tick or a phase later, or a kind that is repeatable()")
                    .formatted(workload, String.join(", ", atOnce)));
          }
        });
  }

  @TestFactory
  @DisplayName("events of one tick in any order: the same result to the last figure")
  Stream<DynamicTest> eventsOfOneTickInAnyOrderTheSameResult() {
    return each(
        device -> {
          for (String workload : Corpus.all()) {
            RunResult usual = bench().run(workload, device);
            if (!bench().isSimulated(usual)) {
              continue;
            }
            for (long seed = seed(); seed < seed() + ORDERS; seed++) {
              RunResult shuffled =
                  bench()
                      .run(
                          bench().workload(workload),
                          Map.of(),
                          device,
                          TestBench.options().with().shuffleTies(OptionalLong.of(seed)).build());
              String differences = Differences.between(shuffled, usual);
              require(
                  differences.isEmpty(),
                  workload + " with --shuffle-ties " + seed + ": " + differences);
            }
          }
        });
  }
}
