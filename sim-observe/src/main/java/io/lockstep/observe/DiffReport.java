// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import java.util.List;
import java.util.Optional;

/** The comparison of two runs, pair by pair of devices. */
public record DiffReport(Side left, Side right, List<DeviceDiff> devices) {
  /** One side of the comparison; {@code file} is empty if the side was run for the comparison. */
  public record Side(String version, String file, List<String> arguments) {}

  /** One pair of devices, and the first difference, if any. */
  public record DeviceDiff(
      DeviceFingerprints left, DeviceFingerprints right, Optional<DivergenceSearch.Found> found) {}

  public boolean isEqual() {
    return devices.stream().allMatch(d -> d.found().isEmpty());
  }
}
