package io.lockstep.explain.whatif;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Devices with one change each, compared with the originals.
 *
 * @param workload its name
 * @param parameters all of them
 * @param kernels whether times are the kernels' own
 * @param bases the original devices
 * @param changes in the requested order, all of a device together
 * @param notes for readers
 * @param failed whether a simulation of a changed device failed
 * @param wrong whether a result was wrong
 */
public record Alternatives(
    String workload,
    SortedMap<String, String> parameters,
    boolean kernels,
    List<Base> bases,
    List<Alternative> changes,
    List<String> notes,
    boolean failed,
    boolean wrong) {
  /**
   * An unmodified device.
   *
   * @param device as named by the user
   * @param picos time at each launch phase, from 0
   */
  public record Base(String device, List<Long> picos) {
    /**
     * Copies the collections.
     *
     * @param device as it was named
     * @param picos time at each launch phase
     */
    public Base {
      picos = List.copyOf(picos);
    }
  }

  /**
   * Copies the collections.
   *
   * @param workload its name
   * @param parameters all of them
   * @param kernels whether times are the kernels' own
   * @param bases the original devices
   * @param changes in the requested order
   * @param notes for readers
   * @param failed whether a simulation of a changed device failed
   * @param wrong whether a result was wrong
   */
  public Alternatives {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    bases = List.copyOf(bases);
    changes = List.copyOf(changes);
    notes = List.copyOf(notes);
  }
}
