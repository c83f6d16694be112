// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import java.util.HashMap;
import java.util.Map;

/**
 * Estimates the times of points from completed points, as the product of a level of their program
 * and a factor of their device. Unknown times count as infinite, so that they are measured early.
 */
final class Estimates {
  // Learning rates, as fractions of the logarithmic error.
  private static final double PROGRAM_SHARE = 0.5;
  private static final double DEVICE_SHARE = 0.3;
  private static final double LEAST_MICROS = 10;

  /** The estimate for one program. */
  static final class Level {
    private final String workload;
    private double log = Double.NaN;

    /**
     * @param workload workload of the program; programs of the same workload share an estimate
     *     until they are measured
     */
    Level(String workload) {
      this.workload = workload;
    }
  }

  // logarithm of the maximum over the programs of a workload
  private final Map<String, Double> workloads = new HashMap<>();
  private final Map<String, Double> devices = new HashMap<>();

  void measured(Level program, String device, long wallMicros) {
    double seen = StrictMath.log(Math.max(LEAST_MICROS, wallMicros));
    double known = devices.getOrDefault(device, 0.0);
    if (Double.isNaN(program.log)) {
      program.log = seen - known;
      devices.putIfAbsent(device, 0.0);
    } else {
      double surprise = seen - program.log - known;
      boolean first = !devices.containsKey(device);
      program.log += first ? 0 : PROGRAM_SHARE * surprise;
      devices.put(device, known + (first ? 1 : DEVICE_SHARE) * surprise);
    }
    workloads.merge(program.workload, program.log, Math::max);
  }

  /** Returns the estimated microseconds of a program on an average device; infinite if unknown. */
  double micros(Level program) {
    double log = program.log;
    if (Double.isNaN(log)) {
      log = workloads.getOrDefault(program.workload, Double.POSITIVE_INFINITY);
    }
    return StrictMath.exp(log);
  }

  /** Returns the estimated time factor of a device; infinite if unknown. */
  double factor(String device) {
    return StrictMath.exp(devices.getOrDefault(device, Double.POSITIVE_INFINITY));
  }
}
