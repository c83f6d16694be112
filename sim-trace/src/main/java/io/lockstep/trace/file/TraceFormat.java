package io.lockstep.trace.file;

/** Constants of the trace file format. */
public final class TraceFormat {
  /** Current version. */
  public static final int VERSION = 1;

  private TraceFormat() {}
}
