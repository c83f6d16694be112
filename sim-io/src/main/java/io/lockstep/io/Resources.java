// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Texts that are resources of a module. */
public final class Resources {
  private Resources() {}

  /**
   * {@return the text of a stream, which is closed}
   *
   * @param in a resource, opened by a class of its module, which alone can open it; not null
   */
  public static String text(InputStream in) {
    try (in) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
