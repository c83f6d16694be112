// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.OpClass;

public record OperationCount(OpClass opClass, long count) {}
