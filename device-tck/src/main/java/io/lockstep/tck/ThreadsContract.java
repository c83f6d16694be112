// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.RunResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Checks that results depend neither on the number of threads nor on concurrent simulations. */
public abstract class ThreadsContract extends DeviceContract {
  /** Creates the contract. */
  protected ThreadsContract() {
    super("threads");
  }

  @TestFactory
  @DisplayName("on two and on four threads: the same result as on one")
  Stream<DynamicTest> onTwoAndOnFourThreadsTheSameResultAsOnOne() {
    return each(
        device -> {
          for (TestBench.Case of : bench().cases(device)) {
            RunResult one = bench().run(of);
            if (!bench().isSimulated(one)) {
              continue;
            }
            for (int threads : List.of(2, 4)) {
              RunResult more =
                  bench()
                      .run(
                          bench().workload(of.workload()),
                          Map.of(),
                          of.device(),
                          TestBench.options().with().threads(threads).build());
              String differences = Differences.between(more, one);
              require(
                  differences.isEmpty(), of + " with --threads " + threads + ": " + differences);
            }
          }
        });
  }

  @TestFactory
  @DisplayName("beside a simulation of the same device: the same result as alone")
  Stream<DynamicTest> besideASimulationOfTheSameDeviceTheSameResultAsAlone() {
    return each(
        device -> {
          for (String workload : List.of(Corpus.STREAM, Corpus.LAUNCHES)) {
            RunResult alone = bench().run(workload, device);
            if (!bench().isSimulated(alone)) {
              continue;
            }
            List<RunResult> both = bench().runInTheMidstOfAnother(workload, device);
            require(both.size() == 2, workload + " has too few events to run twice at once");
            for (RunResult beside : both) {
              String differences = Differences.between(beside, alone);
              require(differences.isEmpty(), workload + " twice at once: " + differences);
            }
          }
        });
  }
}
