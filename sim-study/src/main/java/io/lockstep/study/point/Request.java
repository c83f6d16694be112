package io.lockstep.study.point;

import io.lockstep.run.Runner;
import io.lockstep.spi.spec.DeviceSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One simulation as a value: a program on a device. Two are equal if their results are, however
 * overrides are written.
 *
 * @param program workload and parameters
 * @param spec the device, overrides applied
 * @param phase launch phase: 0 for none, k for the k-th seeded one
 * @param problem why the device cannot be run (for example an override that it lacks), or empty
 */
public record Request(ProgramKey program, DeviceSpec spec, int phase, String problem) {
  /**
   * Checks the phase.
   *
   * @param program workload and parameters
   * @param spec the device, overrides applied
   * @param phase launch phase
   * @param problem why the device cannot be run, or empty
   */
  public Request {
    if (phase < 0) {
      throw new IllegalArgumentException("launch phase " + phase);
    }
  }

  /**
   * A device without problems.
   *
   * @param workload path of a workload file or a recorded trace
   * @param parameters as given; the others keep their defaults
   * @param spec the device, overrides applied
   * @param phase launch phase
   */
  public Request(Path workload, Map<String, String> parameters, DeviceSpec spec, int phase) {
    this(new ProgramKey(workload, new TreeMap<>(parameters)), spec, phase, "");
  }

  /**
   * A target of a run.
   *
   * @param workload path of a workload file or a recorded trace
   * @param parameters as given; the others keep their defaults
   * @param target the device
   */
  public Request(Path workload, Map<String, String> parameters, Runner.Target target) {
    this(new ProgramKey(workload, new TreeMap<>(parameters)), target.spec(), 0, target.problem());
  }

  /** {@return the workload} */
  public WorkloadSource workload() {
    return program.workload();
  }

  /** {@return parameters as given} */
  public SortedMap<String, String> parameters() {
    return program.parameters();
  }

  /** {@return the device as a run takes it} */
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
