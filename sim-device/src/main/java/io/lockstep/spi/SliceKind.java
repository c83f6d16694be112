// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

/** The kind of an interval on a {@link Timeline}. */
public enum SliceKind {
  /** A kernel launch; numbers: kernel, launch. */
  LAUNCH("launch", "kernel", "launch"),
  /** A work-group's residence on a compute unit; numbers: group, wavefronts. */
  GROUP("group", "group", "wavefronts"),
  /** A wavefront's residence on a compute unit; numbers: group, number in the group. */
  WAVEFRONT("wavefront", "group", "wavefront"),
  /** A wavefront waits at a barrier; numbers: group, number in the group. */
  BARRIER("barrier", "group", "wavefront"),
  /** A load from its first transaction until its data arrives; numbers: owner, bytes. */
  LOAD("load", "owner", "bytes"),
  /** A store until it is acknowledged or accepted; numbers: owner, bytes. */
  STORE("store", "owner", "bytes"),
  /** An atomic until its result arrives or it is accepted; numbers: owner, bytes. */
  ATOMIC("atomic", "owner", "bytes"),
  /** Uninterrupted read transfer on the bus of a DRAM channel; numbers: requests, bytes. */
  DRAM_READ("read", "requests", "bytes"),
  /** Uninterrupted write transfer on the bus of a DRAM channel; numbers: requests, bytes. */
  DRAM_WRITE("write", "requests", "bytes"),
  /** Ticks that a port spent for the track's reason within an interval; numbers: port, ticks. */
  PORT_TIME("port", "port", "ticks"),
  /** An instant: an instruction has sent a request; numbers: instruction, request. */
  REQUEST("request", "instruction", "request"),
  /** An instant: the next instruction of the track begins; numbers: instruction, requests. */
  INSTRUCTION("instruction", "instruction", "requests"),
  /** A read hit in a slice; numbers: request, bytes. */
  L2_HIT("hit", "request", "bytes"),
  /** A read miss in a slice; numbers: request, bytes. */
  L2_MISS("miss", "request", "bytes"),
  /** A read that bypasses a slice; numbers: request, bytes. */
  L2_DIRECT("read", "request", "bytes"),
  /** A write in a slice until it is done; numbers: request, bytes. */
  L2_WRITE("write", "request", "bytes"),
  /** Atomic operations in a slice until they are done; numbers: request, bytes. */
  L2_ATOMIC("atomic", "request", "bytes"),
  /** A transfer of a stream from the host to the device; numbers: operation, bytes. */
  UPLOAD("upload", "operation", "bytes"),
  /** A transfer of a stream from the device to the host; numbers: operation, bytes. */
  DOWNLOAD("download", "operation", "bytes");

  private final String label;
  private final String first;
  private final String second;

  SliceKind(String label, String first, String second) {
    this.label = label;
    this.first = first;
    this.second = second;
  }

  /** {@return whether the kind occurs only on detail tracks} */
  public boolean isDetail() {
    return this == PORT_TIME || this == REQUEST || this == INSTRUCTION || isRequest();
  }

  /** {@return whether the kind is a request at a slice of the memory side} */
  public boolean isRequest() {
    return switch (this) {
      case L2_HIT, L2_MISS, L2_DIRECT, L2_WRITE, L2_ATOMIC -> true;
      default -> false;
    };
  }

  /** {@return the category: launch, wavefront, memory or dram} */
  public String category() {
    return switch (this) {
      case LAUNCH, UPLOAD, DOWNLOAD -> "launch";
      case GROUP, WAVEFRONT, BARRIER -> "wavefront";
      case DRAM_READ, DRAM_WRITE -> "dram";
      default -> "memory";
    };
  }

  /** {@return the name in viewers} */
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
