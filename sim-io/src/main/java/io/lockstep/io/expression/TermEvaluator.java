// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import io.lockstep.io.InputException;
import java.util.List;
import java.util.function.Function;

/** Computes the value of an expression: a Long, a Double, a Boolean or a String. */
record TermEvaluator(ExpressionText text, Function<String, ?> names)
    implements Term.Visitor<Object> {
  @Override
  public Object literal(Term.Literal term) {
    return term.value();
  }

  @Override
  public Object name(Term.Name term) {
    Object value = names.apply(term.name());
    if (value == null) {
      throw text.error(term.at(), "'" + term.name() + "' has no value");
    }
    boolean isDecimal = value instanceof Number && !(value instanceof Long);
    return isDecimal ? (Object) ((Number) value).doubleValue() : value;
  }

  @Override
  public Object element(Term.Element term) {
    throw new IllegalStateException("checked before");
  }

  @Override
  public Object choice(Term.Choice term) {
    boolean holds = truth(term.condition());
    Object value = (holds ? term.yes() : term.no()).accept(this);
    if (!(value instanceof Long whole)) {
      return value;
    }
    return isReal(holds ? term.no() : term.yes()) ? (Object) (double) whole : value;
  }

  /**
   * Returns whether the alternative that is not evaluated is real, so that the other alternative
   * becomes real, too.
   */
  private boolean isReal(Term term) {
    try {
      KindChecker kinds = new KindChecker(text, name -> ValueKind.of(name(name)));
      return term.accept(kinds) == ValueKind.REAL;
    } catch (InputException e) {
      return false; // errors in an alternative that is not evaluated are ignored
    }
  }

  private boolean truth(Term term) {
    Object value = term.accept(this);
    ValueKind.of(value).requireTruth(text, term.at());
    return (boolean) value;
  }

  @Override
  public Object apply(Term.Apply term) {
    List<Term> operands = term.operands();
    Operation operation = term.operation();
    if (operation == Operation.BOTH) {
      return truth(operands.get(0)) && truth(operands.get(1));
    }
    if (operation == Operation.EITHER) {
      return truth(operands.get(0)) || truth(operands.get(1));
    }
    Object value = operands.get(0).accept(this);
    if (operands.size() == 1) {
      return apply(term, value, operands.get(0), value);
    }
    for (Term next : operands.subList(1, operands.size())) {
      value = apply(term, value, next, next.accept(this));
    }
    return value;
  }

  private Object apply(Term.Apply term, Object a, Term second, Object b) {
    Operation operation = term.operation();
    int first = term.operands().get(0).at();
    ValueKind kind = operation.operands(text, first, ValueKind.of(a), second.at(), ValueKind.of(b));
    try {
      long bits =
          switch (kind) {
            case WHOLE -> operation.wholes().applyAsLong((long) a, (long) b);
            case REAL ->
                operation.reals().apply(((Number) a).doubleValue(), ((Number) b).doubleValue());
            case TRUTH -> operation.wholes().applyAsLong(bit((boolean) a), bit((boolean) b));
            case TEXT -> operation.wholes().applyAsLong(0, bit(!a.equals(b)));
          };
      return operation.result(kind).value(bits);
    } catch (ArithmeticException e) {
      throw text.error(term.at(), e.getMessage());
    }
  }

  private static long bit(boolean holds) {
    return holds ? 1 : 0;
  }
}
