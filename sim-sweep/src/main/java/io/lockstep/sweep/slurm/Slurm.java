package io.lockstep.sweep.slurm;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/** The operations of the scheduler. Thread-safe. */
public interface Slurm {
  /**
   * Hands a script over.
   *
   * @param script with its options in it
   * @return id of the job
   * @throws SlurmException if it was not taken
   */
  String submit(Path script) throws SlurmException;

  /**
   * Which arrays still have tasks that wait or run. Others are done, or forgotten.
   *
   * @param names of arrays
   * @return how many tasks of each that is known, in its words: {@code "2 running, 3 pending"}
   * @throws SlurmException if it gives no answer, from which nothing follows
   */
  Map<String, String> known(Collection<String> names) throws SlurmException;

  /**
   * Ends arrays, whatever of them waits or runs.
   *
   * @param names of arrays
   * @throws SlurmException if it was not heard
   */
  void cancel(Collection<String> names) throws SlurmException;
}
