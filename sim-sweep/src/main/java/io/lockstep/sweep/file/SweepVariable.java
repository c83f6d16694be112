// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.expression.Expression;

/** A name defined by {@code let} and its expression. */
public record SweepVariable(String name, String where, Expression value) {}
