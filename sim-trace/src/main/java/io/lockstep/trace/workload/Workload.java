package io.lockstep.trace.workload;

/** A workload file, read and checked. */
public final class Workload {
  private Workload() {}
}
