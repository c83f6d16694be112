// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.occupancy;

import io.lockstep.inspect.occupancy.OccupancyAnswer;
import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import java.util.List;

public final class OccupancyPage {
  private OccupancyPage() {}

  public static String of(Origin origin, String title, List<OccupancyRow> rows) {
    Page page = new Page("Occupancy: " + title, origin);
    page.lead(
        "Resident work-groups per compute unit by kernel, the limiting resource, and the change that raises occupancy.");
    page.data(OccupancyAnswer.ANSWER.json(origin.version(), rows));
    OccupancySections.of(rows, "").forEach(page::add);
    return page.write();
  }
}
