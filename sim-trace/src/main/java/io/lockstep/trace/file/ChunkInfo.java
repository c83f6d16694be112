package io.lockstep.trace.file;

/**
 * The index entry of a chunk.
 *
 * @param position byte offset in the file
 * @param storedBytes bytes in the file, its head included
 * @param rawBytes bytes when inflated
 * @param events steps, work-groups and ends of launches that begin in it
 * @param firstStep number of steps that begin in earlier chunks
 * @param firstGroup id of the first work-group that begins in it, or -1
 * @param groups work-groups that begin in it
 * @param carriedSegments segments at its start that belong to a work-group of an earlier chunk
 */
public record ChunkInfo(
    long position,
    int storedBytes,
    int rawBytes,
    int events,
    long firstStep,
    long firstGroup,
    int groups,
    int carriedSegments) {}
