package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.OpClass;

/**
 * Executions of operations of a class.
 *
 * @param opClass class of hardware that the operations ask for
 * @param count executions or static operations, as the table says
 */
public record OperationCount(OpClass opClass, long count) {}
