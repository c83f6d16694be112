// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.advise.FirstSign;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.io.ShellWord;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Writes the line below a comparison: main findings of the slowest and fastest devices. */
public final class FirstFindings {
  private FirstFindings() {}

  /**
   * {@return the line, with a command that shows more; empty if no device ran the workload}
   *
   * @param results results of one workload
   */
  public static String text(
      List<RunResult> results,
      Path workload,
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
    String command =
        "lockstep advise %s -d %s"
            .formatted(ShellWord.of(workload.getFileName()), ShellWord.of(devices));
    return screen.wrapped("%s. More: %s\n".formatted(line, command), "  ");
  }

  private static String sign(
      RunResult result, Catalogue catalogue, Function<RunResult, DeviceSpec> spec) {
    return "%s (%s)"
        .formatted(result.device(), FirstSign.of(result, catalogue, spec.apply(result)));
  }
}
