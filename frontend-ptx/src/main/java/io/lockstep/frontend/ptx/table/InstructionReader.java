// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the table of instructions; the head of {@value #FILE} describes its format. An error in the
 * table is a defect of this module, which its tests find.
 */
final class InstructionReader {
  private static final String FILE = "instructions.txt";
  private static final String INDENT = "    ";

  private final Map<String, InstructionEntry> entries = new LinkedHashMap<>();
  private final Map<String, String> words = new HashMap<>(); // never iterated
  private int line;
  private String family = "";

  // Instructions whose forms are being read.
  private List<String> names = List.of();
  private String meaning = "";
  private final List<String> forms = new ArrayList<>();

  private InstructionReader() {}

  /** Reads this module's table; returns the entries by name, in file order. */
  static Map<String, InstructionEntry> read() {
    try (InputStream in = InstructionReader.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing from this module");
      }
      return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Map<String, InstructionEntry> read(String text) {
    InstructionReader reader = new InstructionReader();
    for (String row : text.split("\n")) {
      reader.line++;
      reader.row(row);
    }
    reader.finish();
    return Collections.unmodifiableMap(reader.entries);
  }

  private void row(String row) {
    if (row.startsWith(INDENT)) {
      form(row.substring(INDENT.length()));
      return;
    }
    finish();
    if (row.isBlank() || row.startsWith("#")) {
      return;
    }
    if (row.startsWith("== ")) {
      family = row.substring(3);
    } else if (row.startsWith("let ")) {
      String[] parts = split(row.substring(4), " = ", "let WORD = TEXT");
      words.put(parts[0], expanded(parts[1]));
    } else if (row.startsWith("! ")) {
      head(row.substring(2));
      keep(List.of());
    } else {
      head(row);
    }
  }

  private void head(String row) {
    String[] parts = split(row, ": ", "NAME: TEXT");
    names = List.of(parts[0].split(", "));
    meaning = parts[1];
  }

  private void form(String text) {
    if (!text.startsWith("~")) {
      throw error("expected a form, which begins with ~ for the name, found '" + text + "'");
    }
    if (names.isEmpty()) {
      throw error("expected the name of an instruction before its first form");
    }
    forms.add(expanded(text.substring(1)));
  }

  private void finish() {
    if (!names.isEmpty() && forms.isEmpty()) {
      throw error(
          "expected a form of '"
              + names.get(0)
              + "', as in \"    ~.u32 d, a\"; what is refused begins with '! '");
    }
    keep(List.copyOf(forms));
    forms.clear();
  }

  private void keep(List<String> endings) {
    for (String name : names) {
      List<String> full = endings.stream().map(ending -> name + ending).toList();
      if (entries.put(name, new InstructionEntry(family, name, meaning, full, modifiers(full)))
          != null) {
        throw error("'" + name + "' stands in the table twice");
      }
    }
    names = List.of();
  }

  private static Set<String> modifiers(List<String> forms) {
    Set<String> all = new LinkedHashSet<>();
    for (String form : forms) {
      int blank = form.indexOf(' ');
      int end = blank < 0 ? form.length() : blank;
      for (int dot = form.indexOf('.'); dot >= 0 && dot < end; dot = form.indexOf('.', dot + 1)) {
        int behind = word(form, dot + 1, true);
        if (behind > dot + 1) {
          all.add(form.substring(dot + 1, behind));
        }
      }
    }
    return all;
  }

  /** Finds the end of a word; without regular expressions, since every PTX run reads the table. */
  private static int word(String text, int from, boolean colons) {
    int i = from;
    while (i < text.length()
        && (Character.isLetterOrDigit(text.charAt(i))
            || text.charAt(i) == '_'
            || colons && text.charAt(i) == ':')) {
      i++;
    }
    return i;
  }

  private String expanded(String text) {
    StringBuilder expanded = new StringBuilder();
    int done = 0;
    for (int at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
      int behind = word(text, at + 1, false);
      if (behind > at + 1) {
        String meant = words.get(text.substring(at + 1, behind));
        if (meant == null) {
          throw error(
              "'"
                  + text.substring(at, behind)
                  + "' stands for nothing: no 'let' before says what for");
        }
        expanded.append(text, done, at).append(meant);
        done = behind;
      }
    }
    return done == 0 ? text : expanded.append(text, done, text.length()).toString();
  }

  private String[] split(String row, String at, String expected) {
    String[] parts = row.split(at, 2);
    if (parts.length < 2) {
      throw error("expected \"" + expected + "\", found \"" + row + "\"");
    }
    return parts;
  }

  private IllegalStateException error(String message) {
    return new IllegalStateException(FILE + ":" + line + ": " + message);
  }
}
