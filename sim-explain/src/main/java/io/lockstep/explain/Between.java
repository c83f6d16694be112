// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.UnexplainedException;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.figures.Couplings;
import io.lockstep.explain.figures.FigureGroup;
import io.lockstep.explain.figures.FigureGroups;
import io.lockstep.explain.figures.Hybrids;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.game.Coalition;
import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.RefusalException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Creates hybrid specifications of two devices, with some groups of figures from each. If a
 * validity check rejects a hybrid because it mixes dependent figures, their groups are merged.
 */
public final class Between {
  private final Catalogue catalogue;
  private final Side from;
  private final Side to;
  private final Side host;
  private FigureGroups groups;
  private Hybrids hybrids;
  private final Map<Long, Variant> variants = new TreeMap<>();
  private final Map<Long, String> refused = new HashMap<>();

  /**
   * Creates the hybrids of two devices; specifications are created on demand.
   *
   * @param groups differences between the devices
   * @param host device from which every specification takes its host figures
   */
  public Between(Catalogue catalogue, Side from, Side to, FigureGroups groups, Side host) {
    this.catalogue = catalogue;
    this.from = from;
    this.to = to;
    this.host = host;
    take(groups);
  }

  private void take(FigureGroups some) {
    groups = some;
    hybrids = new Hybrids(from, to, some, host);
    variants.clear();
    refused.clear();
  }

  public List<FigureGroup> groups() {
    return groups.groups();
  }

  /** Returns the coalition of all groups, as a bit mask. */
  public long all() {
    return Coalition.all(groups().size());
  }

  /** Returns the specifications requested so far, by bit mask of the second device's groups. */
  public Map<Long, Variant> variants() {
    return variants;
  }

  /**
   * Returns a hybrid specification.
   *
   * @param chosen bit mask of the second device's groups; checked before by {@link
   *     #requirePossible}
   */
  public Variant variant(long chosen) {
    return variants.computeIfAbsent(chosen, hybrids::variant);
  }

  /**
   * Checks hybrid specifications, and merges groups that are legal only together.
   *
   * @param wanted bit mask of the second device's groups, for each specification
   * @return whether all are legal; otherwise groups have been merged and masks are invalid
   * @throws UnexplainedException if no groups can be found that make the specifications legal
   */
  public boolean requirePossible(Collection<Long> wanted) {
    for (long chosen : wanted) {
      if (!isPossible(chosen)) {
        Set<Integer> together = Couplings.of(chosen, groups().size(), this::isPossible);
        if (together.size() < 2) {
          throw new UnexplainedException(
              UnexplainedException.Why.REFUSED,
              "there is no device between %s and %s: %s"
                  .formatted(from.name(), to.name(), refused.get(chosen)));
        }
        take(groups.coupled(together));
        return false;
      }
    }
    return true;
  }

  private boolean isPossible(long chosen) {
    if (variants.containsKey(chosen) || refused.containsKey(chosen)) {
      return variants.containsKey(chosen);
    }
    try {
      Variant variant = hybrids.variant(chosen);
      catalogue.device(variant.spec());
      variants.put(chosen, variant);
      return true;
    } catch (InputException | RefusalException e) {
      refused.put(chosen, e.getMessage());
      return false;
    }
  }
}
