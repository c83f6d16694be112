package io.lockstep.sweep.file;

/**
 * A parameter or a figure with its values.
 *
 * @param name without its question mark
 * @param ifThere whether it applies only to workloads, or devices, that have it: {@code n?}
 * @param where position of the name, for messages
 * @param values listed, spanned or computed
 */
public record Named(String name, boolean ifThere, String where, ValueSource values) {
  /**
   * {@return an entry with a name from a file}
   *
   * @param key the name, with a question mark if it applies only to those that have it
   * @param where position of the name
   * @param values listed, spanned or computed
   */
  public static Named of(String key, String where, ValueSource values) {
    boolean ifThere = key.endsWith("?");
    String name = ifThere ? key.substring(0, key.length() - 1) : key;
    return new Named(name, ifThere, where, values);
  }

  /** {@return the name as a file has it} */
  public String key() {
    return ifThere ? name + "?" : name;
  }
}
