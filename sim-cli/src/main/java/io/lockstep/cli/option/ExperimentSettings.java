// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Devices, time and launch phases of commands that answer a question by many simulations. */
public final class ExperimentSettings {
  private static final int MOST_PHASES = 1000;

  @Option(
      names = {"-d", "--device"},
      paramLabel = "DEVICE,…",
      hideParamSyntax = true,
      split = ",",
      description = "Device id or .yaml file; repeatable.")
  public List<String> devices = new ArrayList<>();

  @Mixin private TimingOption time = new TimingOption();

  @Option(
      names = "--phases",
      paramLabel = "K",
      description = "Launch phases to average over (default: 4; advise: 3).")
  private Integer phases;

  public TimingChoice timing() {
    return time.timing;
  }

  /**
   * Returns the named devices.
   *
   * @param most maximum number of devices
   * @throws UsageException unless between one and {@code most} devices are named
   */
  public List<String> devices(int most) {
    if (devices.isEmpty()) {
      throw new UsageException("name a device: --device hd5870");
    }
    if (devices.size() > most) {
      String expected = most == 1 ? "one device" : "one or two devices";
      throw new UsageException("--device: expected " + expected + ", found " + devices.size());
    }
    return devices;
  }

  public boolean hasPhases() {
    return phases != null;
  }

  /** Returns the number of launch phases; {@code standard} unless --phases is given. */
  public int phases(int standard) {
    int count = phases == null ? standard : phases;
    UsageException.require("--phases", count, Bounds.of(1, MOST_PHASES), "");
    return count;
  }
}
