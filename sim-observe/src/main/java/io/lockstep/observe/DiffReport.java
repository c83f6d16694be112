package io.lockstep.observe;

import java.util.List;
import java.util.Optional;

/**
 * The comparison of two runs.
 *
 * @param left description of the left side
 * @param right description of the right side
 * @param devices one entry for each pair of devices
 */
public record DiffReport(Side left, Side right, List<DeviceDiff> devices) {
  /**
   * One side.
   *
   * @param version of Lockstep that ran it
   * @param file its fingerprints' file; empty if it was run for this comparison
   * @param arguments of {@code lockstep run}
   */
  public record Side(String version, String file, List<String> arguments) {}

  /**
   * One pair of devices.
   *
   * @param left fingerprints of the left side
   * @param right fingerprints of the right side
   * @param found the first difference, or empty if there is none
   */
  public record DeviceDiff(
      DeviceFingerprints left, DeviceFingerprints right, Optional<DivergenceSearch.Found> found) {}

  /** {@return whether no event differs} */
  public boolean isEqual() {
    return devices.stream().allMatch(d -> d.found().isEmpty());
  }
}
