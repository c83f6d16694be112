/** Watching simulations: timelines, interval series, fingerprint logs, checkpoints. */
package io.lockstep.observe;
