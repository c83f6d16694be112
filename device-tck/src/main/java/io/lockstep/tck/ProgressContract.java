// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Checks progress: every launch ends, whatever its size, and more work does not take less time. */
public abstract class ProgressContract extends DeviceContract {
  private static final int MANY =
      16_000; // elements: 250 groups, more than small devices hold at once

  /** Creates the contract. */
  protected ProgressContract() {
    super("progress");
  }

  @TestFactory
  @DisplayName("one work-item ends, and so do more groups than fit at once")
  Stream<DynamicTest> oneWorkItemEndsAndSoDoMoreGroupsThanFitAtOnce() {
    return each(
        device -> {
          bench().requireSimulated(of(1, device));
          bench().requireSimulated(of(MANY, device));
        });
  }

  @TestFactory
  @DisplayName("four times the work does not take less time")
  Stream<DynamicTest> fourTimesTheWorkDoesNotTakeLessTime() {
    return each(
        device -> {
          RunResult some = of(MANY / 4, device);
          RunResult more = of(MANY, device);
          bench().requireSimulated(some);
          bench().requireSimulated(more);
          require(some.kernelPicos() > 0, MANY / 4 + " elements take no time");
          require(
              more.kernelPicos() >= some.kernelPicos(),
              "%s elements take %s ps, %s take %s ps"
                  .formatted(MANY, more.kernelPicos(), MANY / 4, some.kernelPicos()));
        });
  }

  @TestFactory
  @DisplayName("wavefronts that wait at a barrier or for each other's atomics go on")
  Stream<DynamicTest> wavefrontsThatWaitGoOn() {
    return each(
        device -> {
          for (String workload : Corpus.SHARED) {
            bench().isSimulated(bench().run(workload, device));
          }
        });
  }

  @TestFactory
  @DisplayName("a wavefront's thousandth load and store come back as its first")
  Stream<DynamicTest> everyLoadAndStoreComesBack() {
    return each(device -> bench().requireSimulated(bench().run(Corpus.CHASE, device)));
  }

  @TestFactory
  @DisplayName("all wavefronts whose stores wait for room go on, not only the first of them")
  Stream<DynamicTest> allWavefrontsWhoseStoresWaitGoOn() {
    return each(device -> bench().requireSimulated(bench().run(Corpus.STORES, device)));
  }

  private RunResult of(int elements, DeviceSpec device) {
    return bench()
        .run(
            bench().workload(Corpus.STREAM),
            Map.of("n", "" + elements),
            device,
            TestBench.options());
  }
}
