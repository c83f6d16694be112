// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

/** The numbers of {@code native/protocol.h} besides operations; a test compares them. */
public final class Protocol {
  public static final int VERSION = 5;
  public static final int MESSAGE_BYTES = 1048576;
  static final int HALF_BYTES = 8388608;
  public static final int STAGE_BYTES = 2 * HALF_BYTES;

  public static final int API_OPENCL = 1;
  public static final int API_CUDA = 2;

  public static final int PINNED = 1;
  public static final int MORE = 2;
  public static final int HIDDEN = 4;

  public static final int VALUE = 0;
  public static final int POINTER = 1;
  public static final int LOCAL = 2;
  public static final int IMAGE = 3;
  public static final int SAMPLER = 4;

  public static final int COOPERATIVE = 1;

  public static final int OUT_OF_ORDER = 1;
  public static final int STREAM_RELEASE = 2;

  private Protocol() {}

  /** The statuses of replies. */
  public enum Status {
    OK,
    FAULT,
    MEMORY,
    BUILD_FAILED,
    REFUSED,
    WRONG_OPTION
  }

  /** What {@link Operation#EVENT} does, in the order of the numbers. */
  public enum EventAction {
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
