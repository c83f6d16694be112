// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import org.junit.jupiter.api.Test;

/** Look-ups of lines of 64 bytes that an MI250X counts: ROCm blogs, seismic stencils, part 2. */
class LineLookupsTest {
  private static int count(int line, long origin, int bytes, long stride, long mask) {
    Access a = new Access();
    a.setAffine(mask, 64, bytes, origin, stride);
    return new LineLookups(line, 64).count(a);
  }

  @Test
  void aQuarterOfAlignedDwordsLooksUpOneLine() {
    assertThat(count(64, 4096, 4, 4, -1)).isEqualTo(4);
    assertThat(count(128, 4096, 4, 4, -1)).isEqualTo(4);
  }

  @Test
  void aQuarterOffALinesStartLooksUpTwo() {
    assertThat(count(64, 4096 + 16, 4, 4, -1)).isEqualTo(8);
    assertThat(count(128, 4096 + 16, 4, 4, -1)).isEqualTo(6);
  }

  @Test
  void fourLanesOfOverlapping128BitLoadsLookUpALineEachAndEveryFourthTwo() {
    assertThat(count(64, 4096, 16, 4, -1)).isEqualTo(20);
    assertThat(count(64, 4096 - 16, 16, 4, -1)).isEqualTo(20);
  }

  @Test
  void elementsOf96BitsAreLookedUpInGroupsOfFourLanes() {
    assertThat(count(64, 4096, 12, 1024, -1)).isEqualTo(64);
    assertThat(count(128, 4096, 12, 0, -1)).isEqualTo(16);
  }

  @Test
  void lanesFarApartLookUpALineEach() {
    assertThat(count(64, 4096, 4, 1024, -1)).isEqualTo(64);
  }

  @Test
  void aStretchWithoutActiveLanesLooksUpNothing() {
    assertThat(count(64, 4096, 4, 4, 0xFFFFL)).isEqualTo(1);
    assertThat(count(64, 4096, 4, 4, 0)).isZero();
    assertThat(count(64, 4096, 4, 0, -1)).isEqualTo(4);
  }
}
