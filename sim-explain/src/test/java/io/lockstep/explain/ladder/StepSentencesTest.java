// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideal;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StepSentencesTest {
  private static final long PICOS = 1_000_000;

  private static Shown shown(String device, String busy) {
    DeviceSpec spec = Catalogue.of(Optional.empty(), List.of()).spec(device);
    Map<String, BigDecimal> statistics =
        Map.of("dram.bytes", new BigDecimal(50_000), "dram.busy", new BigDecimal(busy));
    RunResult result =
        new RunResult(
            new RunResult.Identity("w", spec.id(), spec.name(), new TreeMap<>(), new TreeMap<>()),
            new RunResult.Outcome(RunStatus.OK, null, null, ""),
            new RunResult.Time(1, PICOS, PICOS, ""),
            new RunResult.Evidence("", "", spec.hash()),
            new TreeMap<>(statistics),
            new RunResult.Observed(null, null, null, null, null, null));
    return new Shown(device, "DRAM bandwidth", spec, result);
  }

  private static String sentence(Ideal ideal, Cost from, Cost to) {
    LadderStep step = new LadderStep("part", Optional.of(ideal), from, to, "");
    return new StepSentences(shown("hd5870", "0.25"), shown("mi300a", "0.125"))
        .say(step)
        .sentence();
  }

  @Test
  void utilisationOfDramIsTheDeclaredStatisticAsInTheSentencesOnRoofs() {
    assertThat(sentence(Ideal.DRAM_BANDWIDTH, Cost.exactly(1), Cost.exactly(2.5)))
        .isEqualTo(
            "part: compared with an ideal part, mi300a takes 2.50 times as long, hd5870 0.0 % more"
                + " time; DRAM bandwidth is used at 12.5 % of its peak of 5324.8 GB/s on mi300a,"
                + " used at 25.0 % of its peak of 153.6 GB/s on hd5870.");
  }

  @Test
  void aCostBelowOneIsAnInteraction() {
    assertThat(sentence(Ideal.DEPENDENCY, Cost.exactly(0.9), Cost.exactly(1.2)))
        .startsWith(
            "part: compared with an ideal part, mi300a takes 20.0 % more time, hd5870 10.0 % less"
                + " time (an interaction with other parts); ");
  }
}
