// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.io.InputException;
import java.lang.reflect.InvocationTargetException;
import java.util.ServiceConfigurationError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes exceptions of plug-ins as parts of sentences. */
final class Faults {
  private static final int LONGEST = 400;

  /** Java n has class files of version n + 44. */
  private static final int VERSION_OF_JAVA_0 = 44;

  private static final Pattern NEWER =
      Pattern.compile("^(\\S+) has been compiled by a more recent .*class file version (\\d+)");

  private Faults() {}

  /** Returns the exception's class and the first line of its message. */
  static String text(Throwable thrown) {
    Throwable e = unwrapped(thrown);
    String message = message(e);
    if (e instanceof UnsupportedClassVersionError) {
      Matcher newer = NEWER.matcher(message);
      if (newer.find()) {
        return "class " + newer.group(1).replace('/', '.') + " " + needs(newer.group(2));
      }
    }
    if (e instanceof InputException && !message.isEmpty()) {
      return message; // the message names the place and the fault
    }
    String name = e.getClass().getSimpleName();
    return message.isEmpty() ? name : name + ": " + message;
  }

  /** Returns a description of the failure that follows the callee's name in a sentence. */
  static String verb(Throwable thrown, String place) {
    Throwable e = unwrapped(thrown);
    boolean says = e instanceof InputException || e instanceof UnsupportedClassVersionError;
    return says ? ": " + text(e) : " threw " + text(e) + place;
  }

  /** Returns the first line of a message; empty if there is none or getMessage fails. */
  static String message(Throwable thrown) {
    String message;
    try {
      message = thrown.getMessage();
    } catch (RuntimeException | Error e) {
      return "";
    }
    if (message == null) {
      return "";
    }
    String line = message.strip().lines().findFirst().orElse("");
    line = line.length() > LONGEST ? line.substring(0, LONGEST) + " …" : line;
    return line.chars()
        .map(c -> Character.isISOControl(c) ? ' ' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Returns the Java version that a class file needs, and the current version. */
  static String needs(String classVersion) {
    return needs(Integer.parseInt(classVersion));
  }

  static String needs(int classVersion) {
    return "needs Java %s; this is Java %s"
        .formatted(classVersion - VERSION_OF_JAVA_0, Runtime.version().feature());
  }

  /** Returns the newest version of class files that this Java reads. */
  static int newestClassVersion() {
    return Runtime.version().feature() + VERSION_OF_JAVA_0;
  }

  /** Returns the exception without the wrappers of reflection and class initialisation. */
  static Throwable unwrapped(Throwable thrown) {
    Throwable e = thrown;
    for (int depth = 0; depth < 8; depth++) {
      boolean wrapper =
          e instanceof InvocationTargetException
              || e instanceof ExceptionInInitializerError
              || e instanceof ServiceConfigurationError
              || e instanceof NoClassDefFoundError
                  && e.getCause() instanceof ExceptionInInitializerError;
      if (!wrapper || e.getCause() == null) {
        return e;
      }
      e = e.getCause();
    }
    return e;
  }
}
