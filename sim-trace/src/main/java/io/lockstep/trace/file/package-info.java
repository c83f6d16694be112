/**
 * Trace files (.lkt): writer, reader, inspection. Exported to those who run, print, measure and
 * fuzz.
 *
 * <p>A {@link io.lockstep.trace.file.TraceWriter} takes a program's items; a {@link
 * io.lockstep.trace.file.TraceFile} has been checked as a whole when it is open, and replays them
 * any number of times. Both identify a program by the SHA-256 of its canonical columns.
 *
 * <p>A writer and a replay belong to one thread at a time; replays of one open file are
 * independent.
 */
package io.lockstep.trace.file;
