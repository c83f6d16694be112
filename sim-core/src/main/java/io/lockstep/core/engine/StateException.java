// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** Thrown if saved state is altered, truncated, or of another configuration. */
public final class StateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String where;
  private final String what;

  /**
   * Creates an exception.
   *
   * @param where section and byte of the saved state
   * @param what found and expected values
   */
  public StateException(String where, String what) {
    super(where + ": " + what);
    this.where = where;
    this.what = what;
  }

  /** {@return section and byte of the saved state} */
  public String where() {
    return where;
  }

  /** {@return found and expected values} */
  public String what() {
    return what;
  }
}
