// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram.mapping;

/**
 * Mapping of blocks to channels, and of the blocks of a channel to its banks. A single class
 * implements all mappings so that calls stay monomorphic.
 *
 * <p>The mapping is injective, because the selected channel or bank is only permuted by a number
 * that depends on higher address bits. Immutable and thread-safe.
 */
public final class BlockMapping implements DramMapping {
  private final int channels;
  private final int stackChannels;
  private final int stacks;
  private final int interleaveShift;
  private final int pageShift;
  private final long blocksOfPage; // number of blocks of a page in one channel
  private final int banks;
  private final int unitShift; // log2 of the consecutive bytes in a bank
  private final int unitsOfRow;
  private final boolean hashed;
  private final boolean permuted;

  /**
   * Creates a mapping.
   *
   * @param unitBytes consecutive bytes in a bank, a power of two
   * @param hashed whether the channel depends on all bits above it; stacks are then ignored
   * @param permuted whether the bank depends on the low bits of the row
   */
  BlockMapping(DramGeometry g, int unitBytes, boolean hashed, boolean permuted) {
    channels = g.channels();
    stackChannels = hashed ? channels : g.stackChannels();
    stacks = channels / stackChannels;
    interleaveShift = Integer.numberOfTrailingZeros(g.interleaveBytes());
    pageShift = Long.numberOfTrailingZeros(g.pageBytes());
    // Rounded up: a page's last blocks may not reach all channels of its stack.
    blocksOfPage = ((1L << pageShift - interleaveShift) + stackChannels - 1) / stackChannels;
    banks = g.banks();
    unitShift = Integer.numberOfTrailingZeros(unitBytes);
    unitsOfRow = g.rowBytes() / unitBytes;
    this.hashed = hashed;
    this.permuted = permuted;
  }

  /** Divides; uses a shift for powers of two, because each request needs ten divisions. */
  private static long parts(long value, int by) {
    return (by & by - 1) == 0 ? value >>> Integer.numberOfTrailingZeros(by) : value / by;
  }

  private static long rest(long value, int by) {
    return (by & by - 1) == 0 ? value & by - 1 : value % by;
  }

  /** Rotates a value by a number within a range; uses XOR if the range is a power of two. */
  private static int turned(long value, long by, int of) {
    return (int) ((of & of - 1) == 0 ? (value ^ by) & of - 1 : (value % of + by % of) % of);
  }

  private static long folded(long value, int among) {
    int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(among - 1));
    long all = 0;
    for (long left = value; left != 0; left >>>= bits) {
      all ^= left & (1L << bits) - 1;
    }
    return all;
  }

  @Override
  public int channel(long address) {
    long block = address >>> interleaveShift;
    if (hashed) {
      return turned(block, folded(parts(block, channels), channels), channels);
    }
    int inStack = (int) rest(block, stackChannels);
    if (stacks == 1) {
      return inStack;
    }
    return (int) rest(address >>> pageShift, stacks) * stackChannels + inStack;
  }

  /** Returns the address without the bits that select the channel. */
  private long local(long address) {
    long offset = address & (1L << interleaveShift) - 1;
    if (stacks == 1) {
      return (parts(address >>> interleaveShift, channels) << interleaveShift) + offset;
    }
    // A stack holds every n-th page, and each channel of the stack holds some blocks of the page.
    long page = parts(address >>> pageShift, stacks);
    long inPage = (address & (1L << pageShift) - 1) >>> interleaveShift;
    return (page * blocksOfPage + parts(inPage, stackChannels) << interleaveShift) + offset;
  }

  @Override
  public int bank(long address) {
    long unit = local(address) >>> unitShift;
    return permuted ? turned(unit, parts(unit, banks), banks) : (int) rest(unit, banks);
  }

  @Override
  public long row(long address) {
    return parts(parts(local(address) >>> unitShift, banks), unitsOfRow);
  }
}
