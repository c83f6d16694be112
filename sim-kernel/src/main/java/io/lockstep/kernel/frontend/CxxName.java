// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Demangles function names of C++ compilers, and of clang for overloaded OpenCL C functions.
 *
 * <p>Source: "Itanium C++ ABI", section 5.1, as far as function names need it; expressions and
 * names of local entities are not demangled.
 */
public final class CxxName {
  private static final Map<String, String> BUILTIN =
      Map.ofEntries(
          Map.entry("v", "void"),
          Map.entry("w", "wchar_t"),
          Map.entry("b", "bool"),
          Map.entry("c", "char"),
          Map.entry("a", "signed char"),
          Map.entry("h", "unsigned char"),
          Map.entry("s", "short"),
          Map.entry("t", "unsigned short"),
          Map.entry("i", "int"),
          Map.entry("j", "unsigned int"),
          Map.entry("l", "long"),
          Map.entry("m", "unsigned long"),
          Map.entry("x", "long long"),
          Map.entry("y", "unsigned long long"),
          Map.entry("f", "float"),
          Map.entry("d", "double"),
          Map.entry("z", "..."),
          Map.entry("Dh", "half"),
          Map.entry("DF16_", "_Float16"),
          Map.entry("DF16b", "__bf16"));

  private static final Map<String, String> OPENCL =
      Map.of(
          "ocl_sampler", "sampler_t",
          "ocl_event", "event_t",
          "ocl_queue", "queue_t",
          "ocl_reserveid", "reserve_id_t");

  /** Thrown if the name has an unsupported form. */
  private static final class Unknown extends RuntimeException {
    Unknown() {
      super(null, null, false, false);
    }
  }

  private final String text;
  private final List<String> substitutions = new ArrayList<>();
  private List<String> templateArguments = List.of();
  private int at = 2;

  private CxxName(String mangled) {
    this.text = mangled;
  }

  /**
   * {@return the function's name with template arguments, such as {@code scan<char, 512>}, without
   * namespaces and parameters; empty if the name is not mangled or has an unsupported form}
   *
   * @param mangled a name in the compiled text
   */
  public static Optional<String> function(String mangled) {
    return read(mangled).map(Parts::last);
  }

  /**
   * {@return the function's name with its parameters, such as {@code tanh(half)}; empty if the name
   * is not mangled or has an unsupported form}
   *
   * @param mangled a name in the compiled text
   */
  public static Optional<String> signature(String mangled) {
    return read(mangled).map(p -> p.name() + "(" + String.join(", ", p.parameters()) + ")");
  }

  /** A function's name with and without namespaces, and its parameter types. */
  private record Parts(String name, String last, List<String> parameters) {}

