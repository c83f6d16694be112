package io.lockstep.study.work;

import java.util.HashMap;
import java.util.Map;

/**
 * How long points may take, learnt from those that are done: a level of each program, times a
 * factor of each device. Unknown counts as long, so that it is known soon. Not thread-safe.
 */
final class Estimates {
  private static final double PROGRAM_SHARE = 0.5; // of a surprise
  private static final double DEVICE_SHARE = 0.3;
  private static final double LEAST_MICROS = 10;

  /** What is known of one program. */
  static final class Level {
    private final String workload;
    private double log = Double.NaN;

    /**
     * @param workload programs of one workload take about as long, until more is known
     */
    Level(String workload) {
      this.workload = workload;
    }
  }

  private final Map<String, Double> workloads = new HashMap<>(); // longest of its programs
  private final Map<String, Double> devices = new HashMap<>();

  /** A point has been computed. */
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

  /** Microseconds of a point of a program on an average device; infinite if nothing is known. */
  double micros(Level program) {
    double log = program.log;
    if (Double.isNaN(log)) {
      log = workloads.getOrDefault(program.workload, Double.POSITIVE_INFINITY);
    }
    return StrictMath.exp(log);
  }

  /** What a device takes beside an average one; infinite if nothing is known. */
  double factor(String device) {
    return StrictMath.exp(devices.getOrDefault(device, Double.POSITIVE_INFINITY));
  }
}
