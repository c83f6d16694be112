package io.lockstep.parts.cache;

/** The mapping of addresses to sets of a cache. Stateless and thread-safe. */
@FunctionalInterface
public interface SetMapping {
  /**
   * {@return the set of an address}
   *
   * @param address any byte of the line
   * @param sets number of sets
   */
  int set(long address, int sets);

  /**
   * {@return the mapping by line number modulo the number of sets}
   *
   * @param lineBytes line size, a power of two
   */
  static SetMapping modulo(int lineBytes) {
    int shift = Integer.numberOfTrailingZeros(lineBytes);
    return (address, sets) -> {
      long line = address >>> shift;
      return (int) ((sets & (sets - 1)) == 0 ? line & (sets - 1) : line % sets);
    };
  }

  /**
   * Creates the mapping of one of several interleaved slices, which numbers only the slice's own
   * lines, so that every set is used.
   *
   * @param lineBytes line size, a power of two
   * @param blockBytes bytes of an interleaved block, a power of two
   * @param slices number of slices
   * @return the mapping of one slice
   */
  static SetMapping interleaved(int lineBytes, int blockBytes, int slices) {
    int line = Integer.numberOfTrailingZeros(lineBytes);
    int block = Integer.numberOfTrailingZeros(blockBytes);
    long inBlock = blockBytes - 1;
    boolean power = (slices & (slices - 1)) == 0;
    int slice = Integer.numberOfTrailingZeros(slices);
    return (address, sets) -> {
      long number = address >>> block;
      long local = (power ? number >>> slice : number / slices) << block | address & inBlock;
      long own = local >>> line;
      return (int) ((sets & (sets - 1)) == 0 ? own & (sets - 1) : own % sets);
    };
  }
}
