// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.program;

import io.lockstep.kernel.analysis.MatrixNumerics;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.program.DeviceProperties;
import io.lockstep.program.LiveOptions;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The device that an unmodified program sees.
 *
 * @param properties by the keys of {@link DeviceProperties}
 * @param rules how its matrix units add products
 * @param residency of kernels
 */
record SeenDevice(
    Map<String, String> properties, MatrixNumerics rules, LiveOptions.Residency residency) {
  private static final String UNITS = "unit.count";
  private static final String CACHE = "l2.size";
  private static final String PROCESSOR = "unit.isa";
  private static final long MEGA = 1_000_000;

  /** Returns a device without extremes, whose matrix units add exactly. */
  static SeenDevice common() {
    return new SeenDevice(
        DeviceProperties.common(), MatrixNumerics.EXACT, LiveOptions.Residency.UNKNOWN);
  }

  SeenDevice withExactSums() {
    return new SeenDevice(properties, MatrixNumerics.EXACT, residency);
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
    return new SeenDevice(all, can.matrixNumerics(), new Compiled(device));
  }

  /** Kernels as a device compiles them. */
  private static final class Compiled implements LiveOptions.Residency {
    private final Device device;
    private final Map<Kernel, Optional<MachineKernel>> codes = new HashMap<>();

    Compiled(Device device) {
      this.device = device;
    }

    /** Returns the device's code; empty if the device refuses the kernel. */
    private synchronized Optional<MachineKernel> code(Kernel kernel) {
      return codes.computeIfAbsent(
          kernel,
          k -> {
            try {
              return Optional.of(device.forKernel(k).lower(k));
            } catch (RefusalException e) {
              return Optional.empty();
            }
          });
    }

    @Override
    public int registers(Kernel kernel) {
      return code(kernel).map(MachineKernel::registers).orElse(LiveOptions.estimate(kernel));
    }

    @Override
    public int groups(Kernel kernel, int items, int dynamicLocalBytes) {
      Geometry group = new Geometry(1, 1, 1, items, 1, 1);
      Device of = device.forKernel(kernel);
      try {
        return code(kernel)
            .map(code -> of.occupancy(of.fitted(code, group), group, dynamicLocalBytes).groups())
            .orElse(0);
      } catch (RefusalException e) {
        return 0; // not even one fits
      }
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
