package io.lockstep.advise;

/**
 * A place in a program.
 *
 * @param kernel name of a kernel, or empty for the host's part of the program
 * @param line source line from 1, or 0 if there is no single line
 */
public record Place(String kernel, int line) {
  /** The host's part of a program. */
  public static final Place HOST = new Place("", 0);

  /** {@return the place in words, for example {@code transpose, line 14}} */
  public String text() {
    return kernel.isEmpty() ? "host" : line == 0 ? kernel : kernel + ", line " + line;
  }
}
