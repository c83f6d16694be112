// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.region;

/**
 * The encoding of messages to the region unit. First word: tag 32 bits, cycles 16 bits, launch slot
 * 8 bits, operation 4 bits. Second word: the wavefront's number in its launch.
 */
public final class RegionMessage {
  private static final int CYCLES_SHIFT = 32;
  private static final int SLOT_SHIFT = 48;
  private static final int OPERATION_SHIFT = 56;

  private RegionMessage() {}

  /**
   * {@return the first word of a message}
   *
   * @param operation operation to perform
   * @param slot slot of the launch
   * @param cycles duration of the operation in cycles
   * @param tag the sender's number, not negative
   */
  public static long of(RegionOperation operation, int slot, int cycles, int tag) {
    return (long) operation.ordinal() << OPERATION_SHIFT
        | (long) slot << SLOT_SHIFT
        | (long) cycles << CYCLES_SHIFT
        | tag;
  }

  static RegionOperation operation(long message) {
    return RegionOperation.of((int) (message >>> OPERATION_SHIFT));
  }

  static int slot(long message) {
    return (int) (message >>> SLOT_SHIFT) & 0xFF;
  }

  static int cycles(long message) {
    return (int) (message >>> CYCLES_SHIFT) & 0xFFFF;
  }

  static int tag(long message) {
    return (int) message;
  }
}
