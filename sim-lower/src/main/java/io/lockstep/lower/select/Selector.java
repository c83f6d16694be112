// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

import io.lockstep.kernel.ir.Instruction;
import java.util.ArrayList;
import java.util.List;

/**
 * Selects machine operations by a table for one target. As thread-safe as its target.
 *
 * @param <U> machine classes of the family
 * @param <V> values of terms
 */
public final class Selector<U extends Enum<U>, V> {
  private final Selection<U> table;
  private final Target<U, V> target;

  /**
   * Creates a selector.
   *
   * @param table the family's table
   * @param target evaluates operands and emits operations
   */
  public Selector(Selection<U> table, Target<U, V> target) {
    this.table = table;
    this.target = target;
  }

  /**
   * Applies the first rule that holds for an instruction.
   *
   * @param i the instruction
   * @return the rule's result; null if it has none
   */
  public V select(Instruction i) {
    return apply(i, i.op().name(), table.rules(i.op()), List.of());
  }

  /**
   * Applies a definition of the table.
   *
   * @param i the instruction
   * @param definition name of the definition
   * @param arguments values of its parameters
   * @return the definition's result; null if it has none
   */
  public V apply(Instruction i, String definition, List<V> arguments) {
    return apply(i, definition, table.definition(definition), arguments);
  }

  private V apply(Instruction i, String name, List<Term.Rule> rules, List<V> arguments) {
    for (Term.Rule rule : rules) {
      if (rule.conditions().isEmpty() || holds(i, rule, arguments.toArray())) {
        return run(i, rule, arguments.toArray(new Object[rule.slots()]));
      }
    }
    throw new IllegalStateException("no rule of " + name + " applies");
  }

  private boolean holds(Instruction i, Term.Rule rule, Object[] frame) {
    for (Term.Rule.Condition condition : rule.conditions()) {
      boolean any = false;
      for (Term.Rule.Test test : condition.alternatives()) {
        any = any || holds(i, test, frame);
      }
      if (!any) {
        return false;
      }
    }
    return true;
  }

  private boolean holds(Instruction i, Term.Rule.Test test, Object[] frame) {
    boolean holds =
        test.known() != null
            ? test.known().holds(i)
            : target.holds(i, test.name(), values(i, test.arguments(), frame));
    return holds != test.negated();
  }

  private V run(Instruction i, Term.Rule rule, Object[] frame) {
    if (rule.refusal() != null) {
      throw target.refuse(i, expanded(i, rule.refusal()));
    }
    V value = null;
    for (Term.Rule.Step step : rule.steps()) {
      value = value(i, step.term(), frame);
      if (step.slot() >= 0) {
        frame[step.slot()] = value;
      }
    }
    return value;
  }

  private List<V> values(Instruction i, List<Term> terms, Object[] frame) {
    if (terms.isEmpty()) {
      return List.of();
    }
    List<V> values = new ArrayList<>(terms.size());
    for (Term term : terms) {
      values.add(value(i, term, frame));
    }
    return values;
  }

  @SuppressWarnings(
      "unchecked") // the terms are those of the table, the frame's values the target's
  private V value(Instruction i, Term term, Object[] frame) {
    if (term instanceof Term.Variable v) {
      return (V) frame[v.slot()];
    }
    if (term instanceof Term.Number n) {
      return target.number(n.bits());
    }
    if (term instanceof Term.Name n) {
      return target.operand(i, n.text());
    }
    Term.Call call = (Term.Call) term;
    List<V> arguments = values(i, call.arguments(), frame);
    if (!call.definition().isEmpty()) {
      return apply(i, call.operation().name(), call.definition(), arguments);
    }
    Operation<?> named = call.operation();
    if (named.name().indexOf('{') >= 0) {
      named = table.operation(expanded(i, named.name()), named.times());
    }
    return target.emit(i, (Operation<U>) named, arguments);
  }

  /** Replaces the placeholders of a text. */
  private String expanded(Instruction i, String name) {
    StringBuilder text = new StringBuilder();
    int from = 0;
    for (int open = name.indexOf('{'); open >= 0; open = name.indexOf('{', from)) {
      int close = name.indexOf('}', open);
      String placeholder = name.substring(open + 1, close);
      String known = table.text(i, placeholder);
      text.append(name, from, open).append(known != null ? known : target.text(i, placeholder));
      from = close + 1;
    }
    return text.append(name.substring(from)).toString();
  }
}
