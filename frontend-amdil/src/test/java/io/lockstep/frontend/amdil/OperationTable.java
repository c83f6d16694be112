// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.operation.Operations;
import io.lockstep.frontend.amdil.statement.OperationEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The list of operations as documentation. */
final class OperationTable {
  private static final String HEAD =
      """
      # AMD IL operations

      Generated from the front-end's table (frontend-amdil, `OperationTable`). %d operations are supported, %d are refused by name.

      In parentheses: the number of operands. Sources are a, b, c, d in the order of the text, after the destination. Float results take
      `_x2`, `_x4`, `_x8`, `_d2`, `_d4`, `_d8` and `_sat`. A function without `_vec` takes the fourth component and writes all. An operation
      with `_read` takes a destination before the address and writes the old value to it. Registers, swizzles, masks and modifiers:
      [frontend-amdil](../frontend-amdil/README.md).
      """;

  private OperationTable() {}

  /** All operations by family, supported and refused; those of one meaning share a line. */
  static String markdown() {
    long supported = Operations.all().stream().filter(o -> !o.isRefused()).count();
    StringBuilder s =
        new StringBuilder(HEAD.formatted(supported, Operations.all().size() - supported));
    Map<String, Map<String, List<OperationEntry>>> families = new LinkedHashMap<>();
    for (OperationEntry o : Operations.all()) {
      families
          .computeIfAbsent(o.family(), f -> new LinkedHashMap<>())
          .computeIfAbsent(o.meaning(), m -> new ArrayList<>())
          .add(o);
    }
    families.forEach(
        (family, lines) -> {
          s.append("\n## ").append(family).append("\n\n");
          lines.forEach((meaning, all) -> line(meaning, all, s));
        });
    return s.toString();
  }

  private static void line(String meaning, List<OperationEntry> all, StringBuilder out) {
    out.append("- `").append(String.join("`, `", all.stream().map(OperationEntry::name).toList()));
    out.append('`');
    if (!all.get(0).isRefused()) {
      int least = all.stream().mapToInt(OperationEntry::minimum).min().orElseThrow();
      int most = all.stream().mapToInt(OperationEntry::maximum).max().orElseThrow();
      out.append(" (").append(least == most ? "" + least : least + "–" + most).append(')');
    }
    out.append(": ").append(meaning).append('\n');
  }
}
