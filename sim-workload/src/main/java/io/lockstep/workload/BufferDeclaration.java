package io.lockstep.workload;

import io.lockstep.io.Placed;

/**
 * A buffer or module-scope variable of a workload file.
 *
 * @param where position of its name
 * @param name unique among the file's buffers and variables
 * @param type of the elements
 * @param count elements, or null if they are the last element of another buffer
 * @param last that buffer's name, or null
 * @param countWhere position of the count
 * @param init contents at the start
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
