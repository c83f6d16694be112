// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.kernel.ir.Kernel;
import java.util.Map;
import java.util.Optional;

/**
 * What a program sees, and what becomes of its calls.
 *
 * @param properties properties of the device that the program sees ({@link DeviceProperties})
 * @param launches launches that are recorded; all are executed
 * @param bounds how far behind buffers kernels may access memory
 * @param oracle with what launches are compared, if at all
 * @param timer the times of operations; empty to count instructions and bytes
 * @param residency of kernels on the device that the program sees
 */
public record LiveOptions(
    Map<String, String> properties,
    Launches launches,
    Bounds bounds,
    Optional<OracleRequest> oracle,
    Optional<OperationTimer> timer,
    Residency residency) {
  private static final int FEW = 64;
  private static final int UNIT_ITEMS = 2048;

  /** What kernels need on a device. */
  public interface Residency {
    /** Estimates, where no device is known. */
    Residency UNKNOWN =
        new Residency() {
          @Override
          public int registers(Kernel kernel) {
            return estimate(kernel);
          }

          @Override
          public int groups(Kernel kernel, int items, int dynamicLocalBytes) {
            return Math.max(1, UNIT_ITEMS / items);
          }
        };

    /** {@return the registers of a work-item} */
    int registers(Kernel kernel);

    /**
     * {@return the work-groups of a compute unit; 0 if not even one fits}
     *
     * @param items work-items of a group
     * @param dynamicLocalBytes local memory of a group beyond the kernel's static one
     */
    int groups(Kernel kernel, int items, int dynamicLocalBytes);
  }

  /** Options that record all launches. */
  public LiveOptions(Map<String, String> properties) {
    this(
        properties,
        Launches.ALL,
        Bounds.STRICT,
        Optional.empty(),
        Optional.empty(),
        Residency.UNKNOWN);
  }

  /** {@return an estimate of a kernel's registers where no device says them} */
  public static int estimate(Kernel kernel) {
    return Math.min(FEW, kernel.registers().size());
  }

  /** Returns the width of a sub-group. */
  int subGroup() {
    return Integer.parseInt(properties.get(DeviceProperties.WAVEFRONT));
  }

  /** Returns the bytes of the device's memory. */
  long memoryBytes() {
    return Long.parseLong(properties.get(DeviceProperties.MEMORY_BYTES));
  }
}
