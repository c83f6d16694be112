// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.host;

/**
 * A transfer that a copy engine performs between the host's memory and the device's.
 *
 * @param toDevice whether device memory is written; otherwise it is read
 * @param address device address of the first byte
 * @param bytes at least one
 * @param ticks minimum time of the transfer: the time of its bytes on the bus between host and
 *     device
 */
public record HostTransfer(boolean toDevice, long address, long bytes, long ticks) {
  /**
   * Checks the sizes.
   *
   * @param toDevice whether device memory is written
   * @param address device address of the first byte
   * @param bytes at least one
   * @param ticks time of the bytes on the bus
   * @throws IllegalArgumentException if there is nothing to transfer, or a size is negative
   */
  public HostTransfer {
    if (bytes < 1 || ticks < 0 || address < 0) {
      throw new IllegalArgumentException(
          bytes + " bytes at " + address + " in " + ticks + " ticks");
    }
  }
}
