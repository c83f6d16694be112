// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.occupancy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The smallest change that makes more wavefronts resident: a reduction of the limiting needs or, if
 * none helps, another group size with the same needs.
 *
 * @param changes reduced needs, or a single change of the group size
 * @param groups groups that fit after the changes
 * @param wavefronts wavefronts of these groups, more than before
 */
public record NextStep(List<Change> changes, int groups, int wavefronts) {
  /** Name of the group size as a change. */
  public static final String GROUP_SIZE = "group";

  /**
   * One change.
   *
   * @param name name of a {@link Need}, or {@link #GROUP_SIZE}
   * @param from amount before the change
   * @param to amount after the change
   * @param words the change in words, for example {@code 2 registers fewer}
   */
  public record Change(String name, long from, long to, String words) {}

  /**
   * Copies the list.
   *
   * @param changes reduced needs, or a single change of the group size
   * @param groups groups that fit after the changes
   * @param wavefronts wavefronts of these groups
   */
  public NextStep {
    changes = List.copyOf(changes);
  }

  /**
   * {@return the next step; empty if no such change makes more wavefronts resident}
   *
   * @param limits limits of the compute unit
   * @param needs needs of each group
   */
  public static Optional<NextStep> of(UnitLimits limits, Needs needs) {
    UnitLimits.Fit now = limits.fit(needs);
    Optional<NextStep> less = less(limits, needs, now);
    return less.isPresent() ? less : otherSize(limits, needs, now);
  }

  /** Reduces every need that leaves no room for one more group. */
  private static Optional<NextStep> less(UnitLimits limits, Needs needs, UnitLimits.Fit now) {
    int wanted = now.groups() + 1;
    Needs changed = needs;
    List<Change> changes = new ArrayList<>();
    for (Need need : limits.needs()) {
      long amount = needs.amount(need);
      long most = limits.most(needs, need, wanted);
      if (most < 0) {
        return Optional.empty();
      }
      if (most < amount) {
        changed = changed.with(need, most);
        changes.add(new Change(need.name(), amount, most, need.words(amount - most) + " fewer"));
      }
    }
    UnitLimits.Fit then = limits.fit(changed);
    return then.groups() < wanted || changes.isEmpty()
        ? Optional.empty()
        : Optional.of(new NextStep(changes, then.groups(), then.wavefronts()));
  }

  /** Tries other numbers of wavefronts per group, nearest first; of two, the smaller first. */
  private static Optional<NextStep> otherSize(UnitLimits limits, Needs needs, UnitLimits.Fit now) {
    int wavefronts = limits.wavefronts(needs.groupSize());
    int most = limits.wavefronts(limits.largestGroup());
    for (int apart = 1; apart < Math.max(wavefronts, most); apart++) {
      for (int w : new int[] {wavefronts - apart, wavefronts + apart}) {
        if (w < 1 || w > most) {
          continue;
        }
        int size = Math.min(w * limits.width(), limits.largestGroup());
        UnitLimits.Fit then = limits.fit(needs.withGroupSize(size));
        if (then.wavefronts() > now.wavefronts()) {
          Change change =
              new Change(GROUP_SIZE, needs.groupSize(), size, "groups of " + size + " work-items");
          return Optional.of(new NextStep(List.of(change), then.groups(), then.wavefronts()));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * {@return the needs after the step}
   *
   * @param limits limits of the compute unit
   * @param needs the needs before the step
   */
  public Needs taken(UnitLimits limits, Needs needs) {
    Needs after = needs;
    for (Change c : changes) {
      if (c.name().equals(GROUP_SIZE)) {
        after = after.withGroupSize((int) c.to());
      }
      for (Need need : limits.needs()) {
        after = need.name().equals(c.name()) ? after.with(need, c.to()) : after;
      }
    }
    return after;
  }

  /** {@return the step in words, for example {@code 2 registers fewer: 3 groups}} */
  public String words() {
    String what = changes.stream().map(Change::words).collect(Collectors.joining(" and "));
    return what
        + ": "
        + groups
        + (groups == 1 ? " group" : " groups")
        + (changes.get(0).name().equals(GROUP_SIZE) ? ", " + wavefronts + " wavefronts" : "");
  }
}
