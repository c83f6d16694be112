package io.lockstep.study.point;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One simulation of a plan, its device by name.
 *
 * @param index from 0, in the order of the plan
 * @param workload a workload file or a recorded trace
 * @param parameters of the workload, as given; the others keep their defaults
 * @param device id of a device
 * @param settings figures of the device that are set, as {@code --set} takes them
 * @param phase launch phase: 0 for none, k for the k-th seeded one
 */
public record Point(
    long index,
    Path workload,
    SortedMap<String, String> parameters,
    String device,
    SortedMap<String, String> settings,
    int phase)
    implements Schedulable {
  /**
   * Takes unmodifiable copies of the maps.
   *
   * @param index from 0, in the order of the plan
   * @param workload a workload file or a recorded trace
   * @param parameters of the workload, as given
   * @param device id of a device
   * @param settings figures of the device that are set
   * @param phase launch phase
   */
  public Point {
    if (index < 0 || phase < 0) {
      throw new IllegalArgumentException("point " + index + ", launch phase " + phase);
    }
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  @Override
  public ProgramKey program() {
    return new ProgramKey(workload, parameters);
  }

  /** {@return the key of points that differ only in their launch phase} */
  public Object variant() {
    return List.of(parameters, device, settings);
  }
}
