// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The example device with something changed: a kind of wrong plug-in.
 *
 * @param kind what is wrong with it, in words
 * @param edits of its sources
 * @param entries what becomes of the files of its jar, by name
 * @param bytes what becomes of the jar's bytes
 */
record ToyVariant(
    String kind,
    List<Edit> edits,
    UnaryOperator<Map<String, byte[]>> entries,
    UnaryOperator<byte[]> bytes) {
  /**
   * A change of a source file.
   *
   * @param file its simple name
   * @param from text that is there once; empty for a file of its own
   * @param to what stands there instead
   */
  record Edit(String file, String from, String to) {}

  /** The device as it is. */
  static ToyVariant of(String kind) {
    return new ToyVariant(kind, List.of(), UnaryOperator.identity(), UnaryOperator.identity());
  }

  /** The same with a text of a source replaced. */
  ToyVariant with(String file, String from, String to) {
    List<Edit> more = new ArrayList<>(edits);
    more.add(new Edit(file, from, to));
    return new ToyVariant(kind, more, entries, bytes);
  }

  /** The same with other files in its jar. */
  ToyVariant packed(UnaryOperator<Map<String, byte[]>> change) {
    return new ToyVariant(
        kind, edits, files -> change.apply(new TreeMap<>(entries.apply(files))), bytes);
  }

  /** The same with a jar of other bytes. */
  ToyVariant damaged(UnaryOperator<byte[]> change) {
    return new ToyVariant(kind, edits, entries, change);
  }

  /** What a source file becomes. */
  String source(String file, String text) {
    String result = text;
    for (Edit e : edits) {
      if (e.file().equals(file) && !e.from().isEmpty()) {
        if (result.split(java.util.regex.Pattern.quote(e.from()), -1).length != 2) {
          throw new IllegalStateException(kind + ": '" + e.from() + "' is not once in " + file);
        }
        result = result.replace(e.from(), e.to());
      }
    }
    return result;
  }

  /** Source files that the device does not have. */
  Map<String, String> more() {
    Map<String, String> files = new TreeMap<>();
    edits.stream().filter(e -> e.from().isEmpty()).forEach(e -> files.put(e.file(), e.to()));
    return files;
  }
}
