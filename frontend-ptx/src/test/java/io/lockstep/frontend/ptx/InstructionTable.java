package io.lockstep.frontend.ptx;

import java.util.Map;
import java.util.TreeMap;

/** The instruction set as documentation. Stateless. */
final class InstructionTable {
  private InstructionTable() {}

  /** All instructions by family, supported and refused, then types and special registers. */
  static String markdown() {
    StringBuilder s = new StringBuilder();
    long supported = InstructionSet.entries().stream().filter(e -> !e.isRefused()).count();
    s.append("# PTX instructions\n\n");
    s.append("Generated from the front-end's table (frontend-ptx, `InstructionTable`); a test");
    s.append(" decodes every form, and what is in no form is refused. ");
    s.append(supported).append(" instructions are supported, ");
    s.append(InstructionSet.entries().size() - supported).append(" are refused by name.\n\n");
    s.append("In a form `{.a|.b}` may be left out, `(.a|.b)` may not. Operands: d, a, b, c");
    s.append(" registers of the type (of a conversion or `set`: d of the first, a and b of the");
    s.append(" second type); p, q predicates; h, i, l registers of 16, 32, 64 bits; x, y, z, w");
    s.append(
        " elements of the type; `[m]` an address, `[P]` a parameter, `[S]` one of a call; C1, C2, C4 coordinates;");
    s.append(" L a label, T a table of labels, F a function. What is written in lower case stands");
    s.append(" for constants too.\n");
    String family = "";
    for (InstructionEntry e : InstructionSet.entries()) {
      if (!e.family().equals(family)) {
        family = e.family();
        s.append("\n## ").append(family).append("\n\n");
        s.append(e.isRefused() ? "| name | reason |\n|---|---|\n" : "");
        s.append(e.isRefused() ? "" : "| name | forms | meaning |\n|---|---|---|\n");
      }
      s.append("| `").append(e.name()).append("` | ");
      if (!e.isRefused()) {
        s.append("`").append(cell(String.join("`<br>`", e.forms()))).append("` | ");
      }
      s.append(cell(e.meaning())).append(" |\n");
    }
    s.append("\n## Refused types\n\n| type | reason |\n|---|---|\n");
    rows(Modifiers.REFUSED_TYPES, ".", s);
    s.append("\n## Special registers\n\nSupported: ");
    s.append(String.join(", ", Specials.documented().stream().map(n -> "`" + n + "`").toList()));
    s.append(".\n\n| refused | reason |\n|---|---|\n");
    rows(Specials.refusals(), "", s);
    return s.toString();
  }

  private static void rows(Map<String, String> all, String dot, StringBuilder out) {
    new TreeMap<>(all)
        .forEach(
            (name, reason) ->
                out.append("| `")
                    .append(dot)
                    .append(name)
                    .append("` | ")
                    .append(cell(reason))
                    .append(" |\n"));
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
