package io.lockstep.parts.dram;

/**
 * What addresses are dealt out over. Immutable and thread-safe.
 *
 * @param channels channels of the device
 * @param interleaveBytes bytes before the next channel, a power of two
 * @param stackChannels channels of a stack; pages are dealt out over stacks, blocks of a page over
 *     the channels of its stack; equal to {@code channels} where there is one
 * @param pageBytes bytes before the next stack, a power of two
 * @param banks banks of a channel
 * @param rowBytes bytes of an open row, a power of two
 */
public record DramGeometry(
    int channels, int interleaveBytes, int stackChannels, long pageBytes, int banks, int rowBytes) {
  /**
   * Channels that blocks are dealt out over directly.
   *
   * @param channels channels of the device
   * @param interleaveBytes bytes before the next channel, a power of two
   * @param banks banks of a channel
   * @param rowBytes bytes of an open row, a power of two
   */
  public DramGeometry(int channels, int interleaveBytes, int banks, int rowBytes) {
    this(channels, interleaveBytes, channels, interleaveBytes, banks, rowBytes);
  }
}
