// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The functions of the drivers' interfaces, as {@code api.txt} and {@code opencl.txt} have them;
 * their heads say how.
 *
 * @param functions in the order of the tables
 * @param objects the kinds of objects that are checked, by their names
 */
record ApiTable(List<Function> functions, Map<String, ObjectKind> objects) {
  private static final Pattern SECTION = Pattern.compile("\\[(\\w+\\.c)(?: (\\w+)(?: (\\w+))?)?]");
  private static final Pattern REFUSED = Pattern.compile("\\[refused(?:: (.*))?]");
  private static final Pattern ENTERED =
      Pattern.compile("(ASK|DRIVE|CALL|cl_\\w+|size_t|const char \\*) ?(.*)");
  private static final Pattern OBJECT =
      Pattern.compile("(\\w+)(?: = (\\w+(?: \\*)?))? (\\w+): (.*)");
  private static final String OBJECTS = "[objects]";
  private static final String ANSWERS = ") answers: ";
  private static final Pattern BRACES = Pattern.compile("(\\w*)\\{([^}]*)}(.*)");
  private static final String HIP = "hip";

  /** The files of functions that are refused, by their names. */
  private static final Map<String, String> REFUSING =
      Map.of(
          "_*cuda[A-Z]\\w+", "cudart_unsupported.c",
          "cu[A-Z]\\w+", "cuda_entry.c",
          "nvrtc\\w+", "nvrtc.c",
          "hip(?!rand)\\w+", "hip.c",
          "(cu|hip)rand\\w+", "rand.c",
          "cublas\\w+", "blas_unsupported.c",
          "cl\\w+", "opencl_dispatch.c");

  /** Where a function's text comes from. */
  enum Body {
    /** The file itself. */
    WRITTEN,
    /** The table: what it calls. */
    CALLS,
    /** A query, whose answers stand in the table. */
    ANSWERS,
    /** The table: it says that it is not supported. */
    REFUSED
  }

  /**
   * A kind of objects of OpenCL.
   *
   * @param type the type of parameters
   * @param error the error for other objects
   * @param condition whether {@code object} is one
   */
  record ObjectKind(String type, String error, String condition) {}

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
    String value(String mark, String alone) {
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

    /** Returns a function's place in the table of the ICD interface, or -1. */
    int place() {
      return marks.stream()
          .filter(mark -> text.startsWith("cl") && mark.matches("\\d+"))
          .map(Integer::parseInt)
          .findFirst()
          .orElse(-1);
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
          .filter(mark -> !mark.startsWith("async") && !(async && mark.equals("waits")))
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
   * @param entered the macro that evaluates what it calls: ASK, DRIVE or CALL, or the type of the
   *     result of a function that needs none
   * @param missing the error if a parameter for a result is NULL
   * @param parameters their declarations
   * @param calls the expression that it evaluates, its answers, or why it is refused
   */
  record Function(
      String file,
      List<Name> names,
      Body body,
      String entered,
      String missing,
      List<String> parameters,
      String calls) {
    boolean isOpenCl() {
      return names.get(0).text().startsWith("cl");
    }

    boolean isPlain() {
      return !entered.matches("ASK|DRIVE|CALL");
    }

    /** Returns the type of the result. */
    String result() {
      return isPlain() ? entered : entered.equals("CALL") ? "Error" : "Result";
    }

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
          missing,
          all,
          calls);
    }
  }

  static ApiTable of(String text) {
    List<Function> functions = new ArrayList<>();
    Map<String, ObjectKind> objects = new LinkedHashMap<>();
    boolean ofObjects = false;
    String file = "";
    String entered = "";
    String missing = "";
    String refused = null;
    for (String line : joined(text)) {
      Matcher section = SECTION.matcher(line);
      Matcher kind = REFUSED.matcher(line);
      ofObjects = line.startsWith("[") ? line.equals(OBJECTS) : ofObjects;
      if (line.equals(OBJECTS)) {
        refused = null;
      } else if (ofObjects) {
        addObject(objects, line);
      } else if (section.matches()) {
        file = section.group(1);
        entered = section.group(2) == null ? "CALL" : section.group(2);
        missing = section.group(3) == null ? "cudaErrorInvalidValue" : section.group(3);
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
        Function function = function(line, file, entered, missing);
        if (function.isAsync()) {
          functions.add(function.part(false));
          functions.add(function.part(true));
        } else {
          functions.add(function);
        }
      }
    }
    return new ApiTable(List.copyOf(functions), objects);
  }

  private static void addObject(Map<String, ObjectKind> objects, String line) {
    Matcher object = OBJECT.matcher(line);
    if (!object.matches()) {
      throw new IllegalStateException("no kind of objects: " + line);
    }
    String type = object.group(2) == null ? object.group(1) : object.group(2);
    objects.put(object.group(1), new ObjectKind(type, object.group(3), object.group(4)));
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
    return new Function(file, List.of(name), Body.REFUSED, "", "", List.of("void"), kind);
  }

  private static Function function(String line, String file, String entered, String missing) {
    Matcher own = ENTERED.matcher(line);
    String rest = own.matches() ? own.group(2) : line;
    int open = rest.indexOf('(');
    String words = open < 0 ? rest : rest.substring(0, open);
    List<Name> names = new ArrayList<>();
    for (String word : words.trim().split("\\s*=\\s*")) {
      names.add(name(word));
    }
    if (open < 0) {
      return new Function(file, names, Body.WRITTEN, "", "", List.of(), "");
    }
    int answers = rest.indexOf(ANSWERS, open);
    int colon = answers < 0 ? rest.indexOf("): ", open) : answers;
    if (colon < 0) {
      throw new IllegalStateException("api.txt: no \"): \" in: " + line);
    }
    return new Function(
        file,
        names,
        answers < 0 ? Body.CALLS : Body.ANSWERS,
        own.matches() ? own.group(1) : entered,
        missing,
        parameters(rest.substring(open + 1, colon)),
        rest.substring(colon + (answers < 0 ? "): " : ANSWERS).length()));
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
