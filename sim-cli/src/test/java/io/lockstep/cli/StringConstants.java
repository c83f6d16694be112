// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The string constants of a class file, read from its constant pool (JVMS 4.4). */
final class StringConstants {
  private static final int MAGIC_AND_VERSION = 8; // bytes

  private StringConstants() {}

  /** All of a class, also those that concatenations are made of. */
  static List<String> of(URI file) {
    try (InputStream bytes = file.toURL().openStream();
        DataInputStream in = new DataInputStream(bytes)) {
      in.skipNBytes(MAGIC_AND_VERSION);
      int count = in.readUnsignedShort();
      String[] texts = new String[count];
      List<Integer> strings = new ArrayList<>();
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> texts[i] = in.readUTF();
          case 8 -> strings.add(in.readUnsignedShort());
          case 7, 16, 19, 20 -> in.skipNBytes(2);
          case 15 -> in.skipNBytes(3);
          case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
          case 5, 6 -> {
            in.skipNBytes(8);
            i++; // long and double take two entries
          }
          default -> throw new IllegalStateException(file + ": constant of kind " + tag);
        }
      }
      return strings.stream().map(s -> texts[s]).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
