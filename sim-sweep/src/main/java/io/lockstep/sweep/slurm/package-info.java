// SPDX-License-Identifier: Apache-2.0
/**
 * Sweeps on a Slurm cluster: missing points are submitted as arrays of shards, and results are read
 * from segments. The scheduler's answers serve as hints only.
 */
package io.lockstep.sweep.slurm;
