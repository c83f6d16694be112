// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Versions;
import java.util.List;
import org.junit.jupiter.api.Test;

class WavefrontArrivalsTest {
  private static final int SIZE = 8;

  private final Reconvergence fragments =
      new Reconvergence(SIZE, new CompiledBlock[0], null, null, new Versions());

  private void live(int lanes) {
    ActiveLanes all = new ActiveLanes(SIZE);
    all.setAll(lanes, 1);
    fragments.setLive(all);
  }

  private static Fragment waiting(int barrier, long mask) {
    Fragment f = new Fragment(SIZE);
    f.lanes.mask[0] = mask;
    f.lanes.update(1);
    f.waiting = 1 << barrier;
    return f;
  }

  @Test
  void aWavefrontHasArrivedIfAnyOfItsWorkItemsWaits() {
    live(8);
    List<Fragment> first = List.of(waiting(0, 0b0110));
    assertThat(new WavefrontArrivals(8, fragments).haveArrived(first, 0)).isTrue();
    assertThat(new WavefrontArrivals(4, fragments).haveArrived(first, 0)).isFalse();
    assertThat(
            new WavefrontArrivals(4, fragments)
                .haveArrived(List.of(waiting(0, 0b0110), waiting(0, 0b1000_0000)), 0))
        .isTrue();
    assertThat(
            new WavefrontArrivals(4, fragments)
                .haveArrived(List.of(waiting(0, 0b0110), waiting(1, 0b1000_0000)), 0))
        .isFalse();
  }

  @Test
  void wavefrontsThatHaveEndedAreNotWaitedFor() {
    live(4);
    assertThat(new WavefrontArrivals(4, fragments).haveArrived(List.of(waiting(2, 1)), 2)).isTrue();
  }
}
