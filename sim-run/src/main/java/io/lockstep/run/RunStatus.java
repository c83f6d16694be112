package io.lockstep.run;

/** How one workload on one device came out. */
public enum RunStatus {
  /** Simulated; results verified or without expectations. */
  OK,
  /** Simulated, but the results differ from the expected ones. */
  WRONG,
  /** The device cannot run it, for the reason given. */
  REFUSED,
  /** No result: the model is at fault, or it was ended; {@link RunResult#failure} says which. */
  FAILED
}
