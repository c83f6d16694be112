// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.expression.ExpressionText;
import io.lockstep.io.expression.Operation;
import io.lockstep.io.expression.Term;
import io.lockstep.io.expression.ValueKind;
import io.lockstep.workload.element.ElementReader;
import io.lockstep.workload.element.ElementType;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compiles an expression to nodes that evaluate batches of elements. The kinds of values are
 * checked, so that a mismatch is reported at its character.
 */
final class ExpressionCompiler implements Term.Visitor<TypedNode> {
  private static final String INDEX = "i";

  private final ExpressionText text;
  private final Names names;
  private final Set<String> numbers = new TreeSet<>();
  private final Set<String> buffers = new TreeSet<>();
  private final Set<String> elsewhere = new TreeSet<>();

  ExpressionCompiler(ExpressionText text, Names names) {
    this.text = text;
    this.names = names;
  }

  Set<String> numbers() {
    return numbers;
  }

  Set<String> buffers() {
    return buffers;
  }

  /** Returns the buffers that the expression reads at indices other than the element's own. */
  Set<String> elsewhere() {
    return elsewhere;
  }

  @Override
  public TypedNode literal(Term.Literal term) {
    Object value = term.value();
    long bits;
    if (value instanceof Long whole) {
      bits = whole;
    } else if (value instanceof Double real) {
      bits = Double.doubleToRawLongBits(real);
    } else if (value instanceof Boolean truth) {
      bits = truth ? 1 : 0;
    } else {
      throw text.error(term.at(), "workloads have no texts; expected a number, a name or '('");
    }
    return new TypedNode(term.at(), ValueKind.of(value), ExpressionNode.constant(bits));
  }

  @Override
  public TypedNode choice(Term.Choice term) {
    TypedNode condition = term.condition().accept(this);
    condition.kind().requireTruth(text, condition.at());
    TypedNode yes = term.yes().accept(this);
    TypedNode no = term.no().accept(this);
    if (yes.kind() == no.kind()) {
      return choice(term, condition, yes.kind(), yes.node(), no.node());
    }
    yes.kind().requireNumber(text, yes.at());
    no.kind().requireNumber(text, no.at());
    return choice(term, condition, ValueKind.REAL, yes.asReal(), no.asReal());
  }

  private static TypedNode choice(
      Term term, TypedNode condition, ValueKind kind, ExpressionNode yes, ExpressionNode no) {
    return new TypedNode(term.at(), kind, ExpressionNode.choice(condition.node(), yes, no));
  }

  @Override
  public TypedNode apply(Term.Apply term) {
    Operation operation = term.operation();
    List<Term> operands = term.operands();
    if (isReduction(term)) {
      return reduction(term);
    }
    operation.checkCount(text, term.at(), operands.size());
    TypedNode node = operands.get(0).accept(this);
    if (operands.size() == 1) {
      return apply(term, node, null);
    }
    for (Term next : operands.subList(1, operands.size())) {
      node = apply(term, node, next.accept(this));
    }
    return node;
  }

  /** Applies an operation to two operands, or to a single operand if {@code right} is null. */
  private TypedNode apply(Term.Apply term, TypedNode left, TypedNode right) {
    Operation operation = term.operation();
    TypedNode other = right == null ? left : right;
    ValueKind kind = operation.operands(text, left.at(), left.kind(), other.at(), other.kind());
    ExpressionNode node;
    if (operation == Operation.BOTH) {
      node = ExpressionNode.choice(left.node(), right.node(), ExpressionNode.constant(0));
    } else if (operation == Operation.EITHER) {
      node = ExpressionNode.choice(left.node(), ExpressionNode.constant(1), right.node());
    } else if (kind == ValueKind.REAL) {
      node =
          ExpressionNode.ofReals(
              left.asReal(), right == null ? null : right.asReal(), operation.reals());
    } else {
      node =
          ExpressionNode.ofWholes(
              left.node(), right == null ? null : right.node(), operation.wholes());
    }
    return new TypedNode(term.at(), operation.result(kind), located(term, node));
  }

  /** Reports errors of a node at its term. */
  private ExpressionNode located(Term term, ExpressionNode node) {
    return (batch, out) -> {
      try {
        node.evaluate(batch, out);
      } catch (ArithmeticException e) {
        throw text.error(term.at(), e.getMessage());
      }
    };
  }

  /** Returns whether a function reduces a buffer; min and max also compare numbers. */
  private boolean isReduction(Term.Apply term) {
    Operation operation = term.operation();
    boolean isEither = operation == Operation.MIN || operation == Operation.MAX;
    return operation.isReduction()
        || isEither
            && names.place() == Names.Place.HOST
            && term.operands().size() <= 2
            && isBuffer(term.operands().get(0));
  }

  private boolean isBuffer(Term term) {
    return term instanceof Term.Name name
        && names.buffers().containsKey(name.name())
        && !names.whole().contains(name.name())
        && !names.real().contains(name.name());
  }

