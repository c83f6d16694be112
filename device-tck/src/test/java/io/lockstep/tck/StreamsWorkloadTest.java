// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.RunResult;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The corpus' program with streams does what it is there for. */
class StreamsWorkloadTest {
  @TempDir private Path folder;

  private TestBench bench(String device) throws IOException {
    for (DeviceProvider p : ServiceLoader.load(DeviceProvider.class)) {
      if (p.devices().contains(device)) {
        return new TestBench(p, Corpus.copy(folder));
      }
    }
    throw new IllegalStateException(device);
  }

  private static List<TestBench.Case> streams(TestBench bench, DeviceSpec device) {
    return bench.cases(device).stream().filter(c -> c.workload().equals(Corpus.STREAMS)).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5450", "hd2400", "8600gts"})
  @DisplayName("transfers run beside kernels on a device with copy engines, and on no other")
  void transfersRunBesideKernelsWithCopyEngines(String id) throws IOException {
    TestBench bench = bench(id);
    for (TestBench.Case one : streams(bench, bench.spec(id))) {
      RunResult result = bench.run(one);
      assertThat(result.verified()).as("%s: %s", one, result.message()).isTrue();
      assertThat(value(result, "streams.operations")).as("%s", one).isEqualTo(14);
      long overlap = value(result, "streams.time.overlap");
      int engines = bench.device(one.device()).hostCosts().copyEngines();
      assertThat(overlap > 0).as("%s: overlap of %s ps", one, overlap).isEqualTo(engines > 0);
    }
  }

  @Test
  @DisplayName("the program with streams runs without copy engines, with one and with two")
  void itRunsWithoutCopyEnginesWithOneAndWithTwo() throws IOException {
    TestBench bench = bench("hd5450");
    assertThat(streams(bench, bench.spec("hd5450")))
        .extracting(TestBench.Case::toString)
        .containsExactly(
            "streams",
            "streams with host.copy_engines=0",
            "streams with host.copy_engines=1",
            "streams with host.copy_engines=2");
  }

  private static long value(RunResult result, String statistic) {
    return result.statistics().getOrDefault(statistic, BigDecimal.ZERO).longValue();
  }
}
