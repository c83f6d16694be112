// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

/**
 * A workload parameter or a device figure with its values.
 *
 * @param name name without its question mark
 * @param ifThere whether workloads or devices without this name are accepted, written {@code n?}
 */
public record Named(String name, boolean ifThere, String where, ValueSource values) {
  /** Creates an entry from a key, which ends in a question mark if the name is optional. */
  public static Named of(String key, String where, ValueSource values) {
    boolean ifThere = key.endsWith("?");
    String name = ifThere ? key.substring(0, key.length() - 1) : key;
    return new Named(name, ifThere, where, values);
  }

  /** Returns the key as written in a file. */
  public String key() {
    return ifThere ? name + "?" : name;
  }
}
