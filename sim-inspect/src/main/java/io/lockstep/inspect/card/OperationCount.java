package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.OpClass;

/** A number of operations of one class, executed or static. */
public record OperationCount(OpClass opClass, long count) {}
