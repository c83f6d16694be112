package io.lockstep.run.card;

import io.lockstep.kernel.ir.OpClass;

/** Executions of operations of a class. */
public record OperationCount(OpClass opClass, long count) {}
