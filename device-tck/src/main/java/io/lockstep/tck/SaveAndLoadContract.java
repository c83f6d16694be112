// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.io.InputException;
import io.lockstep.observe.CheckpointPlan;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that a run saved at some tick and resumed has the same result as an uninterrupted run.
 * Tagged {@code thorough}: it runs a workload hundreds of times.
 */
@Tag("thorough")
public abstract class SaveAndLoadContract extends DeviceContract {
  private static final int TICKS = 6; // checkpoints per workload
  private static final Pattern END = Pattern.compile("ended at tick (\\d+)");

  /** Creates the contract. */
  protected SaveAndLoadContract() {
    super("save and load");
  }

  @TestFactory
  @DisplayName("saved at a random tick and loaded again: the same result to the last figure")
  Stream<DynamicTest> savedAtARandomTickAndLoadedAgainTheSameResult() {
    return each(
        device -> {
          Random random = new Random(seed());
          for (TestBench.Case one : bench().cases(device)) {
            RunResult whole = bench().run(one);
            if (!bench().isSimulated(whole)) {
              continue;
            }
            long end = end(one);
            long kernels = ticks(whole, bench().device(device).tickHertz());
            for (int k = 0; k < TICKS; k++) {
              // Every second tick is near the end, where the kernels of short programs run.
              long from = k % 2 == 0 ? 0 : Math.max(0, end - kernels);
              long tick = from + (long) (random.nextDouble() * (end - from));
              at(one, tick, end, whole);
            }
          }
        });
  }

  private static long ticks(RunResult whole, long hertz) {
    return (long) (whole.kernelPicos() / 1e12 * hertz);
  }

  private void at(TestBench.Case one, long tick, long end, RunResult whole) throws IOException {
    Path file = folder.resolve("state.lkcp");
    Files.deleteIfExists(file);
    String when = one + ", saved at tick " + tick + " of " + end + " (seed " + seed() + "): ";
    Path path = bench().workload(one.workload());
    DeviceSpec device = one.device();
    RunResult saved =
        bench().run(path, device, new CheckpointPlan(tick, Optional.of(file), Optional.empty()));
    String differences = Differences.between(saved, whole);
    require(differences.isEmpty(), when + "while saving " + differences);
    RunResult loaded =
        bench().run(path, device, new CheckpointPlan(0, Optional.empty(), Optional.of(file)));
    differences = Differences.between(loaded, whole);
    require(differences.isEmpty(), when + "after loading " + differences);
  }

  /** Returns the end of the last launch, found by requesting a checkpoint after it. */
  private long end(TestBench.Case one) {
    String said;
    try {
      RunResult late =
          bench()
              .run(
                  bench().workload(one.workload()),
                  one.device(),
                  new CheckpointPlan(
                      Long.MAX_VALUE, Optional.of(folder.resolve("never.lkcp")), Optional.empty()));
      said = late.status() == RunStatus.OK ? "" : late.message();
    } catch (InputException e) {
      said = e.getMessage();
    }
    Matcher tick = END.matcher(said);
    require(tick.find(), one + ", saved after its end: " + said);
    return Long.parseLong(tick.group(1));
  }
}
