// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.kernel.frontend.Draft;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The names of a brace scope: registers, labels, symbols, jump tables. */
public final class NameScope {
  private final List<NameScope> outwards = new ArrayList<>(); // this scope and those around it
  public final Map<String, Symbol> symbols = new HashMap<>();
  public final Map<String, Draft> labels = new HashMap<>();
  public final Map<String, Syntax.BranchTargets> tables = new HashMap<>();
  private final Map<String, Syntax.Registers> singles = new HashMap<>();
  private final Map<String, Syntax.Registers> ranges = new HashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /** Creates the outermost scope. */
  public NameScope() {
    outwards.add(this);
  }

  public NameScope(NameScope around) {
    this();
    outwards.addAll(around.outwards);
  }

  /** Declares registers; returns an earlier declaration of the name, or null. */
  public Syntax.Registers declare(Syntax.Registers r) {
    return (r.count() < 0 ? singles : ranges).putIfAbsent(r.name(), r);
  }

  /** Returns the visible declaration of a register, or null. */
  public Syntax.Registers declaration(String name) {
    return visible(n -> n.own(name));
  }

  private NameScope owner(String name) {
    return visible(n -> n.own(name) == null ? null : n);
  }

  /** Returns what the innermost scope has, or null if no scope has it. */
  private <T> T visible(Function<NameScope, T> of) {
    for (NameScope n : outwards) {
      T found = of.apply(n);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private Syntax.Registers own(String name) {
    Syntax.Registers single = singles.get(name);
    if (single != null || ranges.isEmpty()) {
      return single;
    }
    int digits = digits(name);
    // A prefix may itself end in a digit: %r1<4> declares %r10 to %r13.
    for (int cut = digits; cut < name.length(); cut++) {
      Syntax.Registers range = ranges.get(name.substring(0, cut));
      String index = name.substring(cut);
      if (range != null
          && index.length() < 9
          && (index.length() == 1 || index.charAt(0) != '0')
          && Integer.parseInt(index) < range.count()) {
        return range;
      }
    }
    return null;
  }

  private static int digits(String name) {
    int cut = name.length();
    while (cut > 0 && name.charAt(cut - 1) >= '0' && name.charAt(cut - 1) <= '9') {
      cut--;
    }
    return cut;
  }

  /** Returns the virtual register of a declared name, or -1 before its first use. */
  public int number(String name) {
    return owner(name).numbers.getOrDefault(name, -1);
  }

  public void bind(String name, int register) {
    owner(name).numbers.put(name, register);
  }

  public Symbol symbol(String name) {
    return visible(n -> n.symbols.get(name));
  }

  public Draft label(String name) {
    return visible(n -> n.labels.get(name));
  }

  public Syntax.BranchTargets table(String name) {
    return visible(n -> n.tables.get(name));
  }

  /** Returns all visible labels, for suggestions. */
  public List<String> visibleLabels() {
    return outwards.stream().flatMap(n -> n.labels.keySet().stream()).toList();
  }

  /** Returns the visible register declarations as written, such as {@code %r<24>}, for messages. */
  List<String> visibleRegisters() {
    List<String> all = new ArrayList<>();
    for (NameScope n : outwards) {
      all.addAll(n.singles.keySet());
      n.ranges.values().forEach(r -> all.add(r.name() + "<" + r.count() + ">"));
    }
    all.sort(null);
    return all;
  }

  List<String> visibleSymbols() {
    return outwards.stream().flatMap(n -> n.symbols.keySet().stream()).toList();
  }
}
