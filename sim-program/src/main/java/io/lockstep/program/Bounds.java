// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.execute.memory.AllocatedRest;

/** How far behind the size of a buffer kernels may access memory. */
public enum Bounds {
  /** Not at all. */
  STRICT,
  /** As far as the memory that a device's allocator takes for the buffer. */
  ALLOCATION;

  private static final long CUDA_UNIT = 512;
  private static final long CUDA_PAGE = 2 << 20;
  private static final long OPENCL_PAGE = 4096;

  /** Returns what kernels may access of an allocation of a program with CUDA or OpenCL. */
  AllocatedRest rest(long bytes, boolean cuda) {
    if (this == STRICT) {
      return AllocatedRest.none(bytes);
    }
    return cuda
        ? new AllocatedRest(up(bytes, CUDA_UNIT), up(bytes, CUDA_PAGE))
        : new AllocatedRest(up(bytes, OPENCL_PAGE), up(bytes, OPENCL_PAGE));
  }

  private static long up(long bytes, long unit) {
    return (bytes + unit - 1) / unit * unit;
  }
}
