package io.lockstep.frontend.source;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes of sub-groups that kernels ask for by {@code intel_reqd_sub_group_size}. Stateless. */
final class RequiredSubGroups {
  private static final Pattern ATTRIBUTE =
      Pattern.compile("\\b(?:__)?intel_reqd_sub_group_size(?:__)?\\s*\\(([^()]*|\\([^()]*\\))\\)");

  private static final Pattern WORD = Pattern.compile("[()]|\\b([A-Za-z_]\\w*)\\s*(?=\\()");

  private RequiredSubGroups() {}

  /**
   * What kernels ask for, as it is written, by their names.
   *
   * @param preprocessed OpenCL C without comments
   */
  static Map<String, String> in(String preprocessed) {
    Map<String, String> found = new TreeMap<>();
    Matcher attribute = ATTRIBUTE.matcher(preprocessed);
    while (attribute.find()) {
      String name = functionAfter(preprocessed, attribute.end());
      if (!name.isEmpty()) {
        found.put(name, attribute.group(1).strip());
      }
    }
    return found;
  }

  /** The function that an attribute stands before: the first name with arguments outside of any. */
  private static String functionAfter(String text, int from) {
    Matcher word = WORD.matcher(text);
    int depth = 2; // in the parentheses of __attribute__((…))
    for (int at = from; word.find(at); at = word.end()) {
      if (word.group(1) == null) {
        depth += word.group().equals("(") ? 1 : -1;
      } else if (depth == 0 && !word.group(1).equals("__attribute__")) {
        return word.group(1);
      }
    }
    return "";
  }
}
