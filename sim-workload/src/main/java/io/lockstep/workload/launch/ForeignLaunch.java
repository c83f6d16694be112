// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.io.Placed;
import io.lockstep.trace.record.Geometry;
import java.nio.file.Path;
import java.util.List;

/**
 * A launch for an external runtime, as a host program would pass it to OpenCL.
 *
 * @param where position in the workload
 * @param file the kernel's file
 * @param joined files whose texts precede the kernel's file
 * @param options compiler options of the kernel's file, with the values of parameters
 * @param range values by {@link io.lockstep.kernel.argument.LaunchRange#index}; not copied
 */
public record ForeignLaunch(
    String where,
    String kernel,
    Path file,
    List<Path> joined,
    List<String> options,
    Geometry geometry,
    long[] range,
    List<Value> arguments)
    implements Placed {
  /** {@return the same launch with other arguments} */
  public ForeignLaunch with(List<Value> others) {
    return new ForeignLaunch(where, kernel, file, joined, options, geometry, range, others);
  }

  public sealed interface Value {
    /**
     * A pointer to a byte of a buffer.
     *
     * @param buffer number of the buffer in device memory
     * @param offset offset in bytes
     */
    record Pointer(int buffer, long offset) implements Value {}

    /** A value, little-endian; the bytes are not copied. */
    record Bytes(byte[] bytes) implements Value {}

    /** Local memory, in bytes per work-group. */
    record Local(long bytes) implements Value {}

    /**
     * An argument that only Lockstep's own execution supports.
     *
     * @param what description of the argument
     */
    record Other(String where, String what) implements Value, Placed {}
  }
}
