package io.lockstep.explain.uncertainty;

import io.lockstep.study.StudyOptions;

/**
 * Options of sampling.
 *
 * @param run threads, limits and the store of results, without effect on the numbers
 * @param samples of each device, at least 2
 * @param seed of the samples
 * @param kernels whether the kernels' own time counts, whatever the workload's timing says
 */
public record UncertaintyOptions(StudyOptions run, int samples, long seed, boolean kernels) {
  /** Default number of samples. */
  public static final int SAMPLES = 64;

  /** Default seed. */
  public static final long SEED = 1;

  /**
   * Checked.
   *
   * @param run threads, limits and the store of results
   * @param samples at least 2
   * @param seed of the samples
   * @param kernels whether the kernels' own time counts
   */
  public UncertaintyOptions {
    if (samples < 2) {
      throw new IllegalArgumentException(samples + " samples");
    }
  }
}
