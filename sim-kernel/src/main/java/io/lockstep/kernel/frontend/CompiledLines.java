// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

/** Maps lines of a compiled text to lines of its source file. Immutable, thread-safe. */
public interface CompiledLines {
  /** {@return the source file as named in the text} */
  String file();

  /**
   * {@return the source line of a line of the text, both from 1; 0 if unknown}
   *
   * @param ofText a line of the text
   */
  int line(int ofText);
}
