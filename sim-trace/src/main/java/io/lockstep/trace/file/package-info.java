// SPDX-License-Identifier: Apache-2.0
/**
 * Trace files (.lkt): writer, reader, inspection. Exported only to modules that run, print, measure
 * or fuzz.
 *
 * <p>A {@link io.lockstep.trace.file.TraceWriter} receives a program's items; a {@link
 * io.lockstep.trace.file.TraceFile} is verified when it is opened and can be replayed any number of
 * times. Both identify a program by the SHA-256 of its canonical columns. A writer and a replay
 * belong to one thread at a time; replays of one open file are independent.
 */
package io.lockstep.trace.file;
