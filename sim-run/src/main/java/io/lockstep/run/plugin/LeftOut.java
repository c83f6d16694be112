// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import java.util.Set;

/**
 * A jar or a provider that is left out because of an error.
 *
 * @param jar path of the jar
 * @param provider name of the provider's class, or empty if unknown
 * @param reason one sentence
 * @param devices known device ids of the provider
 * @param families known families of the provider
 * @param cause exception for {@code --debug}, or null
 */
public record LeftOut(
    String jar,
    String provider,
    String reason,
    Set<String> devices,
    Set<String> families,
    Throwable cause) {
  public LeftOut {
    devices = Set.copyOf(devices);
    families = Set.copyOf(families);
  }

  /** {@return one line that names jar, provider and reason} */
  public String line() {
    return "plug-in "
        + jar
        + " is left out: "
        + (provider.isEmpty() || reason.startsWith(provider) ? "" : provider + ": ")
        + reason;
  }
}
