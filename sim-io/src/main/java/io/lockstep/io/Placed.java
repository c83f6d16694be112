package io.lockstep.io;

/** Something with a position in a user's input. */
public interface Placed {
  /** {@return the place, for example {@code matmul.yaml:7:3}} */
  String where();

  /**
   * {@return an error at this place, to be thrown}
   *
   * @param what the found and expected values, the nearest valid name
   */
  default InputException wrong(String what) {
    return new InputException(where(), what);
  }
}
