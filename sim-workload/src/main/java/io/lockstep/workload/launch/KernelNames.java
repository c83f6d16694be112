// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.CxxName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The names by which a workload may refer to a kernel: its name in the compiled file or, if a C++
 * compiler has mangled it, the function's name in the source.
 */
public final class KernelNames {
  private KernelNames() {}

  /**
   * Finds the kernel with a name.
   *
   * @param where position of the name, for messages
   * @return an element of {@code known}, or null if no kernel has the name
   * @throws InputException if several functions have this name in the source
   */
  public static String find(String where, String name, Collection<String> known) {
    if (known.contains(name)) {
      return name;
    }
    List<String> meant = new ArrayList<>();
    String wanted = spelled(name);
    for (String compiled : known) {
      boolean instance =
          wanted.indexOf('<') > 0
              && CxxName.function(compiled).map(n -> spelled(n).equals(wanted)).orElse(false);
      if (instance || inSource(compiled).equals(name)) {
        meant.add(compiled);
      }
    }
    if (meant.size() > 1) {
      throw new InputException(
          where,
          "'%s' may be any of %s: name the one that is meant"
              .formatted(
                  name, meant.stream().map(KernelNames::shown).collect(Collectors.joining(", "))));
    }
    return meant.isEmpty() ? null : meant.get(0);
  }

  /** Returns a compiled name, with the source form of a template instance. */
  private static String shown(String compiled) {
    return CxxName.function(compiled)
        .filter(name -> name.indexOf('<') > 0)
        .map(name -> compiled + " (" + name + ")")
        .orElse(compiled);
  }

  /** Normalises the spelling of a template instance: blanks, number suffixes, type names. */
  private static String spelled(String instance) {
    String spelled = instance.strip().replaceAll("\\b(\\d+)(?:[uU]?[lL]{0,2}|[uU])\\b", "$1");
    spelled =
        spelled.replaceAll(
            "\\buint\\b|\\bunsigned\\b(?! ?(int|char|short|long)\\b)", "unsigned int");
    spelled =
        spelled
            .replaceAll("\\buchar\\b", "unsigned char")
            .replaceAll("\\bushort\\b", "unsigned short");
    return spelled
        .replaceAll("\\bulong\\b", "unsigned long")
        .replaceAll("\\s*([<>,*&()])\\s*", "$1");
  }

  /** {@return a function's name without namespaces and types; the given name if not mangled} */
  public static String inSource(String compiled) {
    if (!compiled.startsWith("_Z")) {
      return compiled;
    }
    boolean nested = compiled.startsWith("N", 2);
    String last = compiled;
    int at = nested ? 3 : 2;
    while (at < compiled.length()) {
      if (compiled.charAt(at) == 'L') { // internal linkage
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
