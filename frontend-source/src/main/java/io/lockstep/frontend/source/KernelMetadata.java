// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.kernel.frontend.SourceParameter;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.LaunchHints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * OpenCL C kernel attributes. clang evaluates them and writes them to LLVM IR, but its PTX back end
 * omits them.
 *
 * @param lines one line for each attribute of a kernel: {@code name attribute value…}
 */
record KernelMetadata(List<String> lines) {
  private static final String REQUIRED = "reqd_work_group_size";
  private static final String HINT = "work_group_size_hint";
  private static final String VECTOR = "vec_type_hint";
  private static final String SUB_GROUP = "intel_reqd_sub_group_size";

  /** Matches an attribute in both spellings, {@code hint} and {@code __hint__}. */
  private static final Pattern USED =
      Pattern.compile(
          "\\b(__)?(" + String.join("|", REQUIRED, HINT, VECTOR, SUB_GROUP) + ")(__)?\\b");

  private static final Pattern KERNEL =
      Pattern.compile("^define [^@]*@(?:\"([^\"]+)\"|([\\w.$]+))\\(.*");

  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          " !(" + String.join("|", REQUIRED, HINT, VECTOR, SUB_GROUP) + ") (![0-9]+)\\b");

  /** Matches a list of the parameters' properties, one value for each parameter. */
  private static final Pattern PARAMETERS =
      Pattern.compile(" !kernel_arg_(addr_space|access_qual|type|type_qual|name) (![0-9]+)\\b");

  private static final Pattern VALUE = Pattern.compile("!\"([^\"]*)\"|i32 ([0-9]+)");
  private static final Pattern NODE = Pattern.compile("^(![0-9]+) = !\\{(.*)\\}$");
  private static final Pattern TYPE =
      Pattern.compile("(?:<([0-9]+) x )?(i8|i16|i32|i64|half|float|double)>? \\w+, i32 ([01])");

  private static final Map<String, String> INTEGERS =
      Map.of("i8", "char", "i16", "short", "i32", "int", "i64", "long");

  KernelMetadata {
    lines = List.copyOf(lines);
  }

  static boolean isIn(String preprocessed) {
    return USED.matcher(preprocessed).find();
  }

  /** Parses clang's LLVM IR of a module. */
  static KernelMetadata of(String module) {
    Map<String, String> nodes = new HashMap<>(); // never iterated
    module
        .lines()
        .map(NODE::matcher)
        .filter(Matcher::matches)
        .forEach(node -> nodes.put(node.group(1), node.group(2)));
    List<String> lines = new ArrayList<>();
    module
        .lines()
        .map(KERNEL::matcher)
        .filter(Matcher::matches)
        .forEach(
            kernel -> {
              String name = kernel.group(1) == null ? kernel.group(2) : kernel.group(1);
              Matcher attribute = ATTRIBUTE.matcher(kernel.group());
              while (attribute.find()) {
                String value = value(attribute.group(1), nodes.get(attribute.group(2)));
                lines.add(name + " " + attribute.group(1) + " " + value);
              }
              parameters(kernel.group(), nodes).forEach(p -> lines.add(p.attribute(name)));
            });
    return new KernelMetadata(lines);
  }

  /** Returns the parameters that a definition describes; empty unless the option requests names. */
  private static List<SourceParameter> parameters(String definition, Map<String, String> nodes) {
    Map<String, List<String>> said = new HashMap<>(); // never iterated
    Matcher property = PARAMETERS.matcher(definition);
    while (property.find()) {
      List<String> values = new ArrayList<>();
      Matcher value = VALUE.matcher(nodes.get(property.group(2)));
      while (value.find()) {
        values.add(value.group(1) == null ? value.group(2) : value.group(1));
      }
      said.put(property.group(1), values);
    }
    List<SourceParameter> found = new ArrayList<>();
    List<String> names = said.getOrDefault("name", List.of());
    for (int i = 0; i < names.size(); i++) {
      String qualifiers = said.get("type_qual").get(i);
      found.add(
          new SourceParameter(
              Integer.parseInt(said.get("addr_space").get(i)),
              said.get("access_qual").get(i),
              said.get("type").get(i),
              qualifiers.isEmpty() ? List.of() : List.of(qualifiers.split(" ")),
              names.get(i)));
    }
    return found;
  }

  private static String value(String attribute, String node) {
    if (!attribute.equals(VECTOR)) {
      return node.replace("i32 ", "").replace(",", "");
    }
    Matcher type = TYPE.matcher(node);
    if (!type.matches()) {
      return node.replaceAll("\\s+", "_");
    }
    String integer = INTEGERS.get(type.group(2));
    String scalar =
        integer == null ? type.group(2) : type.group(3).equals("1") ? integer : "u" + integer;
    return scalar + (type.group(1) == null ? "" : type.group(1));
  }

  Kernel of(Kernel kernel) {
    Map<String, List<String>> said = new TreeMap<>();
    for (String line : lines) {
      List<String> words = List.of(line.split(" "));
      boolean parameter = words.get(1).equals(SourceParameter.ATTRIBUTE);
      if (words.get(0).equals(kernel.name()) && !parameter) {
        said.put(words.get(1), words.subList(2, words.size()));
      }
    }
    if (said.isEmpty()) {
      return kernel;
    }
    LaunchBounds bounds = kernel.bounds();
    if (said.containsKey(REQUIRED)) {
      bounds = bounds.withGroupSize(numbers(said.get(REQUIRED)));
    }
    String vector = String.join("", said.getOrDefault(VECTOR, List.of()));
    return kernel.withBounds(
        bounds.withHints(new LaunchHints(numbers(said.getOrDefault(HINT, List.of())), vector)));
  }

  /** Returns the sub-group size that a kernel requires, or 0. */
  int subGroup(String kernel) {
    String start = kernel + " " + SUB_GROUP + " ";
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .mapToInt(line -> Integer.parseInt(line.substring(start.length())))
        .findFirst()
        .orElse(0);
  }

  private static List<Integer> numbers(List<String> words) {
    return words.stream().map(Integer::valueOf).toList();
  }
}
