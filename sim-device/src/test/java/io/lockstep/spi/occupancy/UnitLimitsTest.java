// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.occupancy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongToIntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

/** What follows from any device's resources, whatever they are. */
class UnitLimitsTest {
  private static final Need OTHER = new Need("other", "other", "others", 0);
  private static final List<Need> NEEDS = List.of(Need.REGISTERS, Need.LOCAL_MEMORY, OTHER);

  /** Random resources, capacities near what some groups take. */
  private static UnitLimits limits(Random r) {
    int width = 1 << r.nextInt(7);
    int slots = 1 + r.nextInt(48);
    List<Resource> all = new ArrayList<>();
    all.add(Resource.forWavefronts("wavefronts", Need.SLOT, slots));
    if (r.nextBoolean()) {
      all.add(Resource.forGroups("groups", Need.SLOT, 1 + r.nextInt(16)));
    }
    if (r.nextBoolean()) {
      all.add(Resource.forGroups("barriers", Need.SLOT, 1 + r.nextInt(16)).fromWavefronts(2));
    }
    all.add(
        r.nextBoolean()
            ? Resource.forWavefronts("registers", Need.REGISTERS, r.nextInt(800))
                .inBanks(1 + r.nextInt(4))
                .inGranules(1 + r.nextInt(8))
                .atLeast(r.nextInt(2))
            : Resource.forGroupsOfWavefronts("registers", Need.REGISTERS, r.nextInt(20_000))
                .taking(width)
                .togetherFor(1 + r.nextInt(2))
                .inGranules(1 << r.nextInt(10)));
    all.add(
        Resource.forGroups("local memory", Need.LOCAL_MEMORY, r.nextInt(1 << 16))
            .inGranules(1 << r.nextInt(10)));
    if (r.nextBoolean()) {
      all.add(Resource.forWavefronts("others", OTHER, r.nextInt(300)));
    }
    return new UnitLimits(width, slots, width * (1 + r.nextInt(16)), all);
  }

  private static Needs needs(UnitLimits limits, Random r) {
    return Needs.of(1 + r.nextInt(limits.largestGroup()))
        .with(Need.REGISTERS, r.nextInt(128))
        .with(Need.LOCAL_MEMORY, r.nextInt(1 + r.nextInt(1 << 15)))
        .with(OTHER, r.nextInt(30));
  }

  private static Resource more(Resource a) {
    return new Resource(a.name(), a.need(), a.holder(), a.capacity() + 1, a.banks(), a.charge());
  }

  @Property(tries = 2000)
  @Label("one unit more of any resource never makes fewer groups fit")
  void oneUnitMoreNeverLowersGroups(@ForAll long seed) {
    Random r = new Random(seed);
    UnitLimits limits = limits(r);
    Needs needs = needs(limits, r);
    int before = limits.fit(needs).groups();
    for (int i = 0; i < limits.resources().size(); i++) {
      List<Resource> larger = new ArrayList<>(limits.resources());
      larger.set(i, more(larger.get(i)));
      UnitLimits after =
          new UnitLimits(limits.width(), limits.maximum(), limits.largestGroup(), larger);
      assertThat(after.fit(needs).groups()).isGreaterThanOrEqualTo(before);
    }
  }

  @Property(tries = 2000)
  @Label("one more of any need never makes more groups fit")
  void oneMoreOfANeedNeverRaisesGroups(@ForAll long seed) {
    Random r = new Random(seed);
    UnitLimits limits = limits(r);
    Needs needs = needs(limits, r);
    for (Need need : NEEDS) {
      assertThat(limits.fit(needs.with(need, needs.amount(need) + 1)).groups())
          .isLessThanOrEqualTo(limits.fit(needs).groups());
    }
  }

