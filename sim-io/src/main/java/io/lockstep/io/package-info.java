/**
 * Messages about what users wrote and asked for: one line with its place.
 *
 * <p>{@link io.lockstep.io.InputException} is wrong input (exit code 3), {@link
 * io.lockstep.io.OutputException} what could not be written (exit code 6). {@link
 * io.lockstep.io.Bounds} and {@link io.lockstep.io.Suggestions} find the nearest legal number and
 * the nearest valid name for them.
 *
 * <p>Everything here is immutable or stateless and may be used by any thread.
 */
package io.lockstep.io;
