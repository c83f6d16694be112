package io.lockstep.workload;

import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What a workload may call a kernel: by the name it has in the compiled file, or, where a C++
 * compiler has added namespaces and types to it, by the function's name in the source. Stateless.
 */
public final class KernelNames {
  private KernelNames() {}

  /**
   * The kernel that is meant.
   *
   * @param where of the name, for messages
   * @return one of {@code known}, or null if there is none of that name
   * @throws InputException if several functions have that name in the source
   */
  static String find(String where, String name, Collection<String> known) {
    if (known.contains(name)) {
      return name;
    }
    List<String> meant = new ArrayList<>();
    for (String compiled : known) {
      if (inSource(compiled).equals(name)) {
        meant.add(compiled);
      }
    }
    if (meant.size() > 1) {
      throw new InputException(
          where,
          "'"
              + name
              + "' may be any of "
              + String.join(", ", meant)
              + ": name the one that is meant");
    }
    return meant.isEmpty() ? null : meant.get(0);
  }

  /**
   * {@return a function's name without namespaces and types; names that are not C++'s stay as they
   * are}
   *
   * @param compiled name in the compiled text
   */
  public static String inSource(String compiled) {
    if (!compiled.startsWith("_Z")) {
      return compiled;
    }
    boolean nested = compiled.startsWith("N", 2);
    String last = compiled;
    int at = nested ? 3 : 2;
    while (at < compiled.length()) {
      if (compiled.charAt(at) == 'L') { // of this file alone
        at++;
      }
      int digits = at;
      int length = 0;
      while (digits < compiled.length()
          && Character.digit(compiled.charAt(digits), 10) >= 0
          && length < compiled.length()) {
        length = 10 * length + Character.digit(compiled.charAt(digits++), 10);
      }
      if (digits == at || length > compiled.length() - digits) {
        return last;
      }
      last = compiled.substring(digits, digits + length);
      at = digits + length;
      if (!nested) {
        return last;
      }
    }
    return last;
  }
}
