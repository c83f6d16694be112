// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.program;

import io.lockstep.kernel.analysis.MatrixNumerics;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.program.DeviceProperties;
import io.lockstep.program.LiveOptions;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The device that an unmodified program sees.
 *
 * @param properties by the keys of {@link DeviceProperties}
 * @param rules how its matrix units add products
 * @param registers of a work-item of a kernel
 */
record SeenDevice(
    Map<String, String> properties, MatrixNumerics rules, ToIntFunction<Kernel> registers) {
  private static final String UNITS = "unit.count";
  private static final String CACHE = "l2.size";
  private static final String PROCESSOR = "unit.isa";
  private static final long MEGA = 1_000_000;

  /** Returns a device without extremes, whose matrix units add exactly. */
  static SeenDevice common() {
    return new SeenDevice(DeviceProperties.common(), MatrixNumerics.EXACT, LiveOptions::estimate);
  }

  SeenDevice withExactSums() {
    return new SeenDevice(properties, MatrixNumerics.EXACT, registers);
  }

  static SeenDevice of(Catalogue catalogue, DeviceSpec spec) {
    Device device = catalogue.device(spec);
    Capabilities can = device.capabilities();
    Map<String, String> all = DeviceProperties.common();
    all.put(DeviceProperties.NAME, spec.name());
    all.put(DeviceProperties.VENDOR, spec.product().vendor());
    put(all, spec, DeviceProperties.COMPUTE_UNITS, UNITS);
    put(all, spec, DeviceProperties.CACHE_BYTES, CACHE);
    all.put(DeviceProperties.WAVEFRONT, Integer.toString(can.wavefront()));
    all.put(DeviceProperties.GROUP_ITEMS, Integer.toString(can.maximumGroupSize()));
    all.put(DeviceProperties.LOCAL_BYTES, Integer.toString(can.localBytesPerGroup()));
    all.put(DeviceProperties.MEMORY_BYTES, Long.toString(can.memoryBytes()));
    all.put(DeviceProperties.CLOCK_MHZ, Long.toString(device.clockHertz() / MEGA));
    all.put(DeviceProperties.DOUBLES, can.doublePrecision() ? "1" : "0");
    if (spec.has(PROCESSOR)) {
      all.put(DeviceProperties.ARCHITECTURE, spec.choice(PROCESSOR));
    }
    if (can.instructionSet() > 0) {
      all.put(DeviceProperties.COMPUTE, Integer.toString(can.instructionSet()));
    }
    return new SeenDevice(all, can.matrixNumerics(), kernel -> registers(device, kernel));
  }

  /**
   * Returns the registers of the device's code, or an estimate if the device refuses the kernel.
   */
  private static int registers(Device device, Kernel kernel) {
    try {
      return device.forKernel(kernel).lower(kernel).registers();
    } catch (RefusalException e) {
      return LiveOptions.estimate(kernel);
    }
  }

  /** Returns the version of the virtual instruction set that a device reads; 0 if it reads none. */
  static int compute(Catalogue catalogue, DeviceSpec spec) {
    return catalogue.device(spec).capabilities().instructionSet();
  }

  private static void put(Map<String, String> all, DeviceSpec spec, String key, String figure) {
    if (spec.has(figure)) {
      all.put(key, Long.toString(spec.value(figure)));
    }
  }
}
