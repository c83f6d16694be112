package io.lockstep.device.cdna.memory;

import io.lockstep.parts.memory.AddressMap;
import io.lockstep.parts.memory.MemorySpec;
import io.lockstep.parts.spec.DeviceSpec;

/**
 * Where an address lives: the L2 channel of the asking compute unit's own die, the memory channel,
 * its bank and row.
 *
 * <p>L2 channel = (address / 256) modulo channels (AMD compute profiler; the real hash is not
 * public). With a memory-side cache (MI300) memory is spread over the stacks by pages and over the
 * channels of a stack by 256 bytes; otherwise channel by 256 bytes. Banks are the row's low bits,
 * permuted by its next ones so that large strides do not stay in one bank (our choice: no mapping
 * is published).
 *
 * <p>Stateless and thread-safe.
 */
public final class CdnaAddressMap implements AddressMap {
  private final int unitsPerDie;
  private final int channelsPerDie;
  private final int dies;
  private final int interleaveShift;
  private final int interleave;
  private final int blockBytes;
  private final int pageShift;
  private final int memoryChannels;
  private final int stackChannels;
  private final boolean memorySide;
  private final int stacks;
  private final int pageBlocks;
  private final long blocksOfPage; // of a channel
  private final int banks;
  private final int rowBytes;

  /** The map of a device. */
  public CdnaAddressMap(DeviceSpec spec) {
    dies = spec.integer("unit.dies");
    unitsPerDie = (spec.integer("unit.count") + dies - 1) / dies;
    channelsPerDie = spec.integer("l2.channels");
    interleave = spec.integer("l2.interleave");
    interleaveShift = Integer.numberOfTrailingZeros(interleave);
    blockBytes = blockBytes(spec);
    memoryChannels = spec.integer("dram.channels");
    memorySide = spec.has("mall.size");
    int ofStack = memorySide ? spec.integer("dram.stack_channels") : memoryChannels;
    stackChannels = memoryChannels % ofStack == 0 ? ofStack : memoryChannels;
    stacks = memoryChannels / stackChannels;
    // A page holds a block for each channel of its stack, or the stacks would not use them all.
    int blocks = Integer.SIZE - Integer.numberOfLeadingZeros(stackChannels - 1);
    int page = memorySide ? Integer.numberOfTrailingZeros(spec.integer("dram.page")) : 0;
    pageShift = Math.max(page, interleaveShift + blocks);
    pageBlocks = 1 << pageShift - interleaveShift;
    blocksOfPage = (pageBlocks + stackChannels - 1) / stackChannels;
    banks = spec.integer("dram.banks");
    rowBytes = spec.integer("dram.row");
  }

  /**
   * Bytes of a block that shares a channel, a bank and a row, as far as one request may reach and
   * caches have miss entries for.
   *
   * @param spec a device's figures
   */
  public static int blockBytes(DeviceSpec spec) {
    long l2 = Math.min(spec.value("l2.sector"), spec.value("l2.line")) * spec.value("l2.misses");
    long mall = spec.has("mall.size") ? spec.value("mall.misses") * spec.value("mall.line") : l2;
    return MemorySpec.block(
        spec.value("l2.interleave"),
        spec.value("dram.row"),
        spec.value("memory.request_size"),
        l2,
        mall);
  }

  /** A quotient; by a shift where that will do, as for most figures: each request asks for ten. */
  private static long parts(long value, int by) {
    return (by & by - 1) == 0 ? value >>> Integer.numberOfTrailingZeros(by) : value / by;
  }

  /** A remainder. */
  private static long rest(long value, int by) {
    return (by & by - 1) == 0 ? value & by - 1 : value % by;
  }

  @Override
  public int slices() {
    return dies * channelsPerDie;
  }

  @Override
  public int slice(int computeUnit, long address) {
    int die = Math.min(computeUnit / unitsPerDie, dies - 1);
    return die * channelsPerDie + (int) rest(address >>> interleaveShift, channelsPerDie);
  }

  @Override
  public int memorySlices() {
    return memorySide ? memoryChannels : 0;
  }

  @Override
  public int channels() {
    return memoryChannels;
  }

  @Override
  public int channel(long address) {
    int inStack = (int) rest(address >>> interleaveShift, stackChannels);
    if (stackChannels == memoryChannels) {
      return inStack;
    }
    int stack = (int) rest(address >>> pageShift, stacks);
    return stack * stackChannels + inStack;
  }

  /** The address within its channel: channel bits taken out. */
  private long local(long address) {
    long block = address >>> interleaveShift;
    long offset = address & interleave - 1;
    if (stackChannels == memoryChannels) {
      return (parts(block, memoryChannels) << interleaveShift) + offset;
    }
    // A page holds blocks for each channel of its stack; every n-th page is of the same stack.
    long page = parts(address >>> pageShift, stacks);
    long inPage = parts(block & pageBlocks - 1, stackChannels);
    return (page * blocksOfPage + inPage << interleaveShift) + offset;
  }

  @Override
  public int bank(long address) {
    long row = parts(local(address), rowBytes);
    return (int) ((row ^ parts(row, banks)) & banks - 1);
  }

  @Override
  public long row(long address) {
    return parts(parts(local(address), rowBytes), banks);
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }
}
