// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.spi.spec.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WavefrontRulesTest {
  private static final Figures GROUPS_OF_4 = Figures.of(Map.of(PolicySpec.GROUP, 4L));

  /** A choice written down as plainly as possible. */
  private interface Model {
    int choose(List<Integer> ready, long[] age, long[] since, int last);
  }

  /** Plays rounds in which random wavefronts are ready. */
  private static void play(WavefrontPolicy policy, int slots, long seed, Model model) {
    Random random = new Random(seed);
    ReadyWavefronts queue = new ReadyWavefronts(policy, slots, GROUPS_OF_4);
    long[] age = new long[slots];
    long[] since = new long[slots];
    long arrived = 0;
    for (int w = 0; w < slots; w++) {
      queue.started(w);
      age[w] = arrived++;
    }
    int last = -1;
    for (int tick = 0; tick < 200; tick++) {
      if (random.nextInt(8) == 0) {
        int w = random.nextInt(slots);
        queue.started(w);
        age[w] = arrived++;
      }
      List<Integer> ready = new ArrayList<>();
      queue.clear();
      for (int w = 0; w < slots; w++) {
        if (random.nextBoolean()) {
          since[w] = random.nextInt(tick + 1);
          queue.add(w, since[w]);
          ready.add(w);
        }
      }
      int expected = ready.isEmpty() ? -1 : model.choose(ready, age, since, last);
      assertThat(queue.pick()).isEqualTo(expected);
      assertThat(queue.pick()).as("asked again").isEqualTo(expected);
      if (expected >= 0 && random.nextInt(4) > 0) { // it may have been held back
        queue.issued(expected, tick);
        last = expected;
      }
    }
  }

  private static int after(List<Integer> ready, int last) {
    return ready.stream().filter(w -> w > last).findFirst().orElse(ready.get(0));
  }

  private static int oldest(List<Integer> ready, long[] age) {
    return ready.stream().min(Comparator.comparingLong(w -> age[w])).orElseThrow();
  }

  @Property(tries = 50)
  void oldestFirstIsTheFirstToHaveCome(
      @ForAll @IntRange(min = 1, max = 40) int slots, @ForAll long seed) {
    play(new OldestFirst(), slots, seed, (ready, age, since, last) -> oldest(ready, age));
  }

  @Property(tries = 50)
  void roundRobinIsTheNextInTurn(
      @ForAll @IntRange(min = 1, max = 40) int slots, @ForAll long seed) {
    play(
        new RoundRobin(),
        slots,
        seed,
        (ready, age, since, last) -> after(ready, Math.max(0, last)));
  }

  @Property(tries = 50)
  void greedyThenOldestStaysWithTheLast(
      @ForAll @IntRange(min = 1, max = 40) int slots, @ForAll long seed) {
    play(
        new GreedyThenOldest(),
        slots,
        seed,
        (ready, age, since, last) -> ready.contains(last) ? last : oldest(ready, age));
  }

  @Property(tries = 50)
  void longestReadyIsTheFirstToHaveBeenReady(
      @ForAll @IntRange(min = 1, max = 40) int slots, @ForAll long seed) {
    play(
        new LongestReady(),
        slots,
        seed,
        (ready, age, since, last) ->
            ready.stream().min(Comparator.comparingLong(w -> since[w])).orElseThrow());
  }

  @Property(tries = 50)
  void twoLevelLeavesItsGroupOnlyWhenNoneOfItIsReady(
      @ForAll @IntRange(min = 1, max = 40) int slots, @ForAll long seed) {
    play(
        new TwoLevel(),
        slots,
        seed,
        (ready, age, since, last) -> {
          int group = Math.max(0, last) / 4;
          List<Integer> here = ready.stream().filter(w -> w / 4 == group).toList();
          return here.isEmpty() ? after(ready, 4 * group + 3) : after(here, Math.max(0, last));
        });
  }

  @Test
  void ofSeveralThatIssueAtOneTickTheRuleHearsOfTheFirst() {
    ReadyWavefronts queue = new ReadyWavefronts(new RoundRobin(), 4, GROUPS_OF_4);
    queue.issued(2, 7);
    queue.issued(1, 7);
    for (int w = 0; w < 4; w++) {
      queue.add(w, 0);
    }
    assertThat(queue.pick()).isEqualTo(3);
  }

  @Test
  void aRuleThatChoosesWhoIsNotReadyIsNamed() {
    WavefrontPolicy wrong =
        new WavefrontPolicy() {
          @Override
          public String name() {
            return "wrong";
          }

          @Override
          public String definition() {
            return "chooses nobody";
          }

          @Override
          public WavefrontRule rule(int slots, Figures figures) {
            return new WavefrontRule() {
              @Override
              public int choose(Candidates ready) {
                return 3;
              }
            };
          }
        };
    ReadyWavefronts queue = new ReadyWavefronts(wrong, 4, GROUPS_OF_4);
    queue.add(1, 0);
    assertThatThrownBy(queue::pick)
        .hasMessage(wrong.getClass().getName() + " chose wavefront 3, which is not ready");
  }

  @Property(tries = 40)
  void greedyThenYoungestStaysWithTheLastOneAndElseTakesTheNewest(
      @ForAll @IntRange(min = 1, max = 32) int slots, @ForAll long seed) {
    play(
        new GreedyThenYoungest(),
        slots,
        seed,
        (ready, age, since, last) ->
            ready.contains(last)
                ? last
                : ready.stream().max(Comparator.comparingLong(w -> age[w])).orElseThrow());
  }
}
