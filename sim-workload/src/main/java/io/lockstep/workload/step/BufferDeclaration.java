// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.step;

import io.lockstep.io.Placed;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.generator.Generator;

/**
 * A buffer or module-scope variable of a workload file.
 *
 * @param where position of the name
 * @param name name, unique among the file's buffers and variables
 * @param count number of elements, or null if it is given by the last element of another buffer
 * @param last name of that other buffer, or null
 * @param countWhere position of the count
 * @param init initial contents
 */
public record BufferDeclaration(
    String where,
    String name,
    ElementType type,
    IntegerExpression count,
    String last,
    String countWhere,
    Generator init)
    implements Placed {}
