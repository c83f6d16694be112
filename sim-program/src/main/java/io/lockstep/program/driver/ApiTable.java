// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The functions of the drivers' interfaces, as {@code api.txt} has them; its head says how.
 *
 * @param functions in the order of the table
 */
record ApiTable(List<Function> functions) {
  private static final Pattern SECTION = Pattern.compile("\\[(\\w+\\.c)(?: (\\w+))?]");
  private static final Pattern REFUSED = Pattern.compile("\\[refused(?:: (.*))?]");
  private static final Pattern ENTERED = Pattern.compile("(ASK|DRIVE|CALL) (.*)");
  private static final Pattern BRACES = Pattern.compile("(\\w*)\\{([^}]*)}(.*)");
  private static final String HIP = "hip";

  /** The files of functions that are refused, by their names. */
  private static final Map<String, String> REFUSING =
      Map.of(
          "_*cuda[A-Z]\\w+", "cudart_unsupported.c",
          "cu[A-Z]\\w+", "cuda_entry.c",
          "nvrtc\\w+", "nvrtc.c",
          "hip\\w+", "hip.c",
          "cublas\\w+", "blas_unsupported.c");

  /** Where a function's text comes from. */
  enum Body {
    /** The file itself. */
    WRITTEN,
    /** The table: what it calls. */
    CALLS,
    /** The table: it says that it is not supported. */
    REFUSED
  }

  /**
   * A name of a function.
   *
   * @param text the name
   * @param marks what stands behind it, without the plus signs
   */
  record Name(String text, List<String> marks) {
    boolean has(String mark) {
      return marks.contains(mark);
    }

    /** Returns what stands behind a mark and a colon, or what the mark alone means. */
    private String value(String mark, String alone) {
      for (String each : marks) {
        if (each.startsWith(mark + ":")) {
          return each.substring(mark.length() + 1);
        }
      }
      return alone;
    }

    /** Returns the name that HIP has for it; empty if there is none. */
    String hip() {
      return value(
          HIP, has(HIP) ? text.replaceFirst("^(cu|nv)", HIP).replaceAll("_v\\d$", "") : "");
    }

    /** Returns the form for per-thread default streams; empty if there is none. */
    String twin() {
      return has("ptsz") ? text + "_ptsz" : has("ptds") ? text + "_ptds" : "";
    }

    private boolean isAsync() {
      return has("async") || !value("async", "").isEmpty();
    }

    /** Returns one of the two functions that a name with the mark {@code async} stands for. */
    private Name part(boolean async) {
      if (!isAsync()) {
        return this;
      }
      String form = text.replaceFirst("(_v\\d)?$", "Async$1");
      List<String> kept = new ArrayList<>(List.of(async ? "ptsz" : "ptds"));
      marks.stream()
          .filter(mark -> !mark.startsWith("async"))
          .map(mark -> async && mark.startsWith(HIP + ":") ? mark + "Async" : mark)
          .forEach(kept::add);
      return new Name(async ? value("async", form) : text, kept);
    }
  }

  /**
   * A function.
   *
   * @param file the C file in which its text stands, or behind which it is put
   * @param names its own first, then others for the same function
   * @param body where its text comes from
   * @param entered the macro that evaluates what it calls: ASK, DRIVE or CALL
   * @param parameters their declarations
   * @param calls the expression that it evaluates, or why it is refused
   */
  record Function(
      String file,
      List<Name> names,
      Body body,
      String entered,
      List<String> parameters,
      String calls) {
    private boolean isAsync() {
      return names.get(0).isAsync();
    }

    private Function part(boolean async) {
      List<String> all = new ArrayList<>(parameters);
      if (async) {
        all.removeIf(each -> each.equals("void"));
        all.add("Stream *stream");
      }
      return new Function(
          file,
          names.stream().filter(n -> !async || n.isAsync()).map(n -> n.part(async)).toList(),
          body,
          entered,
          all,
          async ? calls : calls.replaceAll("\\bstream\\b", "NULL"));
    }
  }

  static ApiTable of(String text) {
    List<Function> functions = new ArrayList<>();
    String file = "";
    String entered = "";
    String refused = null;
    for (String line : joined(text)) {
      Matcher section = SECTION.matcher(line);
      Matcher kind = REFUSED.matcher(line);
      if (section.matches()) {
        file = section.group(1);
        entered = section.group(2) == null ? "CALL" : section.group(2);
        refused = null;
      } else if (kind.matches()) {
        refused = kind.group(1) == null ? "" : kind.group(1);
      } else if (refused != null) {
        for (String word : line.split("\\s+")) {
          for (String name : expanded(word)) {
            functions.add(refused(name, refused));
          }
        }
      } else {
        Function function = function(line, file, entered);
        if (function.isAsync()) {
          functions.add(function.part(false));
          functions.add(function.part(true));
        } else {
          functions.add(function);
        }
      }
    }
    return new ApiTable(List.copyOf(functions));
  }

  /** Returns lines with those that continue them; without comments. */
  private static List<String> joined(String text) {
    List<String> lines = new ArrayList<>();
    for (String line : text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList()) {
      if (line.startsWith(" ")) {
        lines.add(lines.remove(lines.size() - 1) + " " + line.trim());
      } else {
        lines.add(line.trim());
      }
    }
    return lines;
  }

  /** Returns the words that braces stand for: {@code a{b,c}d} is {@code abd} and {@code acd}. */
  private static List<String> expanded(String word) {
    Matcher braces = BRACES.matcher(word);
    if (!braces.matches()) {
      return List.of(word);
    }
    List<String> words = new ArrayList<>();
    for (String each : braces.group(2).split(",", -1)) {
      words.addAll(expanded(braces.group(1) + each + braces.group(3)));
    }
    return words;
  }

  private static Name name(String word) {
    List<String> parts = List.of(word.split("\\+"));
    return new Name(parts.get(0), parts.subList(1, parts.size()));
  }

  private static Function refused(String word, String kind) {
    Name name = name(word);
    String text = name.text();
    String file =
        REFUSING.entrySet().stream()
            .filter(each -> text.matches(each.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("api.txt: whose function is " + text));
    return new Function(file, List.of(name), Body.REFUSED, "", List.of("void"), kind);
  }

  private static Function function(String line, String file, String entered) {
    Matcher own = ENTERED.matcher(line);
    String rest = own.matches() ? own.group(2) : line;
    int open = rest.indexOf('(');
    String words = open < 0 ? rest : rest.substring(0, open);
    List<Name> names = new ArrayList<>();
    for (String word : words.trim().split("\\s*=\\s*")) {
      names.add(name(word));
    }
    if (open < 0) {
      return new Function(file, names, Body.WRITTEN, "", List.of(), "");
    }
    int colon = rest.indexOf("): ", open);
    if (colon < 0) {
      throw new IllegalStateException("api.txt: no \"): \" in: " + line);
    }
    return new Function(
        file,
        names,
        Body.CALLS,
        own.matches() ? own.group(1) : entered,
        parameters(rest.substring(open + 1, colon)),
        rest.substring(colon + 3));
  }

  private static List<String> parameters(String text) {
    return List.of(text.trim().split("\\s*,\\s*"));
  }

  /** Returns HIP's names by those of CUDA. */
  Map<String, String> hipNames() {
    Map<String, String> names = new LinkedHashMap<>();
    for (Function function : functions) {
      for (Name name : function.names()) {
        if (!name.hip().isEmpty()) {
          names.put(name.text(), name.hip());
        }
      }
    }
    return names;
  }
}
