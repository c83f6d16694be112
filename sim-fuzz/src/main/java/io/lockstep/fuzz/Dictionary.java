// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A libFuzzer dictionary with words of the seeds and numbers at the limits of ranges. */
final class Dictionary {
  private static final int MOST = 800;
  private static final Pattern WORD = Pattern.compile("[.%]?[A-Za-z_][A-Za-z0-9_]{1,24}");
  private static final List<String> FIXED =
      List.of(
          "0",
          "-1",
          "1",
          "31",
          "32",
          "33",
          "63",
          "64",
          "65",
          "255",
          "256",
          "65535",
          "65536",
          "2147483647",
          "2147483648",
          "-2147483648",
          "4294967295",
          "4294967296",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "18446744073709551615",
          "18446744073709551616",
          "0x7fffffff",
          "0xffffffffffffffff",
          "0f7F800000",
          "0f7FC00000",
          "0d7FF0000000000000",
          "1e999",
          "1e-999",
          ".nan",
          ".inf",
          "{",
          "}",
          "[",
          "]",
          "(",
          ")",
          ";",
          ":",
          ",",
          "@",
          "@!",
          "//",
          "/*",
          "*/",
          "<",
          ">",
          "&a",
          "*a",
          "<<",
          "!!str",
          "---",
          "...",
          "|",
          ">",
          "\t",
          "\\\"");

  private Dictionary() {}

  static String of(Collection<byte[]> seeds) {
    Map<String, Integer> count = new TreeMap<>();
    for (byte[] seed : seeds) {
      Matcher words = WORD.matcher(new String(seed, StandardCharsets.UTF_8));
      Set<String> once = new HashSet<>();
      while (words.find()) {
        if (once.add(words.group())) {
          count.merge(words.group(), 1, Integer::sum);
        }
      }
    }
    List<String> words = new ArrayList<>(count.keySet());
    words.sort(Comparator.comparing((String w) -> -count.get(w)).thenComparing(w -> w));
    StringBuilder out = new StringBuilder();
    FIXED.forEach(w -> out.append('"').append(w.replace("\t", "\\x09")).append("\"\n"));
    words.stream().limit(MOST).forEach(w -> out.append('"').append(w).append("\"\n"));
    return out.toString();
  }
}
