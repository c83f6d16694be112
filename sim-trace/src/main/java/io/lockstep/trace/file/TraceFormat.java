// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

/**
 * Constants of the trace file format.
 *
 * <pre>
 * file    = magic (8 bytes), version (4), frame*, trailer
 * frame   = type (1), raw length (4), stored length (4), CRC32C (4), deflated payload
 * frames  = one PROGRAM, CHUNK*, one OUTCOME, at most one SOURCES, one INDEX, without gaps
 * trailer = position of the index (8), SHA-256 (32), CRC32C (4), end mark (8)
 * </pre>
 *
 * Fixed-size numbers are little-endian, all others LEB128. A frame's checksum covers its head (the
 * checksum itself apart) and the stored payload.
 */
public final class TraceFormat {
  public static final int VERSION = 2;

  public static final int MAX_GROUP_SIZE = 1 << 20;

  /** Magic bytes as in PNG: they detect transfers that drop the eighth bit or convert line ends. */
  static final long MAGIC = magic(0x89, 'L', 'S', 'T', '\r', '\n', 0x1A, '\n');

  /** Magic bytes of formats before the first release, which are refused with a specific message. */
  static final long OLD_MAGIC = magic(0x89, 'L', 'K', 'T', '\r', '\n', 0x1A, '\n');

  static final long END_MARK = magic('L', 'K', 'T', 'e', 'n', 'd', '\r', '\n');

  static final int VERSION_POSITION = 8;

  static final int HEADER_BYTES = 12;
  static final int FRAME_HEAD_BYTES = 13;
  static final int TRAILER_BYTES = 52;

  /** Number of work-groups at which a chunk is closed. */
  static final int CHUNK_GROUPS = 64;

  /** Number of events (steps, groups, ends of launches) at which a chunk is closed. */
  static final int CHUNK_EVENTS = 1024;

  /** Number of uncompressed bytes at which a chunk is closed. */
  static final int CHUNK_BYTES = 256 << 10;

  /** Maximum number of bytes of an inflated frame, many times the writer's limits. */
  static final int MAX_RAW_BYTES = 256 << 20;

  /** Maximum number of 32-bit offsets of a segment, many times the executor's limits. */
  static final int MAX_POOL = 64 << 20;

  /** Deflate expands at most 1032 times (zlib's technical details), small frames a bit less. */
  static final int MAX_EXPANSION = 1032;

  static final int PROGRAM = 1;
  static final int CHUNK = 2;
  static final int OUTCOME = 3;
  static final int INDEX = 4;
  static final int SOURCES = 5;

  private TraceFormat() {}

  private static long magic(int... bytes) {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value |= (long) bytes[i] << 8 * i;
    }
    return value;
  }
}
