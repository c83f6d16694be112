/** Durable storage of the outcomes of points in append-only segments. */
package io.lockstep.sweep.store;
