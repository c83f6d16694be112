package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.OpClass;

/**
 * Executions of operations of a class.
 *
 * @param opClass class of hardware that executes the operations
 * @param count executions or static operations
 */
public record OperationCount(OpClass opClass, long count) {}
