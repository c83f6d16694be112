// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

/** The numbers of {@code native/protocol.h} besides operations; a test compares them. */
final class Protocol {
  static final int VERSION = 3;
  static final int MESSAGE_BYTES = 1048576;
  static final int HALF_BYTES = 8388608;
  static final int STAGE_BYTES = 2 * HALF_BYTES;

  static final int API_OPENCL = 1;
  static final int API_CUDA = 2;

  static final int PINNED = 1;
  static final int MORE = 2;
  static final int HIDDEN = 4;

  static final int VALUE = 0;
  static final int POINTER = 1;
  static final int LOCAL = 2;
  static final int IMAGE = 3;
  static final int SAMPLER = 4;

  static final int COOPERATIVE = 1;

  static final int OUT_OF_ORDER = 1;
  static final int STREAM_RELEASE = 2;

  private Protocol() {}

  /** The statuses of replies. */
  enum Status {
    OK,
    FAULT,
    MEMORY,
    BUILD_FAILED,
    REFUSED,
    WRONG_OPTION
  }

  /** What {@link Operation#EVENT} does, in the order of the numbers. */
  enum EventAction {
    EVENT_RECORD,
    EVENT_WAIT,
    EVENT_SYNCHRONIZE,
    STREAM_SYNCHRONIZE,
    DEVICE_SYNCHRONIZE,
    EVENT_RECORD_LAST,
    EVENT_WAIT_NEXT,
    EVENT_STAMP,
    EVENT_RELEASE
  }
}