  private static Optional<Parts> read(String mangled) {
    if (!mangled.startsWith("_Z")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new CxxName(mangled).encoding());
    } catch (Unknown | IndexOutOfBoundsException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private Parts encoding() {
    List<String> names = name();
    boolean template = names.get(names.size() - 1).endsWith(">");
    List<String> parameters = new ArrayList<>();
    if (template) {
      type(); // the mangled name of a template instance includes the return type
    }
    while (at < text.length()) {
      parameters.add(type());
    }
    if (parameters.equals(List.of("void"))) {
      parameters.clear();
    }
    return new Parts(String.join("::", names), names.get(names.size() - 1), parameters);
  }

  private boolean accept(String next) {
    if (text.startsWith(next, at)) {
      at += next.length();
      return true;
    }
    return false;
  }

  /** Returns the components of a name; the last component is the function or type itself. */
  private List<String> name() {
    if (accept("N")) {
      return nested();
    }
    boolean standard = accept("St");
    if (!standard && text.charAt(at) == 'S') {
      String whole = substitution();
      return new ArrayList<>(List.of(whole + arguments()));
    }
    accept("L");
    String plain = (standard ? "std::" : "") + identifier();
    if (at < text.length() && text.charAt(at) == 'I') {
      substitutions.add(plain);
      plain += arguments();
    }
    return new ArrayList<>(List.of(plain));
  }

  private List<String> nested() {
    while (accept("K") || accept("V") || accept("r")) {
      // Qualifiers of a member function are not part of its name.
    }
    List<String> parts = new ArrayList<>();
    while (!accept("E")) {
      if (text.charAt(at) == 'I') {
        int last = parts.size() - 1;
        parts.set(last, parts.get(last) + arguments());
      } else if (accept("St")) {
        parts.add("std");
        continue;
      } else if (text.charAt(at) == 'S') {
        parts.add(substitution());
        continue;
      } else if (text.charAt(at) == 'T') {
        parts.add(parameter());
      } else {
        accept("L");
        parts.add(accept("12_GLOBAL__N_1") ? "(anonymous)" : identifier());
      }
      if (!text.startsWith("E", at)) {
        substitutions.add(String.join("::", parts));
      }
    }
    return parts;
  }

  private String identifier() {
    int digits = at;
    while (Character.digit(text.charAt(digits), 10) >= 0) {
      digits++;
    }
    if (digits == at) {
      throw new Unknown();
    }
    int length = Integer.parseInt(text.substring(at, digits));
    at = digits + length;
    return text.substring(digits, at);
  }

  /** Returns the template arguments in angle brackets; empty if there are none. */
  private String arguments() {
    if (!accept("I")) {
      return "";
    }
    List<String> arguments = new ArrayList<>();
    while (!accept("E")) {
      argument(arguments);
    }
    templateArguments = arguments;
    return "<" + String.join(", ", arguments) + ">";
  }

  private void argument(List<String> into) {
    if (accept("J")) {
      while (!accept("E")) {
        argument(into);
      }
    } else if (accept("L")) {
      into.add(literal());
    } else {
      into.add(type());
    }
  }

  private String literal() {
    if (accept("_Z")) {
      throw new Unknown();
    }
    boolean truth = text.charAt(at) == 'b';
    type();
    int end = text.indexOf('E', at);
    String digits = text.substring(at, end);
    at = end + 1;
    String value = digits.startsWith("n") ? "-" + digits.substring(1) : digits;
    return truth ? value.equals("1") ? "true" : "false" : value;
  }

  private String substitution() {
    at++; // skips S
    if (accept("s")) {
      return "std::string";
    }
    return substitutions.get(sequence());
  }

  private String parameter() {
    at++; // skips T
    return templateArguments.get(sequence());
  }

  /** Reads a sequence number: {@code _} is 0, {@code 0_} is 1 and so on, in base 36. */
  private int sequence() {
    int end = text.indexOf('_', at);
    int number = end == at ? 0 : Integer.parseInt(text.substring(at, end), 36) + 1;
    at = end + 1;
    return number;
  }

  private String type() {
    for (int length : new int[] {5, 2, 1}) {
      String letters = text.substring(at, Math.min(text.length(), at + length));
      if (BUILTIN.containsKey(letters)) {
        at += letters.length();
        return BUILTIN.get(letters);
      }
    }
    String made = compound();
    substitutions.add(made);
    return made;
  }

  private String compound() {
    char c = text.charAt(at);
    switch (c) {
      case 'P':
        at++;
        return type() + "*";
      case 'R':
        at++;
        return type() + "&";
      case 'O':
        at++;
        return type() + "&&";
      case 'K':
        at++;
        return "const " + type();
      case 'V':
        at++;
        return "volatile " + type();
      case 'r':
        at++;
        return type();
      case 'U':
        at++;
        return space(identifier()) + type();
      case 'A':
        at++;
        int end = text.indexOf('_', at);
        String size = text.substring(at, end);
        at = end + 1;
        return type() + "[" + size + "]";
      case 'T':
        String parameter = parameter();
        return parameter;
      case 'S':
        if (!text.startsWith("St", at)) {
          String known = substitution();
          return known + arguments();
        }
        break;
      case 'D':
        if (accept("Dv")) {
          int bar = text.indexOf('_', at);
          String lanes = text.substring(at, bar);
          at = bar + 1;
          return vector(type(), lanes);
        }
        throw new Unknown();
      case 'N':
        return String.join("::", name());
      default:
        if (Character.digit(c, 10) < 0) {
          throw new Unknown();
        }
        break;
    }
    String name = String.join("::", name());
    return name.startsWith("ocl_") ? OPENCL.getOrDefault(name, image(name)) : name;
  }

  /** Returns the OpenCL name of an image type that is mangled as {@code ocl_image2d_ro}. */
  private static String image(String name) {
    return name.substring("ocl_".length()).replaceFirst("_(ro|wo|rw)$", "") + "_t";
  }

  /** Returns an address space's qualifier, by clang's numbers: 1 global, 3 local, 4 constant. */
  private static String space(String qualifier) {
    return switch (qualifier) {
      case "AS1", "CLglobal" -> "__global ";
      case "AS3", "CLlocal" -> "__local ";
      case "AS4", "CLconstant" -> "__constant ";
      case "AS0", "AS5", "CLprivate", "CLgeneric" -> "";
      default -> qualifier + " ";
    };
  }

  private static String vector(String element, String lanes) {
    String scalar =
        element.startsWith("unsigned ") ? "u" + element.substring("unsigned ".length()) : element;
    return scalar + lanes;
  }
}
