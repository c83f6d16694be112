package io.lockstep.trace.record;

import java.util.List;

/**
 * What one work-group did: its segments in order. Immutable, shared by reference among devices.
 *
 * @param group flat work-group id, x fastest
 * @param segments bounded pieces in order of execution
 * @param bytes approximate bytes held, for windows bounded in bytes
 */
public record WorkGroupRecord(long group, List<Segment> segments, long bytes)
    implements ProgramItem {
  /**
   * Measures the segments.
   *
   * @param group flat number of the group in its launch
   * @param segments in the order of execution
   */
  public WorkGroupRecord(long group, List<Segment> segments) {
    this(group, List.copyOf(segments), segments.stream().mapToLong(Segment::bytes).sum() + 64);
  }

  /** {@return whether some access of the group waits for what another group writes} */
  public boolean hasWaits() {
    for (Segment segment : segments) {
      if (segment.waits().hasNeeds()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long heldBytes() {
    return bytes;
  }

  @Override
  public void tell(ProgramSink sink) {
    sink.group(this);
  }
}
