package io.lockstep.observe;

/**
 * The compact form of a timeline ({@code .lktl}), version 2.
 *
 * <p>Eight bytes of magic, then blocks: type (1 byte), size of the content, size as stored, CRC-32
 * of this and of what is stored (4 bytes each, big-endian), the content deflated. Numbers within
 * are LEB128, signed ones zigzag; texts are a length and UTF-8. Blocks:
 *
 * <ul>
 *   <li>DEVICE: id, name, workload, ticks per second, ticks of an interval of what is counted by
 *       intervals, number of kernels and their names;
 *   <li>PART: begins a part: tracks are numbered anew from 0; empty;
 *   <li>SLICES: records, each a byte and numbers: 0 is the next track (component, lane), 127 one of
 *       details; k + 1 is an interval of kind k: track, start less the start before in the block,
 *       length, two numbers;
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
