// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.study.StudyOptions;

/**
 * Options of an uncertainty study.
 *
 * @param run threads, limits and store, which do not affect results
 * @param draws number of draws of each device, at least 2
 * @param kernels whether to use kernel time alone, regardless of the timing that the workload
 *     defines
 */
public record UncertaintyOptions(StudyOptions run, int draws, long seed, boolean kernels) {
  public static final int DRAWS = 64;

  public static final long SEED = 1;

  public UncertaintyOptions {
    if (draws < 2) {
      throw new IllegalArgumentException(draws + " draws");
    }
  }
}
