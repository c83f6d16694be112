// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

/** Something with a position in a user's input. */
public interface Placed {
  /** {@return the position, for example {@code matmul.yaml:7:3}} */
  String where();

  /** {@return an error at this position, to be thrown} */
  default InputException wrong(String what) {
    return new InputException(where(), what);
  }
}
