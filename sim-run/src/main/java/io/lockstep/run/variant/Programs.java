package io.lockstep.run.variant;

import io.lockstep.run.RunOptions;
import io.lockstep.run.SharedProgram;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Programs that have been executed, by their content: two workloads that are the same but for their
 * path share one. Those that nobody uses are kept for the next run as long as they are few.
 * Thread-safe.
 */
final class Programs implements AutoCloseable {
  /** Each may hold a window of records in memory, and any number in a temporary file. */
  private static final int MOST_UNUSED = 2;

  private final Map<String, Lease> leases = new LinkedHashMap<>(); // oldest first

  /** A program in use. */
  static final class Lease {
    private final String text;
    private final SharedProgram program;
    private int users;

    private Lease(String text, SharedProgram program) {
      this.text = text;
      this.program = program;
    }

    SharedProgram program() {
      return program;
    }

    /** Executes it unless that was done; why there was no time, or empty. */
    synchronized Optional<String> execute(RunOptions options) {
      return program.execute(options);
    }
  }

  /**
   * A program of a content: the one that is there, or else this one.
   *
   * @param opened closed here, sooner or later
   */
  synchronized Lease lease(String text, SharedProgram opened) {
    Lease lease = leases.remove(text); // to be put last
    if (lease == null) {
      lease = new Lease(text, opened);
    } else {
      opened.close();
    }
    leases.put(text, lease);
    lease.users++;
    return lease;
  }

  /** Gives one back. */
  synchronized void release(Lease lease, boolean usable) {
    lease.users--;
    if (!usable && lease.users == 0) {
      leases.remove(lease.text);
      lease.program.close();
    }
    long unused = leases.values().stream().filter(l -> l.users == 0).count();
    for (Iterator<Lease> i = leases.values().iterator(); unused > MOST_UNUSED && i.hasNext(); ) {
      Lease oldest = i.next();
      if (oldest.users == 0) {
        i.remove();
        oldest.program.close();
        unused--;
      }
    }
  }

  @Override
  public synchronized void close() {
    leases.values().forEach(lease -> lease.program.close());
    leases.clear();
  }
}
