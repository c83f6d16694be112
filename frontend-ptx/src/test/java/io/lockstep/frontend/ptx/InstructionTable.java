// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.Specials;
import io.lockstep.frontend.ptx.table.InstructionEntry;
import io.lockstep.frontend.ptx.table.InstructionSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The instruction set as documentation. */
final class InstructionTable {
  private static final String HEAD =
      """
      # PTX instructions

      Generated from the front-end's table (frontend-ptx, `InstructionTable`); a test decodes every form. A form that is not listed is
      refused. %d instructions are supported, %d are refused by name.

      In a form, `{.a|.b}` may be left out, `(.a|.b)` may not. Operands: d, a, b, c registers of the type (of a conversion or `set`: d of
      the first, a and b of the second type); p, q predicates; o, h, i, l registers of 8, 16, 32, 64 bits; x, y, z, w elements of the type;
      `[m]` an address, `[P]` a parameter, `[S]` one of a call; C1, C2, C4 coordinates; L a label, T a table of labels, F a function.
      Lower-case operands may be constants.
      """;

  private InstructionTable() {}

  /** All instructions by family, supported and refused, then types and special registers. */
  static String markdown() {
    long supported = InstructionSet.entries().stream().filter(e -> !e.isRefused()).count();
    StringBuilder s =
        new StringBuilder(HEAD.formatted(supported, InstructionSet.entries().size() - supported));
    Map<String, List<InstructionEntry>> families =
        InstructionSet.entries().stream()
            .collect(
                Collectors.groupingBy(
                    InstructionEntry::family, LinkedHashMap::new, Collectors.toList()));
    families.forEach(
        (family, entries) -> {
          s.append("\n## ").append(family).append("\n\n");
          if (entries.get(0).isRefused()) {
            Map<String, String> reasons = new LinkedHashMap<>();
            entries.forEach(e -> reasons.put(e.name(), e.meaning()));
            refused(reasons, "", s);
          } else {
            s.append("| name | forms | meaning |\n|---|---|---|\n");
            entries.forEach(e -> row(e, s));
          }
        });
    s.append("\n## Refused types\n\n");
    refused(new TreeMap<>(Modifiers.REFUSED_TYPES), ".", s);
    s.append("\n## Special registers\n\nSupported: ");
    s.append(String.join(", ", Specials.documented().stream().map(n -> "`" + n + "`").toList()));
    s.append(".\n\nRefused:\n\n");
    refused(new TreeMap<>(Specials.refusals()), "", s);
    return s.toString();
  }

  private static void row(InstructionEntry e, StringBuilder out) {
    out.append("| `").append(e.name()).append("` | `");
    out.append(cell(String.join("`<br>`", e.forms()))).append("` | ");
    out.append(cell(e.meaning())).append(" |\n");
  }

  /** A line for each reason, with the names that it refuses. */
  private static void refused(Map<String, String> all, String dot, StringBuilder out) {
    Map<String, List<String>> names =
        all.keySet().stream()
            .collect(Collectors.groupingBy(all::get, LinkedHashMap::new, Collectors.toList()));
    names.forEach(
        (reason, some) ->
            out.append("- ")
                .append(
                    some.stream().map(n -> "`" + dot + n + "`").collect(Collectors.joining(", ")))
                .append(": ")
                .append(reason)
                .append('\n'));
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
