// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import java.util.function.Function;

/**
 * Determines the kind of an expression without its value, and rejects expressions that can never
 * have a value, because of operands of the wrong kind, or elements and reductions of buffers, which
 * only workloads have. The kind is null if it depends on names of unknown kind.
 *
 * @param names finds the kind of a name; null if unknown
 */
record KindChecker(ExpressionText text, Function<Term.Name, ValueKind> names)
    implements Term.Visitor<ValueKind> {
  @Override
  public ValueKind literal(Term.Literal term) {
    return ValueKind.of(term.value());
  }

  @Override
  public ValueKind name(Term.Name term) {
    return names.apply(term);
  }

  @Override
  public ValueKind element(Term.Element term) {
    throw text.error(term.at(), "'" + term.name() + "[...]': only workloads have buffers");
  }

  @Override
  public ValueKind choice(Term.Choice term) {
    ValueKind condition = term.condition().accept(this);
    if (condition != null) {
      condition.requireTruth(text, term.condition().at());
    }
    ValueKind yes = term.yes().accept(this);
    ValueKind no = term.no().accept(this);
    boolean numbers = yes != null && no != null && yes.isNumber() && no.isNumber();
    return yes == no ? yes : numbers ? ValueKind.REAL : null;
  }

  @Override
  public ValueKind apply(Term.Apply term) {
    Operation operation = term.operation();
    if (operation.isReduction()) {
      throw text.error(
          term.at(), operation.symbol() + " takes a buffer, and only workloads have buffers");
    }
    operation.checkCount(text, term.at(), term.operands().size());
    Term first = term.operands().get(0);
    ValueKind kind = first.accept(this);
    if (term.operands().size() == 1) {
      return result(operation, first, kind, first, kind);
    }
    for (Term operand : term.operands().subList(1, term.operands().size())) {
      kind = result(operation, first, kind, operand, operand.accept(this));
    }
    return kind;
  }

  private ValueKind result(Operation operation, Term first, ValueKind a, Term second, ValueKind b) {
    if (a != null && b != null) {
      return operation.result(operation.operands(text, first.at(), a, second.at(), b));
    }
    if (a != null || b != null) { // checks the known operand
      Term known = a == null ? second : first;
      ValueKind kind = a == null ? b : a;
      operation.operands(text, known.at(), kind, known.at(), kind);
    }
    return operation.result();
  }
}
