package io.lockstep.trace.record;

import io.lockstep.kernel.ir.TextureInfo;
import java.util.List;

/** One executed operation of the host program, with loops unrolled and sizes resolved. */
public sealed interface HostStep extends ProgramItem {
  /** {@return number of the step in the program, from 0} */
  int number();

  /** {@return the launch that this step is, alone or in a stream; null if it is none} */
  default Launch asLaunch() {
    HostStep operation = this instanceof InStream in ? in.operation() : this;
    return operation instanceof Launch launch ? launch : null;
  }

  @Override
  default void tell(ProgramSink sink) {
    sink.step(this);
  }

  /**
   * A kernel launch; its work-groups follow, and its {@link LaunchEnd}.
   *
   * @param number of the step, from 0
   * @param kernel index in {@link Program#kernels()}
   * @param geometry groups and group size
   * @param dynamicLocalBytes local memory beyond the kernel's static one
   * @param arguments the argument block: one value per parameter, for structures one per eight
   *     bytes; pointers are functional addresses
   * @param minimumWidth smallest aligned width that contains every unsynchronised conflict inside a
   *     group; 1 if there is none, 0 if it was not computed
   * @param flags flags such as {@link #RACES_ALLOWED}
   * @param textures by the number in their handles
   * @param domainWidth pixels of a row of a domain of pixels (each work-group is a tile of it, rows
   *     first), or 0
   * @param domainHeight rows of pixels, or 0
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
     * @param kernel index of the kernel in the program
     * @param geometry groups and work-items
     * @param dynamicLocalBytes bytes of local memory beyond the kernel's own
     * @param arguments 64 bits each, in the kernel's order
     * @param minimumWidth lanes that wavefronts need to have at least
     * @param flags see the record component
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

    /** {@return whether its work-items are pixels} */
    public boolean isOfPixels() {
      return domainWidth > 0;
    }

    /** The workload declares that the kernel races by design. */
    public static final int RACES_ALLOWED = 1;

    /** Old values of atomics were used; they depend on the fixed order of execution. */
    public static final int ATOMIC_VALUES_USED = 2;

    /** Races were checked for and found. */
    public static final int RACES_FOUND = 4;

    /** A cooperative launch: all its work-groups must be resident at once. */
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
   * @param number of the step, from 0
   * @param buffer number of the buffer in the program
   * @param bytes number of bytes from the buffer's start
   */
  record Fill(int number, int buffer, long bytes) implements HostStep {}

  /**
   * A host-to-device transfer.
   *
   * @param number of the step, from 0
   * @param buffer number of the buffer in the program
   * @param bytes transferred
   * @param pinned whether the host's memory is page-locked
   */
  record Upload(int number, int buffer, long bytes, boolean pinned) implements HostStep {}

  /**
   * A device-to-host transfer.
   *
   * @param number of the step, from 0
   * @param buffer number of the buffer in the program
   * @param bytes transferred
   * @param pinned whether the host's memory is page-locked
   */
  record Download(int number, int buffer, long bytes, boolean pinned) implements HostStep {}

  /**
   * A device-to-device copy.
   *
   * @param number of the step, from 0
   * @param from number of the buffer that is read
   * @param to number of the buffer that is written
   * @param bytes copied
   */
  record Copy(int number, int from, int to, long bytes) implements HostStep {}

  /**
   * The host waits for everything that was submitted.
   *
   * @param number of the step, from 0
   */
  record Synchronize(int number) implements HostStep {}

  /**
   * An operation that the host submits to a stream without waiting for its end: a launch, whose
   * work-groups follow as they follow a plain one, a transfer, a copy or a fill.
   *
   * @param stream its number, from 1; operations of the default stream are not wrapped
   * @param operation with its number; none of a stream itself
   */
  record InStream(int stream, HostStep operation) implements HostStep {
    @Override
    public int number() {
      return operation.number();
    }
  }

  /**
   * An event marks what its stream has been submitted so far: it occurs when that has ended.
   *
   * @param number of the step, from 0
   * @param stream number of the stream; 0 is the default one
   * @param event number of the event
   * @param all whether it marks all that was submitted; otherwise, in an out-of-order stream, the
   *     last operation alone
   */
  record RecordEvent(int number, int stream, int event, boolean all) implements HostStep {}

  /**
   * Operations that are submitted to a stream from here on wait for an event: for its last {@link
   * RecordEvent} before this step.
   *
   * @param number of the step, from 0
   * @param stream number of the stream; 0 is the default one
   * @param event number of the event
   * @param all whether all later operations wait; otherwise, in an out-of-order stream, the next
   *     one alone
   */
  record WaitEvent(int number, int stream, int event, boolean all) implements HostStep {}

  /**
   * The host waits for what was submitted to one stream.
   *
   * @param number of the step, from 0
   * @param stream number of the stream; 0 is the default one
   */
  record SynchronizeStream(int number, int stream) implements HostStep {}

  /**
   * The host waits for an event: for its last {@link RecordEvent} before this step.
   *
   * @param number of the step, from 0
   * @param event number of the event
   */
  record SynchronizeEvent(int number, int event) implements HostStep {}
}
