// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.frontend.ptx.syntax.Syntax.Function;
import io.lockstep.frontend.ptx.syntax.Syntax.Memory;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.frontend.ptx.syntax.Syntax.Statement;
import io.lockstep.frontend.ptx.syntax.Syntax.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds entry parameters that are indexed at run time or passed as generic addresses. */
final class ParameterUses {
  private ParameterUses() {}

  static List<Variable> indexed(Function entry) {
    Set<String> names = new LinkedHashSet<>();
    entry.parameters().forEach(p -> names.add(p.name()));
    List<Syntax.Instruction> all = new ArrayList<>();
    instructions(entry.body(), all);
    Map<String, String> holders = new HashMap<>();
    int before;
    do {
      before = holders.size();
      for (Syntax.Instruction i : all) {
        if (isMove(i) && i.operands().get(1) instanceof Name from) {
          String parameter = names.contains(from.text()) ? from.text() : holders.get(from.text());
          if (parameter != null) {
            holders.put(i.operands().get(0).at().text(), parameter);
          }
        }
      }
    } while (holders.size() > before);
    Set<String> found = new LinkedHashSet<>();
    for (Syntax.Instruction i : all) {
      boolean load = i.opcode().text().equals("ld") && i.spelling().contains(".param");
      for (int k = isMove(i) ? 2 : 0; k < i.operands().size(); k++) {
        uses(i.operands().get(k), load && k == 1, holders, found);
      }
    }
    return entry.parameters().stream().filter(p -> found.contains(p.name())).toList();
  }

  private static boolean isMove(Syntax.Instruction i) {
    return i.opcode().text().equals("mov")
        && i.operands().size() == 2
        && i.operands().get(0) instanceof Name;
  }

  private static void uses(
      Argument a, boolean loaded, Map<String, String> holders, Set<String> out) {
    if (a instanceof Name name && holders.containsKey(name.text())) {
      out.add(holders.get(name.text()));
    } else if (a instanceof Memory m && !loaded) {
      uses(m.base(), false, holders, out);
    } else if (a instanceof Syntax.Vector v) {
      v.elements().forEach(x -> uses(x, false, holders, out));
    } else if (a instanceof Syntax.Group g) {
      g.elements().forEach(x -> uses(x, false, holders, out));
    }
  }

  private static void instructions(List<Statement> statements, List<Syntax.Instruction> out) {
    for (Statement s : statements) {
      if (s instanceof Syntax.Scope scope) {
        instructions(scope.statements(), out);
      } else if (s instanceof Syntax.Instruction i) {
        out.add(i);
      }
    }
  }
}
