// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

/**
 * A position in a program.
 *
 * @param kernel name of a kernel, or empty for the host code
 * @param line source line, starting at 1; 0 if the finding has no single line
 */
public record Place(String kernel, int line) {
  public static final Place HOST = new Place("", 0);

  /** Describes the position, for example {@code transpose, line 14}. */
  public String text() {
    return kernel.isEmpty() ? "host" : line == 0 ? kernel : kernel + ", line " + line;
  }
}
