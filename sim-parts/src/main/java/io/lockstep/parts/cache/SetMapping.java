// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

/** Maps addresses to the sets of a cache. Stateless and thread-safe. */
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
    return new Numbering(lineBytes, lineBytes, 1, Numbering.Rule.MODULO);
  }

  /**
   * Creates the mapping of one of several interleaved slices, which numbers only the slice's lines,
   * so that every set is used.
   *
   * @param lineBytes line size, a power of two
   * @param blockBytes bytes of an interleaved block, a power of two
   * @param slices number of slices
   * @return the mapping of one slice
   */
  static SetMapping interleaved(int lineBytes, int blockBytes, int slices) {
    return new Numbering(lineBytes, blockBytes, slices, Numbering.Rule.MODULO);
  }

  /**
   * Like {@link #interleaved}, but folds all higher bits of the line number into the set by XOR:
   * strides of any power of two use every set, and aligned arrays still map evenly to all sets. If
   * the number of sets is not a power of two, this is {@link #interleaved}.
   *
   * @param lineBytes line size, a power of two
   * @param blockBytes bytes of an interleaved block, a power of two
   * @param slices number of slices
   * @return the mapping of one slice
   */
  static SetMapping folded(int lineBytes, int blockBytes, int slices) {
    return new Numbering(lineBytes, blockBytes, slices, Numbering.Rule.FOLDED);
  }

  /**
   * Like {@link #interleaved}, but selects the set by a hash of the line number. Lines spread over
   * the sets as if at random (Poisson), so that the hit rate falls gradually when a working set
   * approaches the capacity.
   *
   * @param lineBytes line size, a power of two
   * @param blockBytes bytes of an interleaved block, a power of two
   * @param slices number of slices
   * @return the mapping of one slice
   */
  static SetMapping hashed(int lineBytes, int blockBytes, int slices) {
    return new Numbering(lineBytes, blockBytes, slices, Numbering.Rule.HASHED);
  }

  /**
   * Numbers the lines of one of several slices and maps them to sets. A single class implements all
   * rules so that call sites stay monomorphic and the JIT compiler inlines them.
   */
  final class Numbering implements SetMapping {
    private enum Rule {
      MODULO,
      FOLDED,
      HASHED
    }

    private final int line;
    private final int block;
    private final long inBlock;
    private final int slices;
    private final boolean power;
    private final int slice;
    private final Rule rule;

    private Numbering(int lineBytes, int blockBytes, int slices, Rule rule) {
      line = Integer.numberOfTrailingZeros(lineBytes);
      block = Integer.numberOfTrailingZeros(blockBytes);
      inBlock = blockBytes - 1;
      this.slices = slices;
      power = (slices & (slices - 1)) == 0;
      slice = Integer.numberOfTrailingZeros(slices);
      this.rule = rule;
    }

    @Override
    public int set(long address, int sets) {
      long own = number(address);
      if (rule == Rule.HASHED) {
        return (int) (hash(own) % sets);
      }
      if ((sets & (sets - 1)) != 0) {
        return (int) (own % sets);
      }
      return (int) (rule == Rule.MODULO ? own : fold(own, sets)) & sets - 1;
    }

    private long number(long address) {
      long number = address >>> block;
      long local = (power ? number >>> slice : number / slices) << block | address & inBlock;
      return local >>> line;
    }

    private static long fold(long own, int sets) {
      int bits = Math.max(1, Integer.numberOfTrailingZeros(sets));
      long all = own;
      for (long left = own >>> bits; left != 0; left >>>= bits) {
        all ^= left;
      }
      return all;
    }

    private static long hash(long own) {
      long mixed = (own ^ own >>> 31) * 0xBF58476D1CE4E5B9L;
      mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
      return mixed >>> 33;
    }
  }
}
