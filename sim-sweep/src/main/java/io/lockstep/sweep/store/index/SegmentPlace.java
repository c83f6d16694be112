package io.lockstep.sweep.store.index;

/**
 * Where a row stands in the segments.
 *
 * @param segment number of the segment in the index
 * @param name its file's name
 * @param offset byte at which the line begins
 * @param length bytes of the line, its end included
 */
record SegmentPlace(long segment, String name, long offset, int length) {}
