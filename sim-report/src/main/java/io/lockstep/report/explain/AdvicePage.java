// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.advise.DeviceAdvice;
import io.lockstep.advise.Recommendations;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import java.util.List;

public final class AdvicePage {
  private AdvicePage() {}

  public static String of(Origin origin, Recommendations r) {
    List<String> devices = r.devices().stream().map(DeviceAdvice::device).toList();
    Page page =
        new Page("Recommendations: " + r.workload() + " on " + String.join(", ", devices), origin)
            .lead(lead(r))
            .data(Recommendations.ANSWER.json(origin.version(), r));
    page.add(AdviceSection.of(r.devices(), r.notes()));
    return page.write();
  }

  private static String lead(Recommendations r) {
    StringBuilder parameters = new StringBuilder();
    r.parameters().forEach((k, v) -> parameters.append(' ').append(k).append('=').append(v));
    return r.workload()
        + parameters
        + (r.kernels() ? ", kernel time only" : "")
        + ". Each gain was simulated with that part of the program or device changed. Gains are"
        + " upper bounds: remedies have costs of their own"
        + (r.state() == Recommendations.State.PARTIAL
            ? ". The search ended early: not all changes were simulated."
            : ".");
  }
}
