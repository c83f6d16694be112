package io.lockstep.device.g80.memory;

import io.lockstep.parts.memory.AddressMap;

/**
 * Linear memory over memory partitions: consecutive blocks of 256 bytes go to consecutive
 * partitions, block number modulo their count, so that strides of {@code partitions * 256} bytes
 * meet in one (partition camping).
 *
 * <p>Inside a partition, from high to low: row, bank, column. Source: envytools, hw/memory/g80-vram
 * (block of 256 bytes, modulo); row of 2 KiB as in GPGPU-Sim's and MacSim's files.
 *
 * @param partitions memory partitions, any number
 * @param blockBytes interleave, 256
 * @param rowBytes bytes of an open row
 * @param banks banks of a partition
 */
public record PartitionMap(int partitions, int blockBytes, int rowBytes, int banks)
    implements AddressMap {
  @Override
  public int slices() {
    return partitions;
  }

  @Override
  public int channels() {
    return partitions;
  }

  @Override
  public int slice(int computeUnit, long address) {
    return channel(address);
  }

  @Override
  public int channel(long address) {
    return (int) (address / blockBytes % partitions);
  }

  @Override
  public int bank(long address) {
    return (int) (inside(address) / rowBytes % banks);
  }

  @Override
  public long row(long address) {
    return inside(address) / rowBytes / banks;
  }

  private long inside(long address) {
    return address / blockBytes / partitions * blockBytes + address % blockBytes;
  }
}
