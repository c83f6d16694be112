// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Figure;
import io.lockstep.testsupport.Repository;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * No cost that is raised makes a device faster. A figure in cycles or in time is doubled, or put to
 * the upper end of its range where that is further. A model that forgets to queue behind what it
 * books gets faster by a higher cost.
 */
@Tag("slow")
class RaisedCostTest {
  private static final Set<Dimension> COSTS =
      EnumSet.of(Dimension.CYCLES, Dimension.CYCLE_PARTS, Dimension.TIME);

  /**
   * Times between refreshes and before those of idle channels: the longer, the less refreshes take.
   */
  private static final Set<String> INTERVALS = Set.of("dram.trefi", "dram.refresh_idle");

  /** Requests meet in another order, and refreshes come at other moments. */
  private static final double ORDER = 0.04;

  /** Devices whose machines are in memory together. */
  private static final int AT_ONCE = 4;

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));

  @ParameterizedTest
  @CsvSource({
    "hd5870, atomics",
    "hd5870, transpose",
    "hd5870, reduce",
    "hd6970, atomics",
    "hd6970, transpose",
    "hd6970, reduce",
    "gtx280, atomics",
    "gtx280, transpose",
    "gtx280, reduce",
    "mi100, atomics",
    "mi100, reduce"
  })
  @DisplayName("a kernel does not get faster by a figure that takes longer")
  void aKernelDoesNotGetFasterByAFigureThatTakesLonger(String device, String workload) {
    DeviceSpec spec = catalogue.spec(device);
    List<Runner.Target> targets = new ArrayList<>();
    List<String> raised = new ArrayList<>();
    targets.add(new Runner.Target(spec));
    raised.add("nothing");
    for (Figure f : spec.figures()) {
      if (COSTS.contains(f.dimension()) && !isShare(spec, f) && !INTERVALS.contains(f.path())) {
        long twice = Math.min(2 * f.value(), spec.schema().key(f.path()).high());
        long high = f.high().isEmpty() ? twice : f.dimension().parse(f.high());
        String text = f.dimension().show(Math.max(twice, high), f.text());
        targets.add(new Runner.Target(spec.with(f.path(), text)));
        raised.add(f.path() + "=" + text);
      }
    }
    RunOptions options = RunOptions.defaults().withThreads(1);
    Runner runner = new Runner(catalogue, Plugins.frontends());
    List<RunResult> results = new ArrayList<>();
    for (int i = 0; i < targets.size(); i += AT_ONCE) {
      List<Runner.Target> some = targets.subList(i, Math.min(targets.size(), i + AT_ONCE));
      results.addAll(
          SharedProgram.run(runner, Repository.workload(workload), Map.of(), some, options));
    }
    RunResult first = results.get(0);
    int compared = 0;
    for (int i = 0; i < results.size(); i++) {
      RunResult r = results.get(i);
      if (r.status() == RunStatus.REFUSED && r.message().startsWith("--set")) {
        continue; // another figure bounds it
      }
      compared++;
      assertThat(r.status()).as(raised.get(i) + ": " + r.message()).isEqualTo(RunStatus.OK);
      // What launches and transfers cost comes between kernels.
      boolean between = raised.get(i).startsWith("host.");
      long before = between ? first.picos() : first.kernelPicos();
      long after = between ? r.picos() : r.kernelPicos();
      assertThat((double) after).as(raised.get(i)).isGreaterThanOrEqualTo((1 - ORDER) * before);
    }
    assertThat(compared).isGreaterThan(20);
  }

  /** Where the whole way to DRAM is a figure, its parts only say where the time goes. */
  private static boolean isShare(DeviceSpec spec, Figure f) {
    return spec.has("dram.load_to_use") && f.path().matches("dram\\.t(rp|rcd|cl)");
  }
}
