package io.lockstep.trace.file;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.trace.record.Program;

/**
 * Constants of the trace file format.
 *
 * <pre>
 * file    = magic (8 bytes), version (4), frame*, trailer
 * frame   = type (1), raw length (4), stored length (4), CRC32C (4), deflated payload
 * frames  = one PROGRAM, CHUNK*, one OUTCOME, one INDEX, without gaps
 * trailer = position of the index (8), SHA-256 (32), CRC32C (4), end mark (8)
 * </pre>
 *
 * Fixed-size numbers are little-endian, all others LEB128. A frame's checksum covers its head (the
 * checksum itself apart) and the stored payload.
 */
public final class TraceFormat {
  /**
   * Current version: 2 added launches with textures or pixels, 3 packed scatters, 4 samplers and
   * stores of whole texels, 5 waits and cooperative launches, 6 read-only accesses that are not
   * cacheable, 7 streams, 8 matrix instructions, 9 launch bounds, demoted doubles, region memory
   * and barriers of launches. All can be read; the read-only accesses of versions 1 to 5 are
   * cacheable. A program is written in the oldest version from 6 on that has what it needs.
   */
  public static final int VERSION = 9;

  /** Since this version a program may have streams. */
  static final int STREAMS = 7;

  /** Since this version kernels have matrix instructions. */
  static final int MATRICES = 8;

  /**
   * Since this version kernels have bounds beside a fixed group size, and marks of demoted doubles.
   */
  static final int BOUNDS = 9;

  /** Since this version kernels access region memory and have barriers of their launch. */
  static final int REGION = 9;

  /** Since this version the offsets of scatters are packed ({@link PoolCodec}). */
  static final int PACKED_POOLS = 3;

  /** Since this version a segment may hold {@link io.lockstep.trace.record.Waits}. */
  static final int WAITS = 5;

  /** Largest work-group size that the format accepts. */
  public static final int MAX_GROUP_SIZE = 1 << 20;

  /** Magic bytes as in PNG: they detect transfers that drop the eighth bit or convert line ends. */
  static final long MAGIC = magic(0x89, 'L', 'K', 'T', '\r', '\n', 0x1A, '\n');

  static final long END_MARK = magic('L', 'K', 'T', 'e', 'n', 'd', '\r', '\n');

  /** Where a file's version stands. */
  static final int VERSION_POSITION = 8;

  static final int HEADER_BYTES = 12;
  static final int FRAME_HEAD_BYTES = 13;
  static final int TRAILER_BYTES = 52;

  /** A chunk is closed at this many work-groups ... */
  static final int CHUNK_GROUPS = 64;

  /** ... or events (steps, groups, ends of launches) ... */
  static final int CHUNK_EVENTS = 1024;

  /** ... or uncompressed bytes, whichever comes first. */
  static final int CHUNK_BYTES = 256 << 10;

  /** Maximum size of an inflated frame: many times the writer's limits. */
  static final int MAX_RAW_BYTES = 256 << 20;

  /** Maximum number of 32-bit offsets of a segment: many times the executor's limits. */
  static final int MAX_POOL = 64 << 20;

  /**
   * Deflate expands at most 1032 times (zlib's technical details); a small frame has some slack.
   */
  static final int MAX_EXPANSION = 1032;

  static final int PROGRAM = 1;
  static final int CHUNK = 2;
  static final int OUTCOME = 3;
  static final int INDEX = 4;

  private TraceFormat() {}

  /** The version that a program is written in. */
  static int version(Program program) {
    if (program.kernels().stream().anyMatch(k -> k.bounds().limitsAnything() || k.demoted())) {
      return BOUNDS;
    }
    int kernels =
        program.kernels().stream()
            .flatMap(k -> k.blocks().stream())
            .flatMap(b -> b.instructions().stream())
            .mapToInt(TraceFormat::version)
            .max()
            .orElse(0);
    return Math.max(kernels, program.streams().any() ? STREAMS : STREAMS - 1);
  }

  /** The version since which an instruction can be written; 0 for all that the first one has. */
  private static int version(Instruction i) {
    boolean region = i.memory() != null && i.memory().space() == Space.REGION;
    return region || i.is(Variant.Barrier.LAUNCH) ? REGION : i.op() == Op.MATRIX ? MATRICES : 0;
  }

  private static long magic(int... bytes) {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value |= (long) bytes[i] << 8 * i;
    }
    return value;
  }
}
