// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.path.CriticalPath;
import io.lockstep.observe.path.CriticalPath.KernelPath;
import io.lockstep.observe.path.CriticalPath.LaunchPath;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.testsupport.Repository;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Critical paths of a program's launches, on a device of each family. */
class CriticalPathsTest {
  private static final List<String> FAMILIES = List.of("hd5870", "hd6970", "mi100", "gtx280", "t4");
  private static final double PICOS = 1e12;

  @Test
  @DisplayName("each launch has a path that takes its time; a kernel's is the sum of its launches'")
  void eachLaunchHasAPathThatTakesItsTime() {
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    List<RunResult> results =
        SharedProgram.run(
            new Runner(catalogue, Plugins.frontends()),
            Repository.ROOT.resolve("examples/bfs.yaml"),
            Map.of("n", "256"),
            FAMILIES.stream().map(d -> new Runner.Target(catalogue.spec(d))).toList(),
            RunOptions.defaults().with().criticalPath(true).build());
    List<RunResult> simulated = results.stream().filter(RunResult::isSimulated).toList();
    assertThat(simulated).hasSizeGreaterThanOrEqualTo(4);
    simulated.forEach(r -> check(r.device(), r.path()));
  }

  private static void check(String device, CriticalPath path) {
    assertThat(path.launches()).as(device).hasSizeGreaterThan(1);
    long ticks = 0;
    for (LaunchPath launch : path.launches()) {
      double picos = launch.shares().ticks() * PICOS / path.tickHertz();
      assertThat(picos)
          .as("%s, launch %d", device, launch.number())
          .isPositive()
          .isCloseTo(launch.picos(), Offset.offset(PICOS / path.tickHertz()));
      ticks += launch.shares().ticks();
    }
    assertThat(path.shares().ticks()).as(device).isEqualTo(ticks);
    assertThat(path.kernels().stream().mapToLong(KernelPath::launches).sum())
        .as(device)
        .isEqualTo(path.launches().size());
  }
}
