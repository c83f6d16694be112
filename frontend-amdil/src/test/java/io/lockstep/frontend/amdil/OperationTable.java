package io.lockstep.frontend.amdil;

/** The table of operations as documentation. Stateless. */
final class OperationTable {
  private OperationTable() {}

  /** All operations by family, supported and refused. */
  static String markdown() {
    StringBuilder s = new StringBuilder();
    long supported = Operations.all().stream().filter(o -> !o.isRefused()).count();
    s.append("# AMD IL operations\n\n");
    s.append("Generated from the front-end's table (frontend-amdil, `OperationTable`). ");
    s.append(supported).append(" operations are supported, ");
    s.append(Operations.all().size() - supported).append(" are refused by name.\n\n");
    s.append("Sources are a, b, c, d in the order of the text, behind the destination. Float");
    s.append(" results take `_x2`, `_x4`, `_x8`, `_d2`, `_d4`, `_d8` and `_sat`. How registers,");
    s.append(" swizzles, masks and modifiers are read: frontend-amdil/README.md.\n");
    String family = "";
    for (OperationEntry o : Operations.all()) {
      if (!o.family().equals(family)) {
        family = o.family();
        s.append("\n## ").append(family).append("\n\n");
        s.append(o.isRefused() ? "| name | reason |\n|---|---|\n" : "");
        s.append(o.isRefused() ? "" : "| name | operands | meaning |\n|---|---|---|\n");
      }
      s.append("| `").append(o.name()).append("` | ");
      if (!o.isRefused()) {
        String count =
            o.minimum() == o.maximum() ? "" + o.minimum() : o.minimum() + "–" + o.maximum();
        s.append(count).append(" | ");
      }
      s.append(o.meaning().replace("|", "\\|")).append(" |\n");
    }
    return s.toString();
  }
}
