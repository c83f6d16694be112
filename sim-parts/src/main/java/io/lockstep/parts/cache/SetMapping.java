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
    Numbering lines = new Numbering(lineBytes, blockBytes, slices);
    return (address, sets) -> {
      long own = lines.of(address);
      return (int) ((sets & (sets - 1)) == 0 ? own & (sets - 1) : own % sets);
    };
  }

  /**
   * As {@link #interleaved}, with all higher bits of the line's number folded into the set by XOR:
   * strides of any power of two use every set, and aligned memory as large as the slice still takes
   * each line of each set once. The number of sets must be a power of two to be folded; otherwise
   * this is {@link #interleaved}.
   *
   * @param lineBytes line size, a power of two
   * @param blockBytes bytes of an interleaved block, a power of two
   * @param slices number of slices
   * @return the mapping of one slice
   */
  static SetMapping folded(int lineBytes, int blockBytes, int slices) {
    Numbering lines = new Numbering(lineBytes, blockBytes, slices);
    return (address, sets) -> {
      long own = lines.of(address);
      if ((sets & (sets - 1)) != 0) {
        return (int) (own % sets);
      }
      int bits = Math.max(1, Integer.numberOfTrailingZeros(sets));
      long all = own;
      for (long left = own >>> bits; left != 0; left >>>= bits) {
        all ^= left;
      }
      return (int) all & sets - 1;
    };
  }

  /**
   * As {@link #interleaved}, with the set chosen by a hash of the line's number: the lines of any
   * memory spread over the sets as if at random, so that a set of as many lines as the slice holds
   * leaves the cache gradually, by a Poisson distribution.
   *
   * @param lineBytes line size, a power of two
   * @param blockBytes bytes of an interleaved block, a power of two
   * @param slices number of slices
   * @return the mapping of one slice
   */
  static SetMapping hashed(int lineBytes, int blockBytes, int slices) {
    Numbering lines = new Numbering(lineBytes, blockBytes, slices);
    return (address, sets) -> {
      long mixed = lines.of(address);
      mixed = (mixed ^ mixed >>> 31) * 0xBF58476D1CE4E5B9L;
      mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
      return (int) ((mixed >>> 33) % sets);
    };
  }

  /** Numbers the lines of one of several slices. */
  final class Numbering {
    private final int line;
    private final int block;
    private final long inBlock;
    private final int slices;
    private final boolean power;
    private final int slice;

    private Numbering(int lineBytes, int blockBytes, int slices) {
      line = Integer.numberOfTrailingZeros(lineBytes);
      block = Integer.numberOfTrailingZeros(blockBytes);
      inBlock = blockBytes - 1;
      this.slices = slices;
      power = (slices & (slices - 1)) == 0;
      slice = Integer.numberOfTrailingZeros(slices);
    }

    private long of(long address) {
      long number = address >>> block;
      long local = (power ? number >>> slice : number / slices) << block | address & inBlock;
      return local >>> line;
    }
  }
}
