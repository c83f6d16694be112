// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Built-in functions of OpenCL C, compiled to LLVM bitcode once and linked with each kernel text.
 *
 * @param name file name of the bitcode, without its ending
 * @param parts resources whose texts, one after the other, are compiled
 * @param options options for the compilation to bitcode
 */
record BuiltInLibrary(String name, List<String> parts, List<String> options) {
  static byte[] resource(String name) {
    try (InputStream in = BuiltInLibrary.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the text, in which messages of the compiler name the parts. */
  byte[] text() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (String part : parts) {
      text.writeBytes("#line 1 \"%s\"\n".formatted(part).getBytes(StandardCharsets.UTF_8));
      text.writeBytes(resource(part));
    }
    return text.toByteArray();
  }
}
