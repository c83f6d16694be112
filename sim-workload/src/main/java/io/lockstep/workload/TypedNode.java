package io.lockstep.workload;

/**
 * A part of an expression while it is parsed.
 *
 * @param at where its text begins
 * @param kind what its values are
 */
record TypedNode(int at, ValueKind kind, ExpressionNode node) {
  boolean isWhole() {
    return kind == ValueKind.WHOLE;
  }

  /** Its values as doubles; it must be a number. */
  ExpressionNode asReal() {
    return isWhole()
        ? ExpressionNode.unary(node, a -> Double.doubleToRawLongBits((double) a))
        : node;
  }
}
