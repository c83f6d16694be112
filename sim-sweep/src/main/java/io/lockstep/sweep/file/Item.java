package io.lockstep.sweep.file;

/**
 * A value or a name as a file or a command line has it. Immutable.
 *
 * @param text as written
 * @param where its position, for messages
 */
public record Item(String text, String where) {}
