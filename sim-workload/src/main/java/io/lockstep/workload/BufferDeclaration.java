package io.lockstep.workload;

/**
 * A buffer or module-scope variable of a workload file.
 *
 * @param where position of its name
 * @param count elements, or null where they are the last element of another buffer
 * @param last that buffer's name, or null
 * @param countWhere position of the count
 */
public record BufferDeclaration(
    String where,
    String name,
    ElementType type,
    IntegerExpression count,
    String last,
    String countWhere,
    Generator init) {}
