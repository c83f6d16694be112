// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the qualifiers of kernels' pointer parameters. Clang marks reads through {@code restrict}
 * pointers by the kernel's behaviour, but caches of some devices depend on the source's qualifiers.
 */
final class PointerQualifiers {
  private static final Pattern TEXT = Pattern.compile("\"(\\\\.|[^\"\\\\\\n])*\"");
  private static final Pattern KERNEL = Pattern.compile("\\b(__)?kernel\\b");
  private static final Pattern NAME = Pattern.compile("\\b([A-Za-z_]\\w*)\\s*\\(");
  private static final Pattern CONST = Pattern.compile("\\bconst\\b");
  private static final Pattern RESTRICT = Pattern.compile("\\b(__)?restrict(__)?\\b");

  private PointerQualifiers() {}

  /**
   * Returns the positions, from 0, of pointers that are not both {@code const} and {@code
   * restrict}, by kernel name.
   *
   * @param preprocessed OpenCL C without comments
   */
  static Map<String, Set<Integer>> lacking(String preprocessed) {
    String text = TEXT.matcher(preprocessed).replaceAll("\"\"");
    Map<String, Set<Integer>> found = new TreeMap<>();
    Matcher kernel = KERNEL.matcher(text);
    Matcher name = NAME.matcher(text);
    while (kernel.find()) {
      boolean named = name.find(kernel.end());
      while (named && name.group(1).startsWith("__attribute")) {
        named = name.find(parameters(text, name.end(), new ArrayList<>()));
      }
      if (named) {
        List<String> parameters = new ArrayList<>();
        parameters(text, name.end(), parameters);
        found.put(name.group(1), lacking(parameters));
      }
    }
    return found;
  }

  /** Splits the text in parentheses at its commas; returns the position after the parentheses. */
  private static int parameters(String text, int from, List<String> out) {
    int depth = 1;
    int start = from;
    int at = from;
    for (; at < text.length() && depth > 0; at++) {
      char c = text.charAt(at);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0 || depth == 1 && c == ',') {
        out.add(text.substring(start, at));
        start = at + 1;
      }
    }
    return at;
  }

  private static Set<Integer> lacking(List<String> parameters) {
    Set<Integer> positions = new TreeSet<>();
    for (int p = 0; p < parameters.size(); p++) {
      String text = parameters.get(p);
      int star = text.lastIndexOf('*');
      boolean both =
          star >= 0
              && CONST.matcher(text.substring(0, star)).find()
              && RESTRICT.matcher(text.substring(star)).find();
      if (star >= 0 && !both) {
        positions.add(p);
      }
    }
    return positions;
  }
}
