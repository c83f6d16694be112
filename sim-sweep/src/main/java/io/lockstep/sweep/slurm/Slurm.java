// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/** Operations of the Slurm scheduler. Thread-safe. */
public interface Slurm {
  /**
   * Submits a script and returns the job id.
   *
   * @throws SlurmException if the job was not accepted
   */
  String submit(Path script) throws SlurmException;

  /**
   * Finds the arrays with pending or running tasks. Arrays that are missing in the result have
   * finished, or Slurm has no record of them.
   *
   * @return the number of tasks by state as text, for each array that was found: {@code "2 running,
   *     3 pending"}
   * @throws SlurmException if Slurm does not answer, so that the state is unknown
   */
  Map<String, String> known(Collection<String> names) throws SlurmException;

  /**
   * Cancels arrays by name.
   *
   * @throws SlurmException if Slurm does not answer
   */
  void cancel(Collection<String> names) throws SlurmException;
}
