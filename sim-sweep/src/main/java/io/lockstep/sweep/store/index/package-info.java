/**
 * The index of a sweep's segments: a database that is made from them, asked and made again at will.
 *
 * <p>{@link io.lockstep.sweep.store.index.SweepStore} is the way in. Nothing of it is loaded by
 * what only simulates.
 */
package io.lockstep.sweep.store.index;
