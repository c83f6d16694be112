// SPDX-License-Identifier: Apache-2.0
/**
 * Output files that are either complete or absent.
 *
 * <p>An {@link io.lockstep.io.output.OutputFile} is written next to its name and renamed when it is
 * committed; {@link io.lockstep.io.output.ProcessFiles} are temporary and are deleted when the
 * process ends.
 *
 * <p>An output file belongs to one thread at a time; {@code ProcessFiles} is thread-safe.
 */
package io.lockstep.io.output;
