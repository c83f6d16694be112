package io.lockstep.sweep.file;

import io.lockstep.io.expression.Expression;

/**
 * A name for what an expression gives.
 *
 * @param name as expressions have it
 * @param where position of the name
 * @param value of other names
 */
public record SweepVariable(String name, String where, Expression value) {}
