package io.lockstep.terascale.memory;

import io.lockstep.parts.memory.AddressMap;

/**
 * Addresses over channels, banks and rows: 256 bytes a channel, then the next channel; above the
 * channels the banks, above those the rest of a row.
 *
 * <p>On Cypress the channel is bits 10:8 and the bank bits 14:11, so a power-of-two stride of 2 KiB
 * stays on one channel and one of 32 KiB in one bank. Each channel has a slice of the second-level
 * cache. Source: Linux radeon driver (tiling_group_size 256 bytes, 8 pipes); the bank bits are from
 * memory.
 *
 * <p>Immutable and thread-safe.
 */
public final class ChannelMap implements AddressMap {
  private final int channels;
  private final int banks;
  private final int channelShift;
  private final int bankShift;
  private final int rowShift;
  private final int blockBytes;

  /**
   * @param interleave bytes before the next channel, a power of two
   * @param channels a power of two
   * @param banks a power of two
   * @param rowBytes bytes of a row of one bank, a power of two
   * @param blockBytes most bytes of one request, a power of two, at most those before the next
   *     channel
   */
  public ChannelMap(int interleave, int channels, int banks, int rowBytes, int blockBytes) {
    this.blockBytes = blockBytes;
    this.channels = channels;
    this.banks = banks;
    channelShift = Integer.numberOfTrailingZeros(interleave);
    bankShift = channelShift + Integer.numberOfTrailingZeros(channels);
    rowShift =
        bankShift
            + Integer.numberOfTrailingZeros(banks)
            + Integer.numberOfTrailingZeros(Math.max(1, rowBytes / interleave));
  }

  @Override
  public int slices() {
    return channels;
  }

  @Override
  public int slice(int computeUnit, long address) {
    return channel(address);
  }

  @Override
  public int channels() {
    return channels;
  }

  @Override
  public int channel(long address) {
    return (int) (address >>> channelShift) & (channels - 1);
  }

  @Override
  public int bank(long address) {
    return (int) (address >>> bankShift) & (banks - 1);
  }

  @Override
  public long row(long address) {
    return address >>> rowShift;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }
}
