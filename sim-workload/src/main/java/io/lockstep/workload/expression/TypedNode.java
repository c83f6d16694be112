// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.expression.ValueKind;

/**
 * A compiled part of an expression.
 *
 * @param at position in the text
 */
record TypedNode(int at, ValueKind kind, ExpressionNode node) {
  /** Returns a node with the values as doubles; this node must be a number. */
  ExpressionNode asReal() {
    return kind == ValueKind.WHOLE ? ExpressionNode.real(node) : node;
  }
}
