// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.line.LineTimes.InstructionTimes;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.testsupport.Repository;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What portable instructions did, with times by line: executions and bytes of DRAM. */
class InstructionWorkTest {
  private static final int N = 16_384;
  private static final long VECTOR = 4L * N;
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private static RunResult vecadd(String device) {
    return SharedProgram.run(
            new Runner(CATALOGUE, Plugins.frontends()),
            Repository.ROOT.resolve("examples/vecadd.yaml"),
            Map.of("n", "" + N),
            List.of(new Runner.Target(CATALOGUE.spec(device))),
            RunOptions.defaults().with().byLine(true).criticalPath(true).build())
        .get(0);
  }

  private static List<InstructionTimes> instructions(RunResult r) {
    return r.lines().kernels().get(0).instructions().stream()
        .filter(i -> i.instruction() >= 0)
        .toList();
  }

  private static long bytes(InstructionTimes i) {
    return i.work().orElseThrow().dramBytes().orElseThrow();
  }

  @ParameterizedTest
  @DisplayName("executions add up to the wavefronts' operations, each wavefront runs a line once")
  @ValueSource(strings = {"hd5870", "hd6970", "mi300a", "gtx280"})
  void executionsAddUpToTheWavefrontsOperations(String device) {
    RunResult r = vecadd(device);
    long wavefronts = r.statistics().get("wavefronts").longValue();
    assertThat(instructions(r))
        .allMatch(i -> i.work().orElseThrow().executions() == wavefronts)
        .hasSize((int) (r.statistics().get("wavefront_instructions").longValue() / wavefronts));
  }

  @ParameterizedTest
  @DisplayName("each of two loads fetches its vector from DRAM, whatever machine code it became")
  @ValueSource(strings = {"hd5870", "hd6970", "mi300a", "gtx280"})
  void eachOfTwoLoadsFetchesItsVectorFromDram(String device) {
    RunResult r = vecadd(device);
    List<InstructionTimes> moved =
        instructions(r).stream().filter(i -> bytes(i) >= VECTOR).toList();
    boolean writesBack = device.equals("mi300a"); // its lines are written at the kernel's end
    assertThat(moved).hasSize(writesBack ? 2 : 3).allMatch(i -> bytes(i) == VECTOR);
    long all = instructions(r).stream().mapToLong(InstructionWorkTest::bytes).sum();
    Number flushed = r.statistics().get("l2.flushed_bytes"); // no instruction's: the kernel's end
    assertThat(all + (flushed == null ? 0 : flushed.longValue()))
        .isEqualTo(r.statistics().get("dram.bytes").longValue());
  }
}
