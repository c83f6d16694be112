// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.explain.figures.UncertainFigure;
import io.lockstep.explain.figures.UncertainFigures;
import io.lockstep.io.InputException;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import io.lockstep.testsupport.Repository;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures to which peaks are proportional, compared with what the machines report. */
class PeakFiguresTest {
  private static final Path VECADD = Repository.ROOT.resolve("examples/vecadd.yaml");

  /** The peak rates of a device by statistic; empty if the device is impossible. */
  private static Map<String, Roof> peaks(DeviceSpec spec) {
    RunResult result =
        SharedProgram.run(
                new Runner(MadeUp.ALL, Plugins.frontends()),
                VECADD,
                Map.of("n", "1024"),
                List.of(new Runner.Target(spec)),
                RunOptions.defaults())
            .get(0);
    Map<String, Roof> peaks = new TreeMap<>();
    if (result.isSimulated()) {
      Roofs.of(result, MadeUp.ALL, spec).all().forEach(r -> peaks.put(r.statistic(), r));
    }
    return peaks;
  }

  private static Map<String, Roof> with(DeviceSpec spec, String path, String value) {
    try {
      return peaks(spec.with(Map.of(path, value)));
    } catch (InputException e) {
      return Map.of(); // other figures would have to change too
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"v100", "a100", "rtx5090", "mi100", "mi300a", "hd5870"})
  @DisplayName("a peak moves by what the ends of its figures' ranges are relative to their values")
  void peaksMoveAsTheirFigures(String device) {
    DeviceSpec spec = MadeUp.ALL.spec(device);
    Map<String, Roof> nominal = peaks(spec);
    int compared = 0;
    for (Roof roof : nominal.values()) {
      for (UncertainFigure f : PeakFigures.of(roof, device, spec)) {
        for (boolean most : new boolean[] {false, true}) {
          Roof moved = with(spec, f.path(), most ? f.high() : f.low()).get(roof.statistic());
          if (moved != null) {
            assertThat(moved.rate() / roof.rate())
                .as(roof.name() + " by " + f.words())
                .isCloseTo(most ? f.most() : f.least(), within(0.01));
            compared++;
          }
        }
      }
    }
    assertThat(compared).isPositive();
  }

  @Test
  @DisplayName("no other uncertain figure moves the peak of a memory's bytes")
  void noOtherFigureMovesAPeakOfBytes() {
    DeviceSpec spec = MadeUp.ALL.spec("rtx5090");
    Map<String, Roof> nominal = peaks(spec);
    UncertainFigures uncertain = new UncertainFigures("rtx5090", spec);
    for (Figure figure : spec.figures()) {
      Optional<UncertainFigure> f = uncertain.find(figure.path());
      if (f.isEmpty() || !isOfMemory(figure.path())) {
        continue;
      }
      with(spec, figure.path(), f.get().low())
          .forEach(
              (name, roof) -> {
                double moved = roof.rate() / nominal.get(name).rate();
                if (roof.unit().equals("B") && Math.abs(moved - 1) > FactorRange.LEAST) {
                  assertThat(PeakFigures.of(roof, "rtx5090", spec)).as(name).contains(f.get());
                }
              });
    }
  }

  private static boolean isOfMemory(String path) {
    return List.of("l1", "l2", "network", "dram", "memory", "atomic").stream()
        .anyMatch(section -> path.startsWith(section + "."));
  }
}
