package io.lockstep.parts.unit;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.parts.stats.CommonCause;
import io.lockstep.parts.stats.IssueScheme;
import java.util.Arrays;

/**
 * An account that also counts by port the ticks in which something issued: what a unit whose parts
 * are ideal has to do at least. Of such units alone. Not thread-safe.
 */
final class WorkAccount extends IssueAccount {
  private final int causes;
  private final boolean[] issues; // by cause
  private final long[] worked; // by port and cause

  WorkAccount(int ports, IssueScheme scheme) {
    super(ports, scheme);
    causes = scheme.causes().size();
    worked = new long[ports * causes];
    issues = new boolean[causes];
    for (int c = 0; c < issues.length; c++) {
      issues[c] = scheme.causes().get(c).common() == CommonCause.ISSUED;
    }
  }

  @Override
  public void advance(int port, long tick, int cause, int row) {
    long from = until(port);
    super.advance(port, tick, cause, row);
    if (issues[cause] && tick > from) {
      worked[port * causes + cause] += tick - from;
    }
  }

  /** Adds what each port issued, by cause. */
  void addTo(WorkAtPeak sum) {
    for (int i = 0; i < worked.length; i++) {
      if (worked[i] != 0) {
        sum.add(i / causes, i % causes, worked[i]);
      }
    }
  }

  @Override
  public void reset(long tick) {
    super.reset(tick);
    Arrays.fill(worked, 0);
  }

  @Override
  public void save(StateWriter out) {
    super.save(out);
    out.writeLongs(worked);
  }

  @Override
  public void load(StateReader in) {
    super.load(in);
    in.readInto(worked);
  }
}
