// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.inspect.occupancy.LaunchShape;
import java.util.List;
import java.util.SortedMap;

/** Further executions of the workload, for evidence that only some rules need. */
interface Executions {
  /** Returns the launches with some parameters changed; empty if the values are illegal. */
  List<LaunchShape> shapes(SortedMap<String, String> changed);

  /** Returns counts of the host's launches and transfers. */
  default HostWork hostWork() {
    return HostWork.NONE;
  }
}
