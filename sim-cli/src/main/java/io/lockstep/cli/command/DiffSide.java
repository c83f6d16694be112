// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.terminal.Version;
import io.lockstep.io.InputException;
import io.lockstep.observe.DeviceFingerprints;
import io.lockstep.observe.DiffReport;
import io.lockstep.observe.FingerprintGatherer;
import io.lockstep.observe.FingerprintLog;
import io.lockstep.observe.Meter;
import io.lockstep.observe.SimulationWatcher;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One side of a comparison: a file of fingerprints, or a request that is simulated on demand. */
public final class DiffSide {
  private final String file;
  private final String version;
  private final RunRequest request;
  private final Meter progress;
  private List<DeviceFingerprints> devices;
  private final List<String> troubles = new ArrayList<>();

  DiffSide(Path file, FingerprintLog log, Meter progress) {
    this.file = file.toString();
    this.version = log.version();
    this.request = RunRequest.of(log.arguments());
    this.devices = log.devices();
    this.progress = progress;
  }

  DiffSide(RunRequest request, Meter progress) {
    this.file = "";
    this.version = Version.text();
    this.request = request;
    this.progress = progress;
  }

  String name() {
    return file.isEmpty() ? "run " + String.join(" ", request.arguments()) : file;
  }

  RunRequest request() {
    return request;
  }

  DiffReport.Side described() {
    return new DiffReport.Side(version, file, request.arguments());
  }

  boolean isFile() {
    return !file.isEmpty();
  }

  List<String> troubles() {
    return troubles;
  }

  List<DeviceFingerprints> devices() {
    if (devices == null) {
      FingerprintGatherer gatherer = new FingerprintGatherer();
      for (RunResult r : request.run(gatherer, hash -> true, progress)) {
        if (r.status() == RunStatus.REFUSED || r.status() == RunStatus.FAILED) {
          troubles.add(r.device() + " " + r.status().name().toLowerCase() + ": " + r.message());
        }
      }
      request.leftOut().forEach(line -> troubles.add("warning: " + line));
      devices = gatherer.gathered();
    }
    if (devices.isEmpty()) {
      String why = troubles.isEmpty() ? "" : ": " + String.join("; ", troubles);
      throw new InputException(name(), "no device was simulated" + why);
    }
    return devices;
  }

  /** Simulates one of the devices again. */
  void again(DeviceFingerprints device, SimulationWatcher watcher) {
    String hash = device.subject().deviceSha256();
    boolean[] taken = new boolean[1]; // simulates a device once even if it is named twice
    request.run(watcher, h -> h.equals(hash) && !taken[0] && (taken[0] = true), progress);
  }
}
