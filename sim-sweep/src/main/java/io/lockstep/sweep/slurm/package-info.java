/**
 * Sweeps on a cluster that Slurm looks after: what is missing goes out as arrays of shards, and
 * what came of it is read from the segments. What the scheduler says is a hint.
 */
package io.lockstep.sweep.slurm;
