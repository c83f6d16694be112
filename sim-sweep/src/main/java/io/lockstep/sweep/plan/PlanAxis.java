// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.sweep.file.DesignCoordinate;
import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.Listed;
import io.lockstep.sweep.file.Named;
import java.util.List;

/** An axis of a plan: one or several parameters and figures that vary together. */
interface PlanAxis {
  int length();

  /** Returns the value at a step of one of the parameters or figures of this axis. */
  String value(int column, int step);

  /** Parameters or figures with lists of equal length. */
  record Lists(List<List<Item>> columns) implements PlanAxis {
    static Lists of(List<Named> all) {
      return new Lists(all.stream().map(n -> ((Listed) n.values()).items()).toList());
    }

    @Override
    public int length() {
      return columns.get(0).size();
    }

    @Override
    public String value(int column, int step) {
      return columns.get(column).get(step).text();
    }
  }

  /** Parameters and figures that a design draws. */
  record Drawn(List<DesignCoordinate> columns, DesignRows rows) implements PlanAxis {
    @Override
    public int length() {
      return rows.size();
    }

    @Override
    public String value(int column, int step) {
      return columns.get(column).at(rows.share(column, step));
    }
  }

  record Phases(List<Integer> phases) implements PlanAxis {
    @Override
    public int length() {
      return phases.size();
    }

    @Override
    public String value(int column, int step) {
      return phases.get(step).toString();
    }
  }
}
