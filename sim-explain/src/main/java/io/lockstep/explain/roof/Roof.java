package io.lockstep.explain.roof;

import io.lockstep.spi.stats.Resource;

/**
 * The time that a resource needs at its peak rate for what a run used of it.
 *
 * @param resource of whose peak it is a share
 * @param name for people, for example {@code port fetch} or {@code DRAM bandwidth}
 * @param share of the resource's peak that was used while kernels ran, from 0 to 1
 * @param picos picoseconds at the peak rate: a lower bound of the kernels' time
 * @param used amount that was used, in {@code unit}
 * @param rate peak rate, amounts a picosecond
 * @param unit of the amount: {@code B} or {@code cycles}
 */
public record Roof(
    Resource resource,
    String name,
    double share,
    double picos,
    double used,
    double rate,
    String unit) {
  /**
   * Creates a roof without amounts.
   *
   * @param resource of whose peak it is a share
   * @param name for people
   * @param share of the resource's peak that was used while kernels ran
   * @param picos picoseconds at the peak rate
   */
  public Roof(Resource resource, String name, double share, double picos) {
    this(resource, name, share, picos, picos, 1, "ps");
  }
}
