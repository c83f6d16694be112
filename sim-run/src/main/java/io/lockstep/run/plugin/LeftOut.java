package io.lockstep.run.plugin;

import java.util.Set;

/**
 * A jar or a provider that is left out because of an error.
 *
 * @param jar the jar's path
 * @param provider the provider's class, or empty if unknown
 * @param reason the error, one sentence
 * @param devices ids of its devices, as far as known
 * @param families names of their families, as far as known
 * @param cause for {@code --debug}, or null
 */
public record LeftOut(
    String jar,
    String provider,
    String reason,
    Set<String> devices,
    Set<String> families,
    Throwable cause) {
  /**
   * Copies the sets.
   *
   * @param jar the jar's path
   * @param provider the provider's class, or empty if it is unknown
   * @param reason what is wrong, one sentence
   * @param devices known ids of its devices
   * @param families known names of its families
   * @param cause for {@code --debug}, or null
   */
  public LeftOut {
    devices = Set.copyOf(devices);
    families = Set.copyOf(families);
  }

  /** {@return one line that names jar, provider and cause} */
  public String line() {
    return "plug-in "
        + jar
        + " is left out: "
        + (provider.isEmpty() || reason.startsWith(provider) ? "" : provider + ": ")
        + reason;
  }
}
