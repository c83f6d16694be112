package io.lockstep.sweep.work;

/**
 * How positions are dealt out to parts: stretches of neighbours, which often share an execution, so
 * many to each part that what takes long and what does not come to an average. Each row of
 * stretches begins with another part: else those of a regular plan would be alike.
 *
 * @param positions how many there are
 * @param parts how many there are
 */
record Stretches(long positions, int parts) {
  private static final long MOST_TOGETHER = 64;
  private static final long LEAST_STRETCHES = 16; // of a part

  /** The part of a position, from 0. */
  int part(long position) {
    long together = Math.max(1, Math.min(MOST_TOGETHER, positions / (parts * LEAST_STRETCHES)));
    long stretch = position / together;
    long turn = Long.remainderUnsigned(mixed(stretch / parts), parts);
    return (int) ((stretch % parts + turn) % parts);
  }

  private static long mixed(long number) {
    long z = (number + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
