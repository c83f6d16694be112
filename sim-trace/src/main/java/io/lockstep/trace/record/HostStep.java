// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import io.lockstep.kernel.argument.TextureInfo;
import java.util.List;

/** One executed operation of the host program; loops are unrolled and sizes resolved. */
public sealed interface HostStep extends ProgramItem {
  /** {@return number of the step in the program, from 0} */
  int number();

  /** {@return the launch of this step, alone or in a stream; null if it is not a launch} */
  default Launch asLaunch() {
    HostStep operation = this instanceof InStream in ? in.operation() : this;
    return operation instanceof Launch launch ? launch : null;
  }

  @Override
  default void tell(ProgramSink sink) {
    sink.step(this);
  }

  /**
   * A kernel launch, followed by its work-groups and its {@link LaunchEnd}.
   *
   * @param number number of the step, from 0
   * @param kernel index in {@link Program#kernels()}
   * @param geometry groups and group size
   * @param dynamicLocalBytes local memory beyond the kernel's static one
   * @param arguments the argument block: one value per parameter, for structures one per eight
   *     bytes; pointers are functional addresses
   * @param minimumWidth smallest aligned width that contains every unsynchronised conflict inside a
   *     group; 1 if there is none, 0 if not computed
   * @param flags flags such as {@link #RACES_ALLOWED}
   * @param textures by the number in their handles
   * @param domainWidth pixels of a row of the domain, whose tiles are the work-groups, row by row;
   *     0 for none
   * @param domainHeight rows of pixels; 0 for none
   */
  record Launch(
      int number,
      int kernel,
      Geometry geometry,
      int dynamicLocalBytes,
      List<Long> arguments,
      int minimumWidth,
      int flags,
      List<TextureInfo> textures,
      int domainWidth,
      int domainHeight)
      implements HostStep {
    /**
     * Creates a launch without textures or pixels.
     *
     * @param number number of the step, from 0
     * @param kernel index in {@link Program#kernels()}
     * @param geometry groups and group size
     * @param dynamicLocalBytes local memory beyond the kernel's static one
     * @param arguments the argument block
     * @param minimumWidth smallest aligned width that contains every unsynchronised conflict
     * @param flags flags such as {@link #RACES_ALLOWED}
     */
    public Launch(
        int number,
        int kernel,
        Geometry geometry,
        int dynamicLocalBytes,
        List<Long> arguments,
        int minimumWidth,
        int flags) {
      this(
          number,
          kernel,
          geometry,
          dynamicLocalBytes,
          arguments,
          minimumWidth,
          flags,
          List.of(),
          0,
          0);
    }

    /**
     * {@return a copy with other groups}
     *
     * @param other groups and group size
     */
    public Launch with(Geometry other) {
      return with(other, dynamicLocalBytes);
    }

    /**
     * {@return a copy with other groups and local memory}
     *
     * @param other groups and group size
     * @param bytes local memory beyond the kernel's static one
     */
    public Launch with(Geometry other, int bytes) {
      return new Launch(
          number,
          kernel,
          other,
          bytes,
          arguments,
          minimumWidth,
          flags,
          textures,
          domainWidth,
          domainHeight);
    }

    /** {@return whether the work-items are pixels} */
    public boolean isOfPixels() {
      return domainWidth > 0;
    }

    /** The workload declares that the kernel races by design. */
    public static final int RACES_ALLOWED = 1;

    /** Old values of atomics were used, which depend on the fixed order of execution. */
    public static final int ATOMIC_VALUES_USED = 2;

    /** The race check found races. */
    public static final int RACES_FOUND = 4;

    /** A cooperative launch: all work-groups must be resident at once. */
    public static final int COOPERATIVE = 8;

    /** The last work-groups along a dimension have fewer work-items. */
    public static final int PARTIAL_GROUPS = 16;

    /** {@return whether the last work-groups along a dimension have fewer work-items} */
    public boolean hasPartialGroups() {
      return (flags & PARTIAL_GROUPS) != 0;
    }

    /** {@return whether all work-groups must be resident at once} */
    public boolean isCooperative() {
      return (flags & COOPERATIVE) != 0;
    }
  }

  /**
   * A device memset.
   *
   * @param number number of the step, from 0
   * @param buffer number of the buffer
   * @param bytes number of bytes from the buffer's start
   */
  record Fill(int number, int buffer, long bytes) implements HostStep {}

  /**
   * A host-to-device transfer.
   *
   * @param number number of the step, from 0
   * @param buffer number of the buffer
   * @param bytes number of transferred bytes
   * @param pinned whether the host's memory is page-locked
   */
  record Upload(int number, int buffer, long bytes, boolean pinned) implements HostStep {}

  /**
   * A device-to-host transfer.
   *
   * @param number number of the step, from 0
   * @param buffer number of the buffer
   * @param bytes number of transferred bytes
   * @param pinned whether the host's memory is page-locked
   */
  record Download(int number, int buffer, long bytes, boolean pinned) implements HostStep {}

  /**
   * A device-to-device copy.
   *
   * @param number number of the step, from 0
   * @param from number of the buffer that is read
   * @param to number of the buffer that is written
   * @param bytes number of copied bytes
   */
  record Copy(int number, int from, int to, long bytes) implements HostStep {}

  /**
   * Makes the host wait for all submitted operations.
   *
   * @param number number of the step, from 0
   */
  record Synchronize(int number) implements HostStep {}

  /**
   * An operation that the host submits to a stream without waiting for its end: a launch, whose
   * work-groups follow as after a plain one, a transfer, a copy or a fill.
   *
   * @param stream number of the stream, from 1; operations of the default stream are not wrapped
   * @param operation the operation, with the number of the step; not itself a stream operation
   */
  record InStream(int stream, HostStep operation) implements HostStep {
    @Override
    public int number() {
      return operation.number();
    }
  }

  /**
   * Records an event, which occurs when the operations submitted to its stream so far have ended.
   *
   * @param number number of the step, from 0
   * @param stream number of the stream; 0 is the default stream
   * @param event number of the event
   * @param all whether all operations so far must end; otherwise, in an out-of-order stream, only
   *     the last operation
   */
  record RecordEvent(int number, int stream, int event, boolean all) implements HostStep {}

  /**
   * Makes operations that are submitted to a stream afterwards wait for the last {@link
   * RecordEvent} of an event before this step.
   *
   * @param number number of the step, from 0
   * @param stream number of the stream; 0 is the default stream
   * @param event number of the event
   * @param all whether all later operations wait; otherwise, in an out-of-order stream, only the
   *     next operation
   */
  record WaitEvent(int number, int stream, int event, boolean all) implements HostStep {}

  /**
   * Makes the host wait for the operations submitted to one stream.
   *
   * @param number number of the step, from 0
   * @param stream number of the stream; 0 is the default stream
   */
  record SynchronizeStream(int number, int stream) implements HostStep {}

  /**
   * Makes the host wait for the last {@link RecordEvent} of an event before this step.
   *
   * @param number number of the step, from 0
   * @param event number of the event
   */
  record SynchronizeEvent(int number, int event) implements HostStep {}
}
