// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Words of commands that a user may copy into a POSIX shell. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,+@%-]+");

  private ShellWord() {}

  /** {@return a text as one word of a shell, in single quotes if necessary} */
  public static String of(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** {@return a file name as one word of a shell that no command takes for an option} */
  public static String of(Path file) {
    String name = file.toString();
    return of(name.startsWith("-") ? "./" + name : name);
  }
}
