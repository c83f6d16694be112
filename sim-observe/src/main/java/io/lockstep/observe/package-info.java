/** Observation of simulations: timelines, interval series, fingerprint files, checkpoints. */
package io.lockstep.observe;
