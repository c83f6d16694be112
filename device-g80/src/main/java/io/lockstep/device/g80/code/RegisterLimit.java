// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.LaunchBounds;

/**
 * The maximum registers of a thread and the reason for it: the launch's block, the kernel's launch
 * bounds, or a number given in the source or on the compiler's command line.
 *
 * @param registers of a thread
 * @param reason as results state it
 */
public record RegisterLimit(int registers, String reason) {
  /**
   * Returns the lowest of the limits.
   *
   * <p>A minimum number of resident blocks counts only beside a maximum block size, and only if a
   * multiprocessor has enough threads (PTX ISA, {@code .minnctapersm}).
   *
   * @param threads of a block; 0 if the launch is unknown
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
