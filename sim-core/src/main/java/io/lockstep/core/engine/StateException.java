package io.lockstep.core.engine;

/** Saved state that does not fit: altered, cut, or of another configuration. */
public final class StateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String where;
  private final String what;

  /**
   * A state that cannot be loaded, with the place where that shows.
   *
   * @param where section and byte of the saved state
   * @param what what was found there and what was expected
   */
  public StateException(String where, String what) {
    super(where + ": " + what);
    this.where = where;
    this.what = what;
  }

  /**
   * Section and byte of the saved state.
   *
   * @return section and byte of the saved state
   */
  public String where() {
    return where;
  }

  /** {@return what was found there and what was expected} */
  public String what() {
    return what;
  }
}
