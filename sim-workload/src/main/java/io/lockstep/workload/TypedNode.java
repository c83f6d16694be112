package io.lockstep.workload;

import io.lockstep.io.expression.ValueKind;

/**
 * A part of an expression while it is compiled.
 *
 * @param at where its text begins
 * @param kind of its values
 */
record TypedNode(int at, ValueKind kind, ExpressionNode node) {
  /** Its values as doubles; it must be a number. */
  ExpressionNode asReal() {
    return kind == ValueKind.WHOLE ? ExpressionNode.real(node) : node;
  }
}
