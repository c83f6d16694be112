package io.lockstep.frontend.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Built-in functions of ours that are compiled apart, once, and linked to the sources that use
 * them.
 *
 * @param name of the text, which lies beside this class
 * @param options for its compilation to bitcode
 * @param wrapping whether it holds functions of the compiler's library under names of ours, so that
 *     these are linked into its bitcode
 */
record Supplement(String name, List<String> options, boolean wrapping) {
  Supplement(String name, List<String> options) {
    this(name, options, false);
  }

  /** The text of a resource beside this class. */
  static byte[] resource(String name) {
    try (InputStream in = Supplement.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] text() {
    return resource(name);
  }
}
