// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SampledGroupsTest {
  private static final long ROUND = 10;
  private static final long GROUPS = 100 * ROUND + 3;

  private final SamplePlan plan = SamplePlan.of(GROUPS, ROUND, 0, 4).orElseThrow();

  /** Work-groups that need not be executed if they are {@code skippable}. */
  private static final class Source implements WorkGroupSource {
    private final boolean skippable;
    private long next;
    private final List<Long> read = new ArrayList<>();

    Source(boolean skippable) {
      this.skippable = skippable;
    }

    @Override
    public Status next() {
      if (next == GROUPS) {
        return Status.END;
      }
      read.add(next++);
      return Status.RECORD;
    }

    @Override
    public WorkGroupRecord record() {
      return new WorkGroupRecord(next - 1, List.of());
    }

    @Override
    public boolean skip(long count) {
      next += skippable ? count : 0;
      return skippable;
    }

    @Override
    public Optional<WorkGroupRecord> find(long group) {
      return skippable ? Optional.of(new WorkGroupRecord(group, List.of())) : Optional.empty();
    }
  }

  /** Notes the next group at each boundary. */
  private static final class Boundaries implements SampledGroups.Boundaries {
    private final List<String> events = new ArrayList<>();
    private long simulated;
    private long skipped;

    @Override
    public void starts(int window) {
      events.add("start " + window + " after " + simulated);
    }

    @Override
    public void middle(int window) {
      events.add("middle " + window + " after " + simulated);
    }

    @Override
    public void ends(int window) {
      events.add("end " + window + " after " + simulated);
    }

    @Override
    public void complete() {
      events.add("complete after " + simulated);
    }

    @Override
    public void skips(WorkGroupRecord group, long before) {
      skipped++;
    }

    @Override
    public long unread(long next, long end) {
      return end - next;
    }
  }

  private List<Long> simulate(Source source, Boundaries boundaries) {
    SampledGroups groups = new SampledGroups(source, plan, boundaries);
    List<Long> simulated = new ArrayList<>();
    while (groups.next() == WorkGroupSource.Status.RECORD) {
      simulated.add(groups.record().group());
      boundaries.simulated++;
    }
    return simulated;
  }

  @Test
  void crossesTheBoundariesOfEachWindowWhenItsGroupsAreRequested() {
    Boundaries boundaries = new Boundaries();
    simulate(new Source(false), boundaries);
    List<String> expected = new ArrayList<>();
    for (int k = 0; k < plan.windows(); k++) {
      long before = 9 * ROUND * k;
      expected.add("start " + k + " after " + (before + 3 * ROUND));
      expected.add("middle " + k + " after " + (before + 6 * ROUND));
      expected.add("end " + k + " after " + (before + 9 * ROUND));
    }
    expected.add("complete after " + (GROUPS - plan.skipped()));
    assertThat(boundaries.events).isEqualTo(expected);
  }

  @Test
  void simulatesTheGroupsOfWindowsAndThoseAfterTheLastOne() {
    Boundaries boundaries = new Boundaries();
    List<Long> simulated = simulate(new Source(false), boundaries);
    List<Long> expected = new ArrayList<>();
    for (int k = 0; k < plan.windows(); k++) {
      for (long g = plan.resume(k); g < plan.end(k); g++) {
        expected.add(g);
      }
    }
    for (long g = plan.end(plan.windows() - 1); g < GROUPS; g++) {
      expected.add(g);
    }
    assertThat(simulated).isEqualTo(expected);
    assertThat(boundaries.skipped).isEqualTo(plan.skipped());
  }

  @Test
  void readsNoGroupOfAGapThatNeedsNoExecution() {
    Source source = new Source(true);
    List<Long> simulated = simulate(source, new Boundaries());
    assertThat(source.read).isEqualTo(simulated);
    assertThat(simulated).hasSize((int) (GROUPS - plan.skipped()));
  }
}
