// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.fault;

/**
 * An invalid memory access. The executor adds kernel, line, group and work-item and throws an
 * {@link io.lockstep.execute.fault.ExecutionException}.
 */
public final class MemoryFault extends RuntimeException {
  /** What is wrong with an access. */
  public enum Kind {
    /** The address lies in no buffer. */
    NO_BUFFER,
    /** The access leaves its buffer. */
    OUT_OF_BUFFER,
    /** The access leaves the work-group, work-item or region memory. */
    OUT_OF_BOUNDS,
    /** The address is not a multiple of the access size. */
    MISALIGNED
  }

  private final Kind kind;

  /** Creates a fault at an offset in the named memory, or at an address for NO_BUFFER. */
  public MemoryFault(Kind kind, long address, int bytes, String where) {
    super(describe(kind, address, bytes, where), null, false, false);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  private static String describe(Kind kind, long address, int bytes, String where) {
    return switch (kind) {
      case NO_BUFFER ->
          bytes + "-byte access at 0x" + Long.toHexString(address) + ", which lies in no buffer";
      case OUT_OF_BUFFER, OUT_OF_BOUNDS ->
          bytes + "-byte access at offset " + address + " out of bounds of " + where;
      case MISALIGNED ->
          bytes + "-byte access at offset " + address + " of " + where + " is not aligned";
    };
  }
}
