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
  DRAM_WRITE("write", "requests", "bytes"),
  /** What an issue port had of an interval for the cause of the track; numbers: port, ticks. */
  PORT_TIME("port", "port", "ticks"),
  /** No time: an instruction has sent a request; numbers: instruction, request. */
  REQUEST("request", "instruction", "request"),
  /** No time: the instruction that begins here on the track; numbers: instruction, requests. */
  INSTRUCTION("instruction", "instruction", "requests"),
  /** A slice's answer to a read that it holds; numbers: request, bytes. */
  L2_HIT("hit", "request", "bytes"),
  /** A slice's answer to a read that it has to fetch; numbers: request, bytes. */
  L2_MISS("miss", "request", "bytes"),
  /** A slice's answer to a read that passes it by; numbers: request, bytes. */
  L2_DIRECT("read", "request", "bytes"),
  /** A write at a slice until it is done; numbers: request, bytes. */
  L2_WRITE("write", "request", "bytes"),
  /** Atomic operations at a slice until they are done; numbers: request, bytes. */
  L2_ATOMIC("atomic", "request", "bytes");

  private final String label;
  private final String first;
  private final String second;

  SliceKind(String label, String first, String second) {
    this.label = label;
    this.first = first;
    this.second = second;
  }

  /** {@return whether only tracks of details, and what belongs to them, have it} */
  public boolean isDetail() {
    return ordinal() >= PORT_TIME.ordinal();
  }

  /** {@return whether it is a request at a slice of the memory side} */
  public boolean isRequest() {
    return ordinal() >= L2_HIT.ordinal();
  }

  /** {@return one word for what has to do with each other: launch, wavefront, memory, dram} */
  public String category() {
    return switch (this) {
      case LAUNCH -> "launch";
      case GROUP, WAVEFRONT, BARRIER -> "wavefront";
      case DRAM_READ, DRAM_WRITE -> "dram";
      default -> "memory";
    };
  }

  /** {@return what people call it} */
  public String label() {
    return label;
  }

  /** {@return name of the first number} */
  public String first() {
    return first;
  }

  /** {@return name of the second number} */
  public String second() {
    return second;
  }
}
