// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.run.RunResult;
import java.math.BigDecimal;

record Seen(Sample sample, RunResult result) {
  double kernelSeconds() {
    return statistic("time.kernels") * 1e-12;
  }

  /** Returns the seconds from the start of the first step to the end of the last step. */
  double seconds() {
    return result.picos() * 1e-12;
  }

  double statistic(String name) {
    BigDecimal value = result.statistics().get(name);
    return value == null ? Double.NaN : value.doubleValue();
  }
}
