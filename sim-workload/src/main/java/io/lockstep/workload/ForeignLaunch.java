package io.lockstep.workload;

import io.lockstep.trace.record.Geometry;
import java.nio.file.Path;
import java.util.List;

/**
 * A launch for somebody else to run: what a host program would hand to an OpenCL runtime.
 *
 * @param where position in the workload
 * @param kernel the kernel's name
 * @param file the kernel's file
 * @param joined files whose texts stand before that file's
 * @param options of the workload for the compiler of that file, parameters replaced
 * @param geometry grid and groups
 * @param arguments in order
 */
public record ForeignLaunch(
    String where,
    String kernel,
    Path file,
    List<Path> joined,
    List<String> options,
    Geometry geometry,
    List<Value> arguments) {
  /** One argument. */
  public sealed interface Value {
    /**
     * A pointer to a byte of a buffer of device memory, by the buffer's number.
     *
     * @param buffer the buffer's number
     * @param offset in bytes from its start
     */
    record Pointer(int buffer, long offset) implements Value {}

    /**
     * A value of so many bytes, little-endian.
     *
     * @param bytes not copied
     */
    record Bytes(byte[] bytes) implements Value {}

    /**
     * Local memory of so many bytes.
     *
     * @param bytes of each work-group
     */
    record Local(long bytes) implements Value {}

    /**
     * What only our own execution takes, in words.
     *
     * @param where position in the file, for messages
     * @param what cannot be passed on
     */
    record Other(String where, String what) implements Value {}
  }
}
