// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Requests for unrolled loops in a program: {@code #pragma unroll}, {@code #pragma clang loop
 * unroll} or {@code opencl_unroll_hint}. Loops that the compiler unrolls without a request look the
 * same in its output, but compilers of other machines leave them rolled. Immutable.
 */
final class UnrollRequests {
  static final UnrollRequests NONE = new UnrollRequests(false, List.of());

  private static final Pattern REQUEST =
      Pattern.compile(
          "#\\s*pragma\\s+(GCC\\s+)?unroll\\b"
              + "|#\\s*pragma\\s+clang\\s+loop\\b[^\\n]*\\bunroll(_count)?\\b"
              + "|\\b(__)?opencl_unroll_hint(__)?\\b");

  private static final Pattern TEXT = Pattern.compile("\"(\\\\.|[^\"\\\\\\n])*\"");
  private static final Pattern KERNEL = Pattern.compile("\\b(__)?kernel\\b|\\b__global__\\b");

  private final boolean all;
  private final List<String> heads; // for each kernel with requests, the text before its body

  private UnrollRequests(boolean all, List<String> heads) {
    this.all = all;
    this.heads = heads;
  }

  /**
   * Finds the requests of a program; a request outside of kernel bodies applies to all kernels.
   *
   * @param preprocessed preprocessed source without comments
   */
  static UnrollRequests in(String preprocessed) {
    Matcher request = REQUEST.matcher(preprocessed);
    if (!request.find()) {
      return NONE;
    }
    String text = TEXT.matcher(preprocessed).replaceAll("\"\"");
    boolean all = false;
    List<String> heads = new ArrayList<>();
    int from = 0;
    int body = 0;
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '{' && depth++ == 0) {
        body = i;
      } else if (text.charAt(i) == '}' && --depth == 0) {
        String head = text.substring(from, body);
        if (REQUEST.matcher(text.substring(from, i)).find()) {
          heads.add(head);
          all |= !KERNEL.matcher(head).find();
        }
        from = i + 1;
      }
    }
    all |= depth != 0 || REQUEST.matcher(text.substring(from)).find();
    return new UnrollRequests(all, List.copyOf(heads));
  }

  /** Returns whether loops of a kernel, or of a function that it may call, are to be unrolled. */
  boolean of(String kernel) {
    Pattern name = Pattern.compile("\\b" + Pattern.quote(kernel) + "\\b");
    return all || heads.stream().anyMatch(head -> name.matcher(head).find());
  }
}
