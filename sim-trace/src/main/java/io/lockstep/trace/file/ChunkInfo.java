// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

/**
 * The index entry of a chunk.
 *
 * @param position byte offset in the file
 * @param storedBytes bytes in the file, including the frame's head
 * @param events steps, work-groups and ends of launches that begin in the chunk
 * @param firstStep number of steps that begin in earlier chunks
 * @param firstGroup id of the first work-group that begins in the chunk, or -1
 * @param groups work-groups that begin in the chunk
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
    int carriedSegments) {
  /** Returns the entry with the chunk's place in the file. */
  ChunkInfo at(long place, int bytes) {
    return new ChunkInfo(
        place, bytes, rawBytes, events, firstStep, firstGroup, groups, carriedSegments);
  }
}