  @Property(tries = 3000)
  @Label("taking the next step gives what it says, and more wavefronts than before")
  void theNextStepIsTrue(@ForAll long seed) {
    Random r = new Random(seed);
    UnitLimits limits = limits(r);
    Needs needs = needs(limits, r);
    UnitLimits.Fit before = limits.fit(needs);
    NextStep.of(limits, needs)
        .ifPresent(
            step -> {
              UnitLimits.Fit after = limits.fit(step.taken(limits, needs));
              assertThat(after.groups()).isEqualTo(step.groups());
              assertThat(after.wavefronts()).isEqualTo(step.wavefronts());
              assertThat(after.wavefronts()).isGreaterThan(before.wavefronts());
            });
  }

  @Property(tries = 2000)
  @Label("no smaller change of the same needs does: with any of them one higher, it is as before")
  void theNextStepIsTheSmallest(@ForAll long seed) {
    Random r = new Random(seed);
    UnitLimits limits = limits(r);
    Needs needs = needs(limits, r);
    Optional<NextStep> step = NextStep.of(limits, needs);
    if (step.isEmpty() || step.get().changes().get(0).name().equals(NextStep.GROUP_SIZE)) {
      return;
    }
    Needs taken = step.get().taken(limits, needs);
    for (Need need : NEEDS) {
      if (taken.amount(need) < needs.amount(need)) {
        assertThat(limits.fit(taken.with(need, taken.amount(need) + 1)).groups())
            .isEqualTo(limits.fit(needs).groups());
      }
    }
  }

  @Property(tries = 300)
  @Label("without a next step no less of every need and no other size of group holds more")
  void withoutANextStepThereIsNone(@ForAll long seed) {
    Random r = new Random(seed);
    UnitLimits limits = limits(r);
    Needs needs = needs(limits, r);
    if (NextStep.of(limits, needs).isPresent()) {
      return;
    }
    int now = limits.fit(needs).wavefronts();
    Needs least = needs;
    for (Need need : NEEDS) {
      least = least.with(need, Math.min(needs.amount(need), need.least()));
    }
    assertThat(limits.fit(least).wavefronts()).isEqualTo(now);
    for (int size = 1; size <= limits.largestGroup(); size++) {
      assertThat(limits.fit(needs.withGroupSize(size)).wavefronts()).isLessThanOrEqualTo(now);
    }
  }

  @Property(tries = 300)
  @Label("a curve is what each value by itself gives")
  void aCurveIsWhatEachValueByItselfGives(@ForAll long seed) {
    Random r = new Random(seed);
    UnitLimits limits = limits(r);
    Needs needs = needs(limits, r);
    isTrue(
        OccupancyCurve.over(limits, needs, Need.REGISTERS),
        1,
        200,
        n -> limits.fit(needs.with(Need.REGISTERS, n)).groups());
    isTrue(
        OccupancyCurve.over(limits, needs, Need.LOCAL_MEMORY),
        0,
        2000,
        n -> limits.fit(needs.with(Need.LOCAL_MEMORY, n)).groups());
  }

  private static void isTrue(OccupancyCurve curve, long from, long to, LongToIntFunction groups) {
    for (long n = from; n <= to; n++) {
      long value = n;
      int said =
          curve.points().stream()
              .filter(p -> p.to() >= value)
              .findFirst()
              .map(p -> p.fit().groups())
              .orElse(0);
      assertThat(said).as(curve.over() + " " + n).isEqualTo(groups.applyAsInt(n));
    }
  }

  @Property(tries = 300)
  @Label("a curve over group sizes is what each size by itself gives")
  void aCurveOverGroupSizes(@ForAll long seed) {
    Random r = new Random(seed);
    UnitLimits limits = limits(r);
    Needs needs = needs(limits, r);
    List<OccupancyCurve.Point> points = OccupancyCurve.overGroupSize(limits, needs).points();
    for (int size = 1; size <= limits.largestGroup(); size++) {
      UnitLimits.Fit fit = limits.fit(needs.withGroupSize(size));
      int up = Math.min(limits.wavefronts(size) * limits.width(), limits.largestGroup());
      assertThat(points.stream().filter(p -> p.to() == up).map(p -> p.fit().groups()).toList())
          .isEqualTo(fit.groups() == 0 ? List.of() : List.of(fit.groups()));
    }
  }
}
