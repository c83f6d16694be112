/** Trace files (.lkt): writer, reader, inspection. */
package io.lockstep.trace.file;
