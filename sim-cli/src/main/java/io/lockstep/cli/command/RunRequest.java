// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.terminal.Version;
import io.lockstep.observe.RunSetup;
import java.nio.file.Path;
import java.util.TreeMap;

/** What a run simulates, on which devices, as far as a checkpoint can complete it. */
final class RunRequest {
  private Path workload;
  private final DeviceOptions devices;
  private final RunSettings settings;

  RunRequest(Path workload, DeviceOptions devices, RunSettings settings) {
    this.workload = workload;
    this.devices = devices;
    this.settings = settings;
  }

  Path workload() {
    return workload;
  }

  /** Returns the request as stored in checkpoints. */
  RunSetup setup() {
    return new RunSetup(
        Version.text(),
        workload.toString(),
        new TreeMap<>(settings.execution.parameters),
        String.join(",", devices.devices),
        new TreeMap<>(devices.settings()));
  }

  void fillIn(RunSetup saved) {
    if (workload == null) {
      workload = Path.of(saved.workload());
    }
    if (settings.execution.parameters.isEmpty() && workload.toString().equals(saved.workload())) {
      settings.execution.parameters.putAll(saved.parameters());
    }
    if (devices.devices.isEmpty()) {
      devices.devices.add(saved.device());
      if (devices.settings().isEmpty()) {
        devices.overrides.putAll(saved.overrides());
      }
    }
  }
}
