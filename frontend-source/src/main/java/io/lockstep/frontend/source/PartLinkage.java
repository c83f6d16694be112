// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The linkage of inline functions in a separately compiled part. Clang's GNU89 rules make a plain
 * {@code inline} function an external definition, so that a header with one could be included by
 * one part only. In a part's LLVM IR it becomes a definition that several parts may have.
 */
final class PartLinkage {
  private static final Pattern GROUP =
      Pattern.compile("^attributes (#\\d+) = \\{(.*)\\}$", Pattern.MULTILINE);

  private static final Pattern INLINE = Pattern.compile("\\b(?:inlinehint|alwaysinline)\\b");

  /** Matches the head of an external definition: local and merged ones name their linkage first. */
  private static final Pattern DEFINITION =
      Pattern.compile(
          "^define (?!internal |private |linkonce|weak|available_externally|.*\\bspir_kernel\\b)(.*)$",
          Pattern.MULTILINE);

  private static final Pattern USED = Pattern.compile(" (#\\d+)\\b");

  private PartLinkage() {}

  /** Returns a part's IR in which other parts may define its inline functions, too. */
  static String merged(String ir) {
    Set<String> inline = new HashSet<>(); // never iterated
    Matcher group = GROUP.matcher(ir);
    while (group.find()) {
      if (INLINE.matcher(group.group(2)).find()) {
        inline.add(group.group(1));
      }
    }
    return DEFINITION
        .matcher(ir)
        .replaceAll(
            head -> {
              Matcher used = USED.matcher(head.group(1));
              boolean merged = false;
              while (used.find()) {
                merged |= inline.contains(used.group(1));
              }
              return Matcher.quoteReplacement(
                  merged ? "define weak_odr " + head.group(1) : head.group());
            });
  }
}
