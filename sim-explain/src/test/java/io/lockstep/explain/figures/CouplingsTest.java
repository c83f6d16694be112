// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.game.Coalition;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Groups whose figures a check couples. */
class CouplingsTest {
  /** A check that is content where all of some groups are of one device. */
  private static LongPredicate together(long some) {
    return chosen -> (chosen & some) == 0 || (chosen & some) == some;
  }

  @Property(tries = 300)
  @Label("two coupled groups are found, whatever specification was refused, and no third one")
  void twoCoupledGroupsAreFoundWhateverSpecificationWasRefusedAndNoThirdOne(
      @ForAll @IntRange(min = 2, max = 20) int groups, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int one = random.nextInt(groups);
    int other = (one + 1 + random.nextInt(groups - 1)) % groups;
    long both = Coalition.of(one) | Coalition.of(other);
    long rest = random.nextLong() & Coalition.all(groups) & ~both;
    long refused = rest | Coalition.of(random.nextBoolean() ? one : other);
    assertThat(Couplings.of(refused, groups, together(both))).containsExactlyInAnyOrder(one, other);
  }

  @Test
  @DisplayName("of three that have to go together, at least two are found, and never a fourth")
  void ofThreeThatHaveToGoTogetherAtLeastTwoAreFoundAndNever() {
    for (long refused = 0; refused < 1 << 6; refused++) {
      if (!together(0b111).test(refused)) {
        assertThat(Couplings.of(refused, 6, together(0b111)))
            .hasSizeGreaterThanOrEqualTo(2)
            .isSubsetOf(0, 1, 2);
      }
    }
  }

  @Test
  @DisplayName("what is refused on one side alone is coupled with what would allow it")
  void oneWay() {
    LongPredicate needs = chosen -> !Coalition.has(chosen, 2) || Coalition.has(chosen, 4);
    assertThat(Couplings.of(0b01110, 5, needs)).containsExactly(2, 4);
  }
}
