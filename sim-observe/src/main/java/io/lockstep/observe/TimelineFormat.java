// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

/**
 * The compact form of a timeline ({@code .lktl}), version 2.
 *
 * <p>Eight bytes of magic, then blocks: type (1 byte), size of the content, stored size, CRC-32 of
 * these and of the stored bytes (4 bytes each, big-endian), the content deflated. Numbers in the
 * content are LEB128, signed ones zigzag; texts are a length and UTF-8. Blocks:
 *
 * <ul>
 *   <li>DEVICE: id, name, workload, ticks per second, ticks of a counter interval, number of
 *       kernels and their names;
 *   <li>PART: begins a part, in which tracks are numbered from 0; empty;
 *   <li>SLICES: records, each a byte and numbers: 0 is the next track (component, lane), 127 a
 *       detail track; k + 1 is an interval of kind k: track, start relative to the previous start
 *       in the block, length, two numbers;
 *   <li>END: number of intervals in the file.
 * </ul>
 */
final class TimelineFormat {
  static final byte[] MAGIC = {'L', 'K', 'T', 'L', 0, 0, 0, 2};
  static final int DEVICE = 1;
  static final int PART = 2;
  static final int SLICES = 3;
  static final int END = 4;
  static final int TRACK = 0;
  static final int DETAIL = 127;
  static final int HEADER_BYTES = 13;

  private TimelineFormat() {}
}
