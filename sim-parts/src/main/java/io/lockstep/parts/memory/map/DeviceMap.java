// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.map;

import io.lockstep.parts.dram.mapping.BlockMapping;
import io.lockstep.parts.dram.mapping.DramGeometry;
import io.lockstep.parts.dram.mapping.DramMapping;

/**
 * The address map of a device whose mappings are selected by name: {@code dram.mapping}, and {@code
 * l2.mapping} if second-level slices are separate from channels. Immutable and thread-safe.
 */
public final class DeviceMap implements AddressMap {
  /** A built-in mapping, called without interface dispatch, or the mapping of a plug-in. */
  private static final class Mapped {
    private final BlockMapping own; // null for the mapping of a plug-in
    private final DramMapping other;
    private final int channels;
    private final int banks;
    private final int blockBytes;

    Mapped(DramMapping mapping, DramGeometry geometry, int blockBytes) {
      own = mapping instanceof BlockMapping ours ? ours : null;
      other = mapping;
      channels = geometry.channels();
      banks = geometry.banks();
      this.blockBytes = blockBytes;
    }

    int channel(long address) {
      return own != null
          ? own.channel(address)
          : (int) checked("channel", other.channel(block(address)), channels);
    }

    int bank(long address) {
      return own != null
          ? own.bank(address)
          : (int) checked("bank", other.bank(block(address)), banks);
    }

    long row(long address) {
      return own != null
          ? own.row(address)
          : checked("row", other.row(block(address)), Long.MAX_VALUE);
    }

    private long block(long address) {
      return address & -blockBytes;
    }

    private long checked(String what, long answer, long of) {
      if (answer < 0 || answer >= of) {
        throw new IllegalStateException(
            other.getClass().getName() + " chose " + what + " " + answer + " of " + of);
      }
      return answer;
    }
  }

  private final Mapped dram;
  private final Mapped slices; // slices of one die; null if slices correspond to channels
  private final int dies;
  private final int unitsPerDie;
  private final Partitioning partitioning;
  private final boolean memoryCache;
  private final int blockBytes;

  /**
   * How slices form partitions.
   *
   * @param partitions a power of two; 1 if every slice is near to every unit
   * @param chunkShift shift of the consecutive bytes that have one home
   * @param units neighbouring units of one group, before those of the next
   * @param groups groups of units in turn; groups divide among the partitions in turn
   */
  private record Partitioning(int partitions, int chunkShift, int units, int groups) {
    static final Partitioning NONE = new Partitioning(1, 0, 1, 1);

    int ofUnit(int unit) {
      return unit / units % groups & partitions - 1;
    }

    /** Combines all bits of the chunk's number, so that strides of powers of two use all homes. */
    int home(long address) {
      int bits = Integer.numberOfTrailingZeros(partitions);
      long all = 0;
      for (long left = address >>> chunkShift; left != 0; left >>>= bits) {
        all ^= left;
      }
      return (int) all & partitions - 1;
    }
  }

  private DeviceMap(
      Mapped dram,
      Mapped slices,
      int dies,
      int unitsPerDie,
      boolean memoryCache,
      int blockBytes,
      Partitioning partitioning) {
    this.dram = dram;
    this.slices = slices;
    this.dies = dies;
    this.unitsPerDie = unitsPerDie;
    this.memoryCache = memoryCache;
    this.blockBytes = blockBytes;
    this.partitioning = partitioning;
  }

  /**
   * Creates the map of a device with a second-level slice for each channel.
   *
   * @param dram mapping of addresses to DRAM
   * @param geometry sizes of DRAM
   * @param blockBytes maximum bytes of one request, a power of two; they share a slice and a row
   */
  public DeviceMap(DramMapping dram, DramGeometry geometry, int blockBytes) {
    this(new Mapped(dram, geometry, blockBytes), null, 1, 1, false, blockBytes, Partitioning.NONE);
  }

  /**
   * {@return a copy with slices that are separate from the channels and from die to die}
   *
   * @param mapping mapping whose channels are the slices of a die
   * @param geometry sizes for the mapping, with slices as channels
   * @param dieCount number of dies
   * @param units number of compute units of a die
   * @param withMemoryCache whether each channel has a slice of a memory-side cache
   */
  public DeviceMap sliced(
      DramMapping mapping,
      DramGeometry geometry,
      int dieCount,
      int units,
      boolean withMemoryCache) {
    Mapped apart = new Mapped(mapping, geometry, blockBytes);
    return new DeviceMap(
        dram, apart, dieCount, units, withMemoryCache, blockBytes, Partitioning.NONE);
  }

  /**
   * {@return a copy with several partitions, to which groups of units belong in turn}
   *
   * @param count number of partitions, a power of two
   * @param chunkBytes consecutive bytes with one home, a power of two and whole blocks
   * @param units neighbouring compute units of one partition, before those of the next
   * @throws IllegalArgumentException if a number is not a power of two or chunks divide blocks
   */
  public DeviceMap partitioned(int count, int chunkBytes, int units) {
    return partitioned(count, chunkBytes, units, count);
  }

  /**
   * {@return a copy with several partitions, each with the slices of this map, which has one die}
   *
   * @param count number of partitions, a power of two
   * @param chunkBytes consecutive bytes with one home, a power of two and whole blocks
   * @param units neighbouring compute units of one group, before those of the next
   * @param groups number of groups, which divide among the partitions in turn
   * @throws IllegalArgumentException if a number is not a power of two or chunks divide blocks
   */
  public DeviceMap partitioned(int count, int chunkBytes, int units, int groups) {
    if (Integer.bitCount(count) != 1 || Integer.bitCount(chunkBytes) != 1) {
      throw new IllegalArgumentException(count + " partitions, chunks of " + chunkBytes);
    }
    if (chunkBytes < blockBytes || dies != 1) {
      throw new IllegalArgumentException(
          "chunks of " + chunkBytes + ", blocks of " + blockBytes + ", " + dies + " dies");
    }
    int shift = Integer.numberOfTrailingZeros(chunkBytes);
    return new DeviceMap(
        dram,
        slices,
        dies,
        unitsPerDie,
        memoryCache,
        blockBytes,
        count == 1 ? Partitioning.NONE : new Partitioning(count, shift, units, groups));
  }

  @Override
  public int slices() {
    return slices == null ? dram.channels : dies * partitioning.partitions * slices.channels;
  }

  @Override
  public int slice(int computeUnit, long address) {
    if (slices == null) {
      return dram.channel(address);
    }
    if (partitioning.partitions > 1) {
      return partitioning.ofUnit(computeUnit) * slices.channels + slices.channel(address);
    }
    int die = dies == 1 ? 0 : Math.min(computeUnit / unitsPerDie, dies - 1);
    return die * slices.channels + slices.channel(address);
  }

  @Override
  public int partitions() {
    return partitioning.partitions;
  }

  @Override
  public int home(int computeUnit, long address) {
    return partitioning.partitions > 1
        ? partitioning.home(address) * slices.channels + slices.channel(address)
        : slice(computeUnit, address);
  }

  @Override
  public int dies() {
    return slices == null ? 1 : dies;
  }

  @Override
  public int memorySlices() {
    return memoryCache ? dram.channels : 0;
  }

  @Override
  public int channels() {
    return dram.channels;
  }

  @Override
  public int channel(long address) {
    return dram.channel(address);
  }

  @Override
  public int bank(long address) {
    return dram.bank(address);
  }

  @Override
  public long row(long address) {
    return dram.row(address);
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }
}
