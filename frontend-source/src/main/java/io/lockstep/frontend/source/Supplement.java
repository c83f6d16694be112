package io.lockstep.frontend.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Built-in functions, compiled once and linked to sources that use them.
 *
 * @param name of the resource
 * @param options for bitcode
 * @param wrapping whether it wraps functions of the compiler's library, which its bitcode then
 *     contains
 */
record Supplement(String name, List<String> options, boolean wrapping) {
  Supplement(String name, List<String> options) {
    this(name, options, false);
  }

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
