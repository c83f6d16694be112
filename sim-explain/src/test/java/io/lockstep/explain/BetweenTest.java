// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.figures.FigureGroup;
import io.lockstep.explain.figures.FigureGroups;
import io.lockstep.explain.figures.Side;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BetweenTest {
  private static final Catalogue ALL = Catalogue.of(Optional.empty(), List.of());

  private static Between between(Map<String, String> changes) {
    DeviceSpec from = ALL.spec("mi300a");
    DeviceSpec to = from.with(changes);
    Side side = new Side("mi300a", from);
    return new Between(
        ALL, side, new Side("changed", to), FigureGroups.of(from, to, Set.of()), side);
  }

  private static List<Long> all(Between between) {
    return LongStream.rangeClosed(0, between.all()).boxed().toList();
  }

  @Test
  void twoGroupsThatAreLegalOnlyTogetherAreMergedAndOthersAreNot() {
    // 220 cycles of the L1 are more than the 213 cycles of the L2 of an MI300A.
    Between between =
        between(
            Map.of(
                "l1.latency", "220cycles", "l2.latency", "240cycles", "lds.latency", "60cycles"));
    assertThat(between.groups()).extracting(FigureGroup::name).containsExactly("LDS", "L1", "L2");
    assertThat(between.requirePossible(all(between))).isFalse();
    assertThat(between.groups()).extracting(FigureGroup::name).containsExactly("LDS", "L1 + L2");
    assertThat(between.requirePossible(all(between))).isTrue();
    assertThat(between.variants()).containsOnlyKeys(all(between));
  }

  @Test
  void groupsThatAreLegalAloneStayApart() {
    Between between = between(Map.of("lds.latency", "60cycles", "l2.ways", "8"));
    assertThat(between.requirePossible(all(between))).isTrue();
    assertThat(between.groups()).extracting(FigureGroup::name).containsExactly("LDS", "L2");
  }
}
