// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.skeleton;

import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.launch.KernelNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the parameters of kernels in OpenCL C or CUDA C++ source, for names and types that the
 * compiled form lacks. Parses common declarations without a preprocessor; other declarations yield
 * no type.
 */
final class SourceSignature {
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern KERNEL = Pattern.compile("\\b(__kernel|kernel|__global__)\\b");
  private static final Pattern VECTOR = Pattern.compile("([a-z]+?)(2|3|4|8|16)");
  private static final Set<String> QUALIFIERS =
      Set.of(
          "const",
          "volatile",
          "restrict",
          "__restrict",
          "__restrict__",
          "global",
          "__global",
          "constant",
          "__constant",
          "local",
          "__local",
          "private",
          "__private",
          "read_only",
          "__read_only",
          "write_only",
          "__write_only",
          "struct",
          "signed");

  private static final Map<String, ElementType> TYPES =
      Map.ofEntries(
          Map.entry("char", ElementType.I8),
          Map.entry("bool", ElementType.U8),
          Map.entry("uchar", ElementType.U8),
          Map.entry("short", ElementType.I16),
          Map.entry("ushort", ElementType.U16),
          Map.entry("int", ElementType.I32),
          Map.entry("uint", ElementType.U32),
          Map.entry("long", ElementType.I64),
          Map.entry("ulong", ElementType.U64),
          Map.entry("size_t", ElementType.U64),
          Map.entry("int8_t", ElementType.I8),
          Map.entry("uint8_t", ElementType.U8),
          Map.entry("int16_t", ElementType.I16),
          Map.entry("uint16_t", ElementType.U16),
          Map.entry("int32_t", ElementType.I32),
          Map.entry("uint32_t", ElementType.U32),
          Map.entry("int64_t", ElementType.I64),
          Map.entry("uint64_t", ElementType.U64),
          Map.entry("half", ElementType.F16),
          Map.entry("float", ElementType.F32),
          Map.entry("double", ElementType.F64));

  private static final int MAX_ALIASES = 8;

  private final String text;

  SourceSignature(String source) {
    text = COMMENT.matcher(source).replaceAll(" ");
  }

  /** Returns the parameters of a kernel; empty if it is not found. */
  Optional<List<SourceParameter>> of(String kernel) {
    Matcher name =
        Pattern.compile("\\b" + Pattern.quote(KernelNames.inSource(kernel)) + "\\s*\\(")
            .matcher(text);
    while (name.find()) {
      int begin =
          Math.max(text.lastIndexOf(';', name.start()), text.lastIndexOf('}', name.start()));
      if (KERNEL.matcher(text.substring(begin + 1, name.start())).find()) {
        return Optional.of(parameters(name.end()));
      }
    }
    return Optional.empty();
  }

  private List<SourceParameter> parameters(int begin) {
    List<SourceParameter> list = new ArrayList<>();
    int depth = 0;
    int first = begin;
    for (int i = begin; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '(' || c == '[') {
        depth++;
      } else if (c == ')' && depth == 0 || c == ',' && depth == 0) {
        String one = text.substring(first, i).strip();
        if (!one.isEmpty() && !one.equals("void")) {
          list.add(parameter(one));
        }
        first = i + 1;
        if (c == ')') {
          break;
        }
      } else if (c == ')' || c == ']') {
        depth--;
      }
    }
    return list;
  }

  private SourceParameter parameter(String declaration) {
    boolean pointer = declaration.contains("*") || declaration.contains("[");
    String bare = declaration.replaceAll("\\[[^\\]]*\\]", " ");
    List<String> words = new ArrayList<>();
    WORD.matcher(bare).results().forEach(r -> words.add(r.group()));
    String name = words.isEmpty() ? "" : words.remove(words.size() - 1);
    boolean local = words.contains("__local") || words.contains("local");
    words.removeIf(QUALIFIERS::contains);
    String type = String.join(" ", words);
    return resolve(type, new LinkedHashSet<>())
        .map(t -> new SourceParameter(name, Optional.of(t.type()), t.lanes(), pointer, local))
        .orElseGet(() -> new SourceParameter(name, Optional.empty(), 1, pointer, local));
  }

  private record Resolved(ElementType type, int lanes) {}

  /** Resolves a type by name, or through a typedef or macro of the same file. */
  private Optional<Resolved> resolve(String name, Set<String> seen) {
    String plain = base(name);
    if (TYPES.containsKey(plain)) {
      return Optional.of(new Resolved(TYPES.get(plain), 1));
    }
    Matcher vector = VECTOR.matcher(plain);
    if (vector.matches() && TYPES.containsKey(vector.group(1))) {
      return Optional.of(
          new Resolved(TYPES.get(vector.group(1)), Integer.parseInt(vector.group(2))));
    }
    if (!plain.matches("\\w+") || !seen.add(plain) || seen.size() > MAX_ALIASES) {
      return Optional.empty();
    }
    Matcher alias =
        Pattern.compile(
                "typedef\\s+([\\w ]+?)\\s+%s\\s*;|#\\s*define\\s+%s[ \\t]+([\\w ]+)"
                    .formatted(plain, plain))
            .matcher(text);
    return alias.find()
        ? resolve((alias.group(1) != null ? alias.group(1) : alias.group(2)).strip(), seen)
        : Optional.empty();
  }

  /** Reduces types such as {@code unsigned int} to one word. */
  private static String base(String type) {
    List<String> words = new ArrayList<>(Arrays.asList(type.strip().split("\\s+")));
    boolean unsigned = words.remove("unsigned");
    if (words.size() > 1) {
      words.remove("int"); // long int
    }
    if (words.equals(List.of("long", "long"))) {
      words.remove(0);
    }
    String plain = words.isEmpty() ? "int" : String.join(" ", words);
    return unsigned ? "u" + plain : plain;
  }
}
