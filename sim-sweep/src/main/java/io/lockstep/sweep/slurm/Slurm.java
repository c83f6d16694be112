package io.lockstep.sweep.slurm;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/** The operations of the scheduler. Thread-safe. */
public interface Slurm {
  /**
   * Submits a script.
   *
   * @param script with its options
   * @return id of the job
   * @throws SlurmException if it was not accepted
   */
  String submit(Path script) throws SlurmException;

  /**
   * Finds the arrays with waiting or running tasks. Others are done, or forgotten.
   *
   * @param names of arrays
   * @return numbers of tasks of each known array, as text: {@code "2 running, 3 pending"}
   * @throws SlurmException if Slurm does not answer, so that nothing is known
   */
  Map<String, String> known(Collection<String> names) throws SlurmException;

  /**
   * Cancels arrays.
   *
   * @param names of arrays
   * @throws SlurmException if Slurm does not answer
   */
  void cancel(Collection<String> names) throws SlurmException;
}
