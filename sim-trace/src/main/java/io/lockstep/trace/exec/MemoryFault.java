package io.lockstep.trace.exec;

import io.lockstep.trace.ir.Address;

/**
 * A single access went wrong; the executor adds kernel, line, group and work-item and throws an
 * {@link io.lockstep.trace.ExecutionException}.
 */
public final class MemoryFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong with the access. */
  public enum Kind {
    /** The address lies in no buffer. */
    NO_BUFFER,
    /** The access leaves the memory that its first byte points into. */
    OUT_OF_BOUNDS,
    /** The address is no multiple of the access's size. */
    MISALIGNED
  }

  MemoryFault(Kind kind, long address, int bytes, String where) {
    super(describe(kind, address, bytes, where), null, false, false);
  }

  private static String describe(Kind kind, long address, int bytes, String where) {
    long offset = Address.offset(address);
    return switch (kind) {
      case NO_BUFFER ->
          bytes + "-byte access at 0x" + Long.toHexString(address) + ", which lies in no buffer";
      case OUT_OF_BOUNDS ->
          bytes + "-byte access at offset " + offset + " out of bounds of " + where;
      case MISALIGNED ->
          bytes + "-byte access at offset " + offset + " of " + where + " is not aligned";
    };
  }
}
