// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.TappedProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The progress of a long task, for periodic queries. Queries read the task's own counters, so they
 * do not delay the task. A task has phases, one after the other, and a phase has parallel parts:
 * devices that simulate the same work-groups, or one reader of a file. Thread-safe.
 */
public final class Meter {
  /**
   * The state of the task.
   *
   * @param open unfinished parts
   * @param done completed units, such as work-groups or bytes
   * @param total total of all parts, 0 if unknown
   * @param share share of the total, counting begun units half; 0 if unknown
   */
  public record Reading(
      String phase,
      int open,
      int parts,
      long done,
      long total,
      double share,
      String unit,
      String note) {}

  public final class Part implements AutoCloseable {
    private final long total;
    private LongSupplier count; // null once ended, since it retains the counted task
    private LongSupplier begun; // null once ended
    private boolean ended;

    private Part(long total, LongSupplier count, LongSupplier begun) {
      this.total = total;
      this.count = count;
      this.begun = begun;
    }

    @Override
    public void close() {
      synchronized (Meter.this) {
        ended = true;
        count = null;
        begun = null;
      }
    }

    private long done() {
      return bounded(count);
    }

    private long bounded(LongSupplier counter) {
      return ended
          ? total
          : Math.max(0, Math.min(counter.getAsLong(), total == 0 ? Long.MAX_VALUE : total));
    }
  }

  private final List<Part> parts = new ArrayList<>();
  private String phase = "";
  private String unit = "";
  private long planned;
  private int devices = 1;
  private int expected = 1; // parts of the phase
  private Supplier<String> note = () -> "";

  public Meter() {}

  /** Sets the number of devices, which begin one after the other. */
  public synchronized void devices(int count) {
    devices = count;
  }

  /** Begins a phase with one part for each device; otherwise as {@link #phase}. */
  public synchronized void phaseOfDevices(String name, String what, OptionalLong each) {
    phase(name, what, each);
    expected = devices;
  }

  /** Begins the next phase, with {@code each} units of each part if known; drops earlier parts. */
  public synchronized void phase(String name, String what, OptionalLong each) {
    parts.clear();
    expected = 1;
    phase = name;
    unit = what;
    planned = each.orElse(0);
  }

  /** Sets a note that is shown with the counts; another thread calls the supplier. */
  public synchronized void noting(Supplier<String> words) {
    note = words;
  }

  /** Begins a part of the phase, to be closed at its end; another thread calls the count. */
  public Part part(long passes, LongSupplier count) {
    return part(passes, count, count);
  }

  /** As {@link #part(long, LongSupplier)}, with a count of begun units, completed or not. */
  public synchronized Part part(long passes, LongSupplier count, LongSupplier begun) {
    Part part = new Part(planned > Long.MAX_VALUE / passes ? 0 : planned * passes, count, begun);
    parts.add(part);
    return part;
  }

  public synchronized Reading read() {
    long done = 0;
    long begun = 0;
    long total = 0;
    int open = 0;
    boolean known = !parts.isEmpty();
    for (Part part : parts) {
      long ended = part.done();
      done += ended;
      begun += Math.max(ended, part.bounded(part.begun));
      total += part.total;
      known &= part.total > 0;
      open += part.ended ? 0 : 1;
    }
    int coming = Math.max(0, expected - parts.size());
    long all = known && total > 0 ? total + total / parts.size() * coming : 0;
    double share = all == 0 ? 0 : ((double) done + begun) / 2 / all;
    return new Reading(
        phase, open + coming, parts.size() + coming, done, all, share, unit, note.get());
  }

  /**
   * Returns a source that counts its work-groups as a part of the phase. Closing it closes the
   * original source.
   */
  public ProgramSource counted(ProgramSource source) {
    GroupCount count = new GroupCount();
    part(1, count.groups::get);
    return new TappedProgramSource(source, count);
  }

  /** Counts work-groups in one thread; other threads read the count. */
  private static final class GroupCount implements ProgramSink {
    private final AtomicLong groups = new AtomicLong();

    @Override
    public void group(WorkGroupRecord group) {
      groups.lazySet(groups.getPlain() + 1);
    }
  }
}
