// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.advise.FirstSign;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Writes the line below a comparison: main findings of the slowest and fastest devices. */
public final class FirstFindings {
  private FirstFindings() {}

  /**
   * {@return the line, with a command that shows more; empty if no device ran the workload}
   *
   * @param results results of one workload
   * @param advise returns a command that asks for advice on the workload, for ids of devices
   */
  public static String text(
      List<RunResult> results,
      UnaryOperator<String> advise,
      TimingChoice timing,
      Catalogue catalogue,
      Function<RunResult, DeviceSpec> spec,
      Screen screen) {
    List<RunResult> timed =
        results.stream()
            .filter(r -> r.isSimulated() && r.kernelPicos() > 0)
            .sorted(Comparator.comparingLong(timing::picos))
            .toList();
    if (timed.isEmpty()) {
      return "";
    }
    RunResult fastest = timed.get(0);
    RunResult slowest = timed.get(timed.size() - 1);
    String line = "slowest: " + sign(slowest, catalogue, spec);
    String devices = slowest.device();
    if (slowest != fastest) {
      line += "; fastest: " + sign(fastest, catalogue, spec);
      devices += "," + fastest.device();
    }
    return screen.wrapped("%s. More: %s\n".formatted(line, advise.apply(devices)), "  ");
  }

  private static String sign(
      RunResult result, Catalogue catalogue, Function<RunResult, DeviceSpec> spec) {
    return "%s (%s)"
        .formatted(result.device(), FirstSign.of(result, catalogue, spec.apply(result)));
  }
}
