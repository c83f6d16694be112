package io.lockstep.sweep.file;

/**
 * A value or a name of a file or a command line.
 *
 * @param text as written
 * @param where its position, for messages
 */
public record Item(String text, String where) {}
