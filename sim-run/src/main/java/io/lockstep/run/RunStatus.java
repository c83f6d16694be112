package io.lockstep.run;

/** The outcome of one workload on one device. */
public enum RunStatus {
  /** Simulated; results verified or without expectations. */
  OK,
  /** Simulated, but the results differ from the expected ones. */
  WRONG,
  /** The device cannot run it, for the stated reason. */
  REFUSED,
  /** No result: the model is at fault, or it was ended; {@link RunResult#failure} says which. */
  FAILED
}
