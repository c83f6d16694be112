// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

/** Gives C texts of tests the names that HIP has for those of CUDA. */
public final class HipNames {
  private HipNames() {}

  /** Returns a text with HIP's names, as the files of HIP's library have them. */
  public static String of(String text) {
    return DriverSources.forHip(text, false);
  }
}
