// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.frontend.ptx.syntax.Syntax.Function;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.frontend.ptx.syntax.Syntax.Statement;
import io.lockstep.frontend.ptx.syntax.Syntax.Variable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The addresses of a module's functions, and the functions that calls through pointers may reach:
 * those whose address the module takes. All kernels of a module see the same addresses, so that one
 * kernel may store a table of functions that another calls.
 */
public final class FunctionAddresses {
  /** Bytes between addresses; the first is not 0, which programs take for no function. */
  private static final long STEP = 16;

  private final Map<String, Long> addresses = new LinkedHashMap<>();
  private final Set<String> taken = new LinkedHashSet<>();
  private final Syntax.Module module;

  public FunctionAddresses(Syntax.Module module) {
    this.module = module;
    for (Function f : module.functions().values()) {
      addresses.put(f.name(), STEP * (addresses.size() + 1));
    }
    for (Variable v : module.variables().values()) {
      v.initial().references().forEach(r -> take(r.at().text()));
    }
    for (Function f : module.functions().values()) {
      if (f.body() != null) {
        collect(f.body());
      }
    }
  }

  /** Returns the address of a function; empty if the module has no function of this name. */
  public OptionalLong of(String name) {
    Long address = addresses.get(name);
    return address == null ? OptionalLong.empty() : OptionalLong.of(address);
  }

  /** Returns the defined functions whose address is taken, in the order of the text. */
  public List<Function> targets() {
    return module.functions().values().stream()
        .filter(f -> taken.contains(f.name()) && f.body() != null && !f.entry())
        .toList();
  }

  /** Returns whether a statement calls through a pointer. */
  boolean isIndirect(Syntax.Instruction i) {
    if (!i.opcode().text().equals("call")) {
      return false;
    }
    return i.operands().stream()
        .filter(a -> !(a instanceof Syntax.Group))
        .findFirst()
        .filter(a -> a instanceof Name && !addresses.containsKey(a.at().text()))
        .isPresent();
  }

  private void collect(List<Statement> statements) {
    for (Statement s : statements) {
      if (s instanceof Syntax.Scope scope) {
        collect(scope.statements());
      } else if (s instanceof Syntax.Instruction i && !i.opcode().text().equals("call")) {
        for (Argument a : i.operands()) {
          take(a.at().text());
        }
      }
    }
  }

  private void take(String name) {
    if (addresses.containsKey(name)) {
      taken.add(name);
    }
  }
}
