package io.lockstep.advise;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What to change in a workload, by device.
 *
 * @param workload its name
 * @param parameters all of them
 * @param kernels whether times are the kernels' own
 * @param devices in the requested order
 * @param notes for readers
 * @param state of the answer
 */
public record Recommendations(
    String workload,
    SortedMap<String, String> parameters,
    boolean kernels,
    List<DeviceAdvice> devices,
    List<String> notes,
    State state) {
  /** How far the simulations came. */
  public enum State {
    /** Every wanted variant was simulated. */
    COMPLETE,
    /** Simulations were ended early; variants are missing. */
    PARTIAL,
    /** A simulation of a device itself failed. */
    FAILED,
    /** A device's results were wrong. */
    WRONG,
    /** Every device refuses the workload. */
    REFUSED
  }

  /**
   * Copies the collections.
   *
   * @param workload its name
   * @param parameters all of them
   * @param kernels whether times are the kernels' own
   * @param devices in the requested order
   * @param notes for readers
   * @param state of the answer
   */
  public Recommendations {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    devices = List.copyOf(devices);
    notes = List.copyOf(notes);
  }

  /** {@return all findings, device by device} */
  public List<Advice> findings() {
    return devices.stream().flatMap(d -> d.findings().stream()).toList();
  }
}
