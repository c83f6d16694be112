package io.lockstep.observe;

import java.util.List;
import java.util.Optional;

/**
 * The comparison of two runs.
 *
 * @param devices one entry for each pair of devices
 */
public record DiffReport(Side left, Side right, List<DeviceDiff> devices) {
  /**
   * One side.
   *
   * @param version of Lockstep that ran it
   * @param file its fingerprint file; empty if it was run for this comparison
   * @param arguments of {@code lockstep run}
   */
  public record Side(String version, String file, List<String> arguments) {}

  /**
   * One pair of devices.
   *
   * @param found the first difference, or empty if there is none
   */
  public record DeviceDiff(
      DeviceFingerprints left, DeviceFingerprints right, Optional<DivergenceSearch.Found> found) {}

  /** Whether no event differs. */
  public boolean isEqual() {
    return devices.stream().allMatch(d -> d.found().isEmpty());
  }
}
