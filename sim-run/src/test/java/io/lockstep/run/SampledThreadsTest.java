// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.run.sample.Sampling;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A device that executes only the work-groups that it simulates, with any number of threads. */
@Tag("slow")
class SampledThreadsTest {
  private static final String ITEMS = Integer.toString(1 << 22);

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));

  private RunResult run(int threads) {
    return SharedProgram.run(
            new Runner(catalogue, Plugins.frontends()),
            Path.of("../examples/vecadd.yaml"),
            Map.of("n", ITEMS),
            List.of(new Runner.Target(catalogue.spec("hd5870"))),
            RunOptions.defaults()
                .withThreads(threads)
                .with()
                .sampling(Sampling.parse("error=5%"))
                .build())
        .get(0);
  }

  @Test
  void leavesOutTheSameWorkGroupsWithAnyNumberOfThreads() {
    RunResult one = run(1);
    assertThat(one.message()).contains("of the work-groups left out");
    assertThat(run(2)).isEqualTo(one);
  }
}
