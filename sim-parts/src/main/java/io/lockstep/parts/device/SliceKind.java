package io.lockstep.parts.device;

/** What an interval on a {@link Timeline} was spent with. */
public enum SliceKind {
  /** A kernel launch; numbers: kernel, launch. */
  LAUNCH("launch", "kernel", "launch"),
  /** A work-group's stay on a compute unit; numbers: group, wavefronts. */
  GROUP("group", "group", "wavefronts"),
  /** A wavefront's stay on a compute unit; numbers: group, number in the group. */
  WAVEFRONT("wavefront", "group", "wavefront"),
  /** A wavefront waits at a barrier; numbers: group, number in the group. */
  BARRIER("barrier", "group", "wavefront"),
  /** A load from its first transaction until its data is there; numbers: owner, bytes. */
  LOAD("load", "owner", "bytes"),
  /** A store, until it is acknowledged or handed over; numbers: owner, bytes. */
  STORE("store", "owner", "bytes"),
  /** An atomic until its answer is there or it is handed over; numbers: owner, bytes. */
  ATOMIC("atomic", "owner", "bytes"),
  /** Data read on the bus of a channel of DRAM without a gap; numbers: requests, bytes. */
  DRAM_READ("read", "requests", "bytes"),
  /** Data written on the bus of a channel of DRAM without a gap; numbers: requests, bytes. */
  DRAM_WRITE("write", "requests", "bytes");

  private final String label;
  private final String first;
  private final String second;

  SliceKind(String label, String first, String second) {
    this.label = label;
    this.first = first;
    this.second = second;
  }

  /** What people call it. */
  public String label() {
    return label;
  }

  /** Name of the first number. */
  public String first() {
    return first;
  }

  /** Name of the second number. */
  public String second() {
    return second;
  }
}
