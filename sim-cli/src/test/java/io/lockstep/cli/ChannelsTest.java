// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partition or channel camping: its statistics, and what {@code inspect} says of strides. */
class ChannelsTest {
  private static final String TRANSPOSE = Cli.example("transpose");

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));

  private RunResult run(String workload, String n, String device) {
    RunOptions options = RunOptions.defaults().with().perUnit(true).build();
    List<Runner.Target> targets = List.of(new Runner.Target(catalogue.spec(device)));
    return SharedProgram.run(
            new Runner(catalogue, Plugins.frontends()),
            Path.of(workload),
            Map.of("n", n),
            targets,
            options)
        .get(0);
  }

  private static double of(RunResult r, String statistic) {
    return r.statistics().get(statistic).doubleValue();
  }

  @Test
  void aTransposeCampsOnChannelsThoughEachMovesEquallyManyBytesInTheEnd() {
    RunResult r = run(TRANSPOSE, "512", "gtx280");
    long[] bytes =
        LongStream.range(0, 8).map(c -> (long) of(r, "channel[" + c + "].dram.bytes")).toArray();
    assertThat(LongStream.of(bytes).sum()).isEqualTo((long) of(r, "dram.bytes"));
    double whole = 8.0 * LongStream.of(bytes).max().orElseThrow() / of(r, "dram.bytes");
    assertThat(whole).isCloseTo(1, offset(0.02));
    assertThat(of(r, "dram.channel_imbalance")).isBetween(2.5, 8.0);
    assertThat(of(run(Cli.example("vecadd"), "65536", "gtx280"), "dram.channel_imbalance"))
        .isBetween(1.0, 1.3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5870", "hd6970", "mi300a", "gtx280"})
  void anImbalanceIsTheQuotientOfItsCounters(String device) {
    RunResult r = run(TRANSPOSE, "128", device);
    for (String[] formula :
        new String[][] {
          {"dram.channel_imbalance", "dram.busiest_bytes", "dram.bytes"},
          {"dram.bank_imbalance", "dram.busiest_activations", "dram.activations"},
          {"l2.slice_imbalance", "l2.busiest_bytes", "l2.bytes"},
          {"mall.slice_imbalance", "mall.busiest_bytes", "mall.bytes"},
          {"lds.bank_imbalance", "lds.cycles", "lds.conflict_free_cycles"}
        }) {
      if (r.statistics().containsKey(formula[0])) {
        assertThat(of(r, formula[0]))
            .as(formula[0])
            .isGreaterThanOrEqualTo(1)
            .isCloseTo(of(r, formula[1]) / of(r, formula[2]), offset(1e-6));
      }
    }
    assertThat(r.statistics()).containsKeys("dram.channel_imbalance", "lds.bank_imbalance");
  }

  @Test
  void inspectNamesStridesThatReachFewChannels() {
    Cli cli = Cli.run("inspect", TRANSPOSE, "-p", "n=512", "--top", "0");
    assertThat(cli.out())
        .containsPattern(
            "channels    load of transpose at line \\d+: a stride of 2,048 B reaches few DRAM"
                + " channels: 1 of 8 of [^;]*gtx280");
    assertThat(Cli.run("inspect", TRANSPOSE, "-p", "n=512", "-f", "json").out())
        .contains("\"few_channels\" : [", "\"stride\" : 2048");
    assertThat(Cli.run("inspect", Cli.example("vecadd"), "--top", "0").out())
        .as("unit stride reaches them all")
        .doesNotContain("channels    ");
  }
}
