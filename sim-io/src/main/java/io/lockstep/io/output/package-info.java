/**
 * Files that a user asked for: complete under their names, or not there.
 *
 * <p>An {@link io.lockstep.io.output.OutputFile} is written beside its name and renamed when it is
 * committed; {@link io.lockstep.io.output.ProcessFiles} are temporary and go with the process.
 *
 * <p>An output file belongs to one thread at a time; {@code ProcessFiles} may be used by any.
 */
package io.lockstep.io.output;
