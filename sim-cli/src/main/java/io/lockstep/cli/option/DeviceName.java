// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The name of a new device in the spellings of files, packages and classes.
 *
 * @param id name as typed by the user, for example {@code my-gpu}
 */
public record DeviceName(String id) {
  private static final int LONGEST = 40;
  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  /** Java's keywords, which are not allowed as package names. */
  private static final Set<String> WORDS =
      Set.of(
          ("abstract assert boolean break byte case catch char class const continue default do"
                  + " double else enum extends false final finally float for goto if implements"
                  + " import instanceof int interface long native new null package private"
                  + " protected public return short static strictfp super switch synchronized this"
                  + " throw throws transient true try void volatile while")
              .split(" "));

  /**
   * @throws UsageException if the name is invalid
   */
  public DeviceName {
    if (!FORM.matcher(id).matches() || id.length() > LONGEST) {
      String nearest =
          id.toLowerCase(Locale.ROOT)
              .replaceAll("[^a-z0-9]+", "-")
              .replaceAll("^[-0-9]+|-+$", "")
              .replaceAll("-+", "-");
      throw new UsageException(
          "NAME: expected lower-case letters, digits and single '-', a letter first, at most "
              + LONGEST
              + "; found '"
              + id
              + "'"
              + (nearest.isEmpty() || nearest.length() > LONGEST
                  ? ""
                  : "; nearest legal: " + nearest));
    }
    if (WORDS.contains(id)) {
      throw new UsageException("NAME: '" + id + "' is a word of Java; nearest legal: " + id + "1");
    }
  }

  /** Returns the package name, for example {@code mygpu}. */
  public String packageName() {
    return id.replace("-", "");
  }

  /** Returns the prefix of class names, for example {@code MyGpu}. */
  public String className() {
    return Stream.of(id.split("-"))
        .map(w -> w.substring(0, 1).toUpperCase(Locale.ROOT) + w.substring(1))
        .collect(Collectors.joining());
  }
}
