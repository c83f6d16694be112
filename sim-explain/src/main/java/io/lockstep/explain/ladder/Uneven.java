package io.lockstep.explain.ladder;

/** Names of steps that are an uneven load of a roof's resource. */
public final class Uneven {
  /** Of compute units. */
  public static final String UNITS = "uneven units";

  /** Of DRAM channels. */
  public static final String CHANNELS = "uneven channels";

  /** Of slices of the second-level cache. */
  public static final String SLICES = "uneven slices";

  private Uneven() {}
}
