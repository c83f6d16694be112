// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

/** The operations of {@code native/protocol.h}. */
public enum Operation {
  HELLO(1, true),
  ALLOCATE(2, true),
  FREE(3, false),
  WRITE(4, false),
  READ(5, true),
  FILL(6, false),
  COPY(7, false),
  BUILD(8, true),
  LAUNCH(9, false),
  EVENT(10, false),
  SYNC(11, true),
  CLOCK(12, true),
  ACK(13, true),
  STREAM(14, false),
  TEXTURE(15, true),
  NOTE(16, false),
  EXIT(17, false),
  OCCUPANCY(18, true),
  CHECK(19, true),
  LINK(20, true),
  COMPILE(21, true),
  RESIZE(22, true),
  SOURCE(23, false),
  DRIVER(24, true);

  public final int code;
  public final boolean replied;

  Operation(int code, boolean replied) {
    this.code = code;
    this.replied = replied;
  }

  private static final Operation[] ALL = values();

  /** Returns the operation of a number; throws a ProtocolException if there is none. */
  static Operation of(int code) {
    if (code < 1 || code > ALL.length) {
      throw new ProtocolException("an operation from 1 to " + ALL.length + ", found " + code);
    }
    return ALL[code - 1];
  }
}
