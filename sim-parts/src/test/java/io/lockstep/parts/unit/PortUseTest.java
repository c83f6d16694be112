// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Totals;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PortUseTest {
  @Test
  @DisplayName("work at peak is shared by all ports of a kind, also those that never issued")
  void workAtPeakIsSharedByAllPortsOfAKind() {
    IssueScheme scheme =
        new IssueScheme(
            TestCause.values(), TestCause.NONE, List.of(new IssuePort("issue", "4", "All.")));
    Totals sums = new Totals();
    String issued = scheme.issued(scheme.ports().get(0)).get(0);
    sums.count(issued, 800); // whichever of the 8 ports of two units did it
    assertThat(new PortUse(scheme, 4, 2, sums).workAtPeak()).isEqualTo(100);
  }
}
