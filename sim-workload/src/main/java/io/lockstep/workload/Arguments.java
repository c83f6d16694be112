package io.lockstep.workload;

import java.util.List;
import java.util.function.DoubleBinaryOperator;

/** What functions in expressions need of the parser that meets them. Used by one thread. */
interface Arguments {
  /** A buffer whose elements may stand here; it is noted as used. */
  ElementType buffer(int start, String name);

  /** A buffer's name that is a function's first argument; the text goes on behind it. Or null. */
  String bareBuffer();

  /** The arguments of a function from the bracket on. */
  List<TypedNode> arguments();

  /** The second argument where the first, a comparison, is true, otherwise the third. */
  TypedNode select(List<TypedNode> arguments);

  /** One expression inside brackets. */
  TypedNode inner();

  /** Refuses what is no number. */
  void number(TypedNode node);

  /** Refuses what is no whole number. */
  ExpressionNode wholeNumber(TypedNode node);

  /** On two whole numbers a whole one, otherwise a real one. */
  TypedNode arithmetic(
      TypedNode left, TypedNode right, ExpressionNode.Operation whole, DoubleBinaryOperator real);
}
