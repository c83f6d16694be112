// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Built-in functions of Lockstep that are compiled once and linked to the sources that use them.
 *
 * @param name resource that holds the text
 * @param options options for the compilation to bitcode
 * @param wrapping whether the supplement wraps functions of the compiler's library, which are then
 *     linked into its bitcode
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
