// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

/**
 * The position of a row in the segments.
 *
 * @param segment id of the segment in the index
 * @param offset byte at which the line starts
 * @param length bytes of the line, including the line feed
 */
record SegmentPlace(long segment, String name, long offset, int length) {}