  private TypedNode reduction(Term.Apply term) {
    String function = term.operation().symbol();
    if (names.place() != Names.Place.HOST) {
      throw text.error(
          term.at(),
          ("'%s' of a buffer stands in set and in conditions; a step {set: {x: '%s(b)'}}"
                  + " takes it into a variable")
              .formatted(function, function));
    }
    if (!isBuffer(term.operands().get(0))) {
      throw text.error(
          term.at(), function + " takes a buffer: " + function + "(b) or " + function + "(b, n)");
    }
    Reduction reduction = Reduction.of(term.operation());
    String buffer = ((Term.Name) term.operands().get(0)).name();
    ElementType type = buffer(term.at(), buffer);
    ExpressionNode n = null;
    if (term.operands().size() > 1) {
      TypedNode count = term.operands().get(1).accept(this);
      count.kind().requireWhole(text, count.at());
      n = count.node();
    }
    return new TypedNode(
        term.at(), reduction.kind(type), located(term, reduction(reduction, buffer, n)));
  }

  private static ExpressionNode reduction(Reduction reduction, String buffer, ExpressionNode n) {
    return (batch, out) -> {
      ElementReader reader = batch.access().reader(buffer);
      out[0] = reader.count();
      if (n != null) {
        n.evaluate(batch, out);
      }
      batch.access().touch(buffer, 0, Math.max(0, Math.min(out[0], reader.count())));
      out[0] = reduction.of(reader, buffer, out[0]);
    };
  }

  @Override
  public TypedNode name(Term.Name term) {
    String name = term.name();
    if (names.place().hasIndex() && name.equals(INDEX)) {
      return new TypedNode(
          term.at(),
          ValueKind.WHOLE,
          (batch, out) -> System.arraycopy(batch.index(), 0, out, 0, batch.n()));
    }
    numbers.add(name);
    if (names.whole().contains(name)) {
      return new TypedNode(
          term.at(),
          ValueKind.WHOLE,
          (batch, out) -> Arrays.fill(out, 0, batch.n(), batch.scope().whole(name)));
    }
    if (names.real().contains(name)) {
      return new TypedNode(
          term.at(),
          ValueKind.REAL,
          (batch, out) ->
              Arrays.fill(out, 0, batch.n(), Double.doubleToRawLongBits(batch.scope().real(name))));
    }
    if (names.buffers().containsKey(name)) {
      throw text.error(term.at(), "'" + name + "' is a buffer; " + bufferHint(name));
    }
    throw unknown(term);
  }

  private InputException unknown(Term.Name term) {
    TreeSet<String> valid = new TreeSet<>(names.whole());
    valid.addAll(names.real());
    if (names.place().hasIndex()) {
      valid.add(INDEX);
    }
    return text.error(
        term.at(),
        "unknown name '%s'%s"
            .formatted(
                term.name(),
                Suggestions.hint(term.name(), valid, "; there are no whole parameters")));
  }

  private String bufferHint(String name) {
    switch (names.place()) {
      case PLAIN:
        return "a step {set: {x: '" + name + "[0]'}} takes an element into a variable";
      case HOST:
        return "expected an element, " + name + "[0], or a reduction, sum(" + name + ")";
      default:
        return "expected an element, " + name + "[i]";
    }
  }

  @Override
  public TypedNode element(Term.Element term) {
    String name = term.name();
    ElementType type = buffer(term.at(), name);
    TypedNode index = term.index().accept(this);
    index.kind().requireWhole(text, index.at());
    if (!(term.index() instanceof Term.Name own && own.name().equals(INDEX))) {
      elsewhere.add(name);
    }
    return new TypedNode(
        term.at(),
        type.isFloat() ? ValueKind.REAL : ValueKind.WHOLE,
        located(term, element(name, index.node(), names.place() == Names.Place.HOST)));
  }

  private static ExpressionNode element(String name, ExpressionNode index, boolean touches) {
    return (batch, out) -> {
      index.evaluate(batch, out);
      ElementReader reader = batch.access().reader(name);
      for (int k = 0; k < batch.n(); k++) {
        reader.check(out[k]);
        if (touches) {
          batch.access().touch(name, out[k], 1);
        }
        out[k] = reader.value(out[k]);
      }
    };
  }

  private ElementType buffer(int at, String name) {
    ElementType type = names.buffers().get(name);
    if (type == null) {
      throw text.error(
          at,
          "no buffer '"
              + name
              + (names.place() == Names.Place.GENERATOR ? "' is declared earlier" : "'")
              + Suggestions.hint(name, names.buffers().keySet(), ""));
    }
    if (names.place() == Names.Place.PLAIN) {
      throw text.error(at, "buffers' elements cannot stand here; " + bufferHint(name));
    }
    buffers.add(name);
    return type;
  }
}
