// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.store;

/**
 * The code that computed a result. Results of equal builds are comparable; equal bytes of code give
 * equal builds on every machine.
 *
 * @param version version of Lockstep, or empty if unknown
 * @param digest digest of Lockstep's modules that results depend on, or empty if unknown
 * @param plugins jars of the plug-in folders as {@code NAME:DIGEST}, sorted, or empty
 */
public record Build(String version, String digest, String plugins) {
  /** The build of results that do not state one. */
  public static final Build UNKNOWN = new Build("", "", "");

  public boolean isKnown() {
    return !digest.isEmpty();
  }

  /** Describes the build for users, in a few words. */
  public String words() {
    return isKnown()
        ? version + " (" + digest + (plugins.isEmpty() ? "" : " with " + plugins) + ")"
        : "unknown";
  }
}
