package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.LaunchBounds;

/**
 * Maximum registers of a thread, by block size, launch bounds, source or command line.
 *
 * @param reason as results state it
 */
public record RegisterLimit(int registers, String reason) {
  /**
   * The lowest limit. Minimum resident blocks count beside a maximum block size if a multiprocessor
   * has enough threads (PTX ISA, {@code .minnctapersm}); {@code threads} is 0 if unknown.
   */
  public static RegisterLimit of(LaunchBounds bounds, int threads, LoweringOptions options) {
    RegisterLimit limit =
        new RegisterLimit(options.limit(Math.max(1, threads), 1), "so that a block fits");
    int largest = Math.min(bounds.largestGroup(), options.mostOfBlock);
    if (largest > 0) {
      int blocks =
          (long) largest * bounds.fewestGroups() <= options.mostThreads ? bounds.fewestGroups() : 0;
      String several = blocks > 1 ? blocks + " blocks of " + largest : "a block of " + largest;
      limit =
          limit.orLower(
              options.limit(largest, Math.max(1, blocks)),
              "so that " + several + " threads " + (blocks > 1 ? "fit" : "fits"));
    }
    int text = bounds.mostRegisters();
    if (text > 0) {
      limit = limit.orLower(text, "as .maxnreg says");
    }
    int given = bounds.registerLimit();
    if (given > 0) {
      int unit = options.limitUnit;
      int rounded = (given + unit - 1) / unit * unit;
      limit =
          limit.orLower(
              rounded,
              "as max_registers says"
                  + (rounded == given ? "" : " (%s, rounded to %s)".formatted(given, rounded)));
    }
    return limit;
  }

  private RegisterLimit orLower(int other, String why) {
    return other < registers ? new RegisterLimit(other, why) : this;
  }
}
