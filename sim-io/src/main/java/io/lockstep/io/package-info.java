// SPDX-License-Identifier: Apache-2.0
/**
 * Messages about users' input and output: one line with its position.
 *
 * <p>{@link io.lockstep.io.InputException} reports wrong input (exit code 3), {@link
 * io.lockstep.io.OutputException} a failed output (exit code 6). {@link io.lockstep.io.Bounds} and
 * {@link io.lockstep.io.Suggestions} find the nearest legal number and the most similar valid name.
 *
 * <p>All classes are immutable or stateless and may be used by any thread.
 */
package io.lockstep.io;
