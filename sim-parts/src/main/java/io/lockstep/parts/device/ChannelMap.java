package io.lockstep.parts.device;

/** How a device deals out addresses over its DRAM channels. Stateless and thread-safe. */
public interface ChannelMap {
  /** {@return DRAM channels} */
  int channels();

  /**
   * {@return the channel of an address}
   *
   * @param address device address
   */
  int channel(long address);

  /** {@return bytes, a power of two, that stay together in one channel} */
  int blockBytes();
}
