// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.explain.experiment.Decimals;
import io.lockstep.run.answer.Answer;

/**
 * A group of a suite's rows, with its errors as root mean squares of logarithms.
 *
 * @param before error of the device as it was
 * @param after error of the fitted device
 * @param leftOut error of a device that was fitted to the other groups
 */
public record LeftOutGroup(String group, int rows, double before, double after, double leftOut) {
  /** Declares the fields and columns of a group. */
  public static final Answer<LeftOutGroup> ANSWER =
      Answer.<LeftOutGroup>part()
          .text("group", "Name of the group; empty for rows without one.", LeftOutGroup::group)
          .integer("rows", "Number of rows.", LeftOutGroup::rows)
          .real("before", "Error before the fit.", LeftOutGroup::before)
          .real("after", "Error of the fitted device.", LeftOutGroup::after)
          .real("left_out", "Error if the fit does not see the group.", LeftOutGroup::leftOut)
          .column("group", LeftOutGroup::group)
          .column(">rows", g -> String.valueOf(g.rows))
          .column(">before", g -> Decimals.percent(g.before, 2))
          .column(">after", g -> Decimals.percent(g.after, 2))
          .column(">left out", g -> Decimals.percent(g.leftOut, 2));
}
