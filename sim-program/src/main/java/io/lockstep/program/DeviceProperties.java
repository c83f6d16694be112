// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The keys of the properties that drivers ask for, with the values of a common device: as much
 * local memory as OpenCL 1.2 requires, and doubles.
 */
public final class DeviceProperties {
  /** Name of the device. */
  public static final String NAME = "name";

  /** Name of the vendor. */
  public static final String VENDOR = "vendor";

  /** Number of compute units. */
  public static final String COMPUTE_UNITS = "compute_units";

  /** Work-items of a wavefront, which is a sub-group. */
  public static final String WAVEFRONT = "wavefront";

  /** Maximum number of work-items of a group. */
  public static final String GROUP_ITEMS = "group_items";

  /** Bytes of local memory of a group. */
  public static final String LOCAL_BYTES = "local_bytes";

  /** Bytes of device memory. */
  public static final String MEMORY_BYTES = "memory_bytes";

  /** Clock of the compute units in MHz. */
  public static final String CLOCK_MHZ = "clock_mhz";

  /** Bytes of the last-level cache. */
  public static final String CACHE_BYTES = "cache_bytes";

  /** 1 if the device computes with doubles, otherwise 0. */
  public static final String DOUBLES = "doubles";

  /** Version of the instruction set, for CUDA: 80 for 8.0. */
  public static final String COMPUTE = "compute";

  /** The processor as HIP names it, such as gfx942; empty for other vendors'. */
  public static final String ARCHITECTURE = "architecture";

  private DeviceProperties() {}

  /** {@return the properties of a device without extremes, by key} */
  public static Map<String, String> common() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(NAME, "Lockstep");
    all.put(VENDOR, "Lockstep");
    all.put(COMPUTE_UNITS, "16");
    all.put(WAVEFRONT, "32");
    all.put(GROUP_ITEMS, "256");
    all.put(LOCAL_BYTES, "32768");
    all.put(MEMORY_BYTES, Long.toString(1L << 30));
    all.put(CLOCK_MHZ, "1000");
    all.put(CACHE_BYTES, Long.toString(512 << 10));
    all.put(DOUBLES, "1");
    all.put(COMPUTE, "80");
    all.put(ARCHITECTURE, "");
    return all;
  }
}
