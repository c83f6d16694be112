// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.point;

import io.lockstep.run.program.Runner;
import io.lockstep.spi.spec.DeviceSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One simulation as a value: a program on a device. Requests are equal if they must have equal
 * results, even if overrides are spelled differently.
 *
 * @param spec specification with overrides
 * @param phase launch phase: 0 for no delay, k for the k-th seeded phase
 * @param problem reason why the device cannot run, for example an override of a figure that it
 *     lacks; or empty
 */
public record Request(ProgramKey program, DeviceSpec spec, int phase, String problem) {
  public Request {
    if (phase < 0) {
      throw new IllegalArgumentException("launch phase " + phase);
    }
  }

  /**
   * Creates a request for a workload file or a recorded trace.
   *
   * @param parameters given parameters; others keep their defaults
   */
  public Request(Path workload, Map<String, String> parameters, DeviceSpec spec, int phase) {
    this(new ProgramKey(workload, new TreeMap<>(parameters)), spec, phase, "");
  }

  /**
   * Creates a request for a target of a run.
   *
   * @param workload a workload file or a recorded trace
   * @param parameters given parameters; others keep their defaults
   */
  public Request(Path workload, Map<String, String> parameters, Runner.Target target) {
    this(new ProgramKey(workload, new TreeMap<>(parameters)), target.spec(), 0, target.problem());
  }

  public WorkloadSource workload() {
    return program.workload();
  }

  public SortedMap<String, String> parameters() {
    return program.parameters();
  }

  public Runner.Target target() {
    return new Runner.Target(spec, problem);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Request r
        && program.equals(r.program)
        && spec.family().equals(r.spec.family())
        && spec.id().equals(r.spec.id())
        && spec.hash().equals(r.spec.hash())
        && phase == r.phase
        && problem.equals(r.problem);
  }

  @Override
  public int hashCode() {
    return Objects.hash(program, spec.id(), spec.hash(), phase);
  }
}
