package io.lockstep.kernel.frontend;

/**
 * Which lines of a source file the lines of a text stand for that was compiled from it, as far as
 * the text says so. Immutable, thread-safe.
 */
public interface CompiledLines {
  /** {@return the source file as the text names it} */
  String file();

  /**
   * {@return the source's line behind a line of the text, both from 1; 0 where none is known}
   *
   * @param ofText a line of the text
   */
  int line(int ofText);
}
