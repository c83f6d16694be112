// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample.strata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.MachineKernel;
import io.lockstep.testsupport.Body;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Strata of launches, and which launches warm caches for others. */
class LaunchStrataTest {
  private record Code(Kernel kernel) implements MachineKernel {
    @Override
    public int registers() {
      return 1;
    }

    @Override
    public String assembly() {
      return "";
    }
  }

  private static final int BUFFERS = 4;
  private static final long[] SIZES = {1000, 1000, 1000, 1000};

  private final Body body = new Body("k", "k");
  private final Kernel kernel = body.end(Type.F32, 0, body.register(Type.F32, "x"));
  private final BitSet partial = new BitSet();
  private final LaunchStrata strata = new LaunchStrata(List.of(kernel, kernel), BUFFERS);

  private void launch(int ofKernel, int groups, long scalar, int... buffers) {
    List<Long> arguments = new ArrayList<>(List.of(scalar));
    for (int b : buffers) {
      arguments.add(Address.of(b, 0));
    }
    strata.add(
        new HostStep.Launch(
            strata.launches(), ofKernel, new Geometry(groups, 1, 1, 64, 1, 1), 0, arguments, 1, 0));
  }

  private List<Stratum> strata() {
    return strata.strata(strata.extents(SIZES), 100);
  }

  private List<Integer> sizes() {
    return strata().stream().map(Stratum::size).toList();
  }

  @Test
  void separatesKernelsGridsAndTheFirstLaunchWithItsPointers() {
    for (int i = 0; i < 10; i++) {
      launch(0, 5, 7, 0, 1);
      launch(1, i % 2 == 0 ? 5 : 6, 7, 0, 1);
    }
    assertEquals(List.of(1, 9, 1, 5, 4), sizes());
  }

  @Test
  void aFirstLaunchThatAccessesFarMoreThanCachesKeepIsLikeTheOthers() {
    for (int i = 0; i < 10; i++) {
      launch(0, 5, 7, 0, 1); // 2,000 bytes behind its pointers
      launch(1, 5, 7, 0, 1);
    }
    strata.executes(0, new Code(kernel), 320);
    strata.executes(1, new Code(kernel), 319);
    assertEquals(List.of(10, 1, 9), sizes(), "16 times 100 bytes, and a little less");
    strata.executes(1, new Code(kernel), 10_000);
    assertEquals(List.of(10, 10), sizes(), "the same bytes many times");
    assertEquals(
        List.of(1, 9, 1, 9),
        strata.strata(strata.extents(SIZES), 126).stream().map(Stratum::size).toList(),
        "2,000 bytes are not 16 times 126");
  }

  @Test
  void aNumberOfManyValuesVariesWithinAStratum() {
    for (int i = 0; i < 10; i++) {
      launch(0, 5 + i, 20 + i, 0);
    }
    assertEquals(List.of(1, 9), sizes());
    assertEquals(5, strata().get(1).pilot(), "one number: the other one is the same shifted");
  }

  @Test
  void aNumberThatReturnsToItsValuesDividesLaunches() {
    for (int i = 0; i < 60; i++) {
      launch(0, 5, 1 << i % 5, 0); // stages of twelve transforms
      launch(1, 5, 1 << i / 12, 0); // grows
    }
    assertEquals(List.of(1, 12, 12, 12, 12, 11, 1, 59), sizes());
  }

  @Test
  void aNumberThatReturnsTooSeldomVariesWithinAStratum() {
    for (int i = 0; i < 59; i++) {
      launch(0, 5, 1 << i % 5, 0);
    }
    assertEquals(List.of(1, 58), sizes(), "less than twelve launches for each value");
  }

  @Test
  void numbersThatReturnInManyCombinationsDoNotAllDivide() {
    for (int i = 0; i < 60; i++) {
      launch(0, 5 + i / 5 % 5, 1 << i % 5, 0); // 25 combinations
    }
    assertEquals(List.of(1, 14, 15, 10, 10, 10), sizes(), "the grid divides");
  }

  private List<LaunchRole> roles(WarmingPlan plan) {
    return IntStream.range(0, strata.launches()).mapToObj(plan::role).toList();
  }

  private WarmingPlan plan(long capacity, int... simulated) {
    BitSet chosen = new BitSet();
    IntStream.of(simulated).forEach(chosen::set);
    long[] bytes = new long[strata.launches()];
    for (int l = 0; l < bytes.length; l++) {
      bytes[l] = 1000L * strata.pointers(l).length;
    }
    return new WarmingPlan(strata, chosen, partial, bytes, capacity);
  }

  @Test
  void theLastUserOfAPointerWarmsTheCaches() {
    launch(0, 1, 0, 0); // 0
    launch(0, 1, 0, 1); // 1
    launch(0, 1, 0, 2); // 2
    launch(1, 1, 0, 0, 3); // 3
    assertEquals(
        List.of(LaunchRole.WARMS, LaunchRole.LEFT_OUT, LaunchRole.LEFT_OUT, LaunchRole.SIMULATED),
        roles(plan(2001, 3)));
    assertEquals(LaunchRole.LEFT_OUT, plan(2000, 3).role(0), "others have filled the caches");
  }

  @Test
  void allUsersOfItsPointersWarmTheCachesForALaunchThatAccessesAPartOfItsData() {
    launch(0, 1, 0, 0); // 0
    launch(0, 1, 0, 0); // 1
    launch(0, 1, 0, 1); // 2
    launch(0, 1, 0, 0); // 3
    launch(0, 1, 0, 0); // 4
    partial.set(4);
    assertEquals(
        List.of(
            LaunchRole.LEFT_OUT,
            LaunchRole.WARMS,
            LaunchRole.LEFT_OUT,
            LaunchRole.WARMS,
            LaunchRole.SIMULATED),
        roles(plan(3000, 4)),
        "the first launch is out of reach: three others have filled the caches");
  }

  @Test
  void launchesOfAWarmUpPassBelongToNoStratumButAreSeenBefore() {
    launch(0, 5, 7, 0);
    launch(0, 5, 7, 1);
    launch(0, 5, 7, 0);
    assertEquals(List.of(2, 1), sizes(), "two launches with new pointers, one again");
    strata.repeat();
    assertEquals(List.of(3), sizes(), "no pointer is new in the measured pass");
    assertEquals(3, strata.warmUps());
    assertEquals(2, strata.same(3));
    assertEquals(1, strata.same(4));
    assertEquals(3, strata.same(5));
    assertEquals(3, strata().get(0).launch(0));
  }

  @Test
  void whatAWorkGroupAccessesHoldsForAllLaunchesAlikeAndTheirRepetition() {
    launch(0, 5, 7, 0);
    launch(1, 5, 7, 0);
    launch(0, 3, 7, 0);
    assertEquals(List.of(0, 1), strata.samples());
    MachineKernel code = new Code(kernel);
    strata.executes(0, code, 10);
    strata.repeat();
    assertEquals(50, strata.accessed(0));
    assertEquals(Double.POSITIVE_INFINITY, strata.accessed(1));
    assertEquals(30, strata.accessed(5));
    assertSame(code, strata.code(2));
    assertSame(code, strata.code(5), "of the measured pass");
  }

  @Test
  void knowsTheLastLaunchOfEachCodeBetweenTwoOthers() {
    for (int i = 0; i < 3; i++) {
      launch(0, 5, 7, 0); // 0, 2, 4
      launch(1, 5, 7, 0); // 1, 3, 5
    }
    assertEquals(List.of(3, 4), strata.lastOfCodes(1, 5));
    assertEquals(List.of(4), strata.lastOfCodes(3, 5));
    assertEquals(List.of(), strata.lastOfCodes(4, 5));
    strata.repeat();
    assertEquals(List.of(5, 6), strata.lastOfCodes(2, 7), "of both passes");
  }

  @Test
  void anEarlierLaunchOfMoreWorkGroupsHasLeftItsCodeOnOtherUnits() {
    for (int groups : new int[] {3, 8, 5, 6, 2, 2}) {
      launch(0, groups, 7, 0);
    }
    assertEquals(List.of(1, 3, 5), strata.lastOfCodes(-1, 6));
    assertEquals(List.of(3, 4), strata.lastOfCodes(1, 5));
  }

  @Test
  void dropsDataThatWouldHaveLeftTheCaches() {
    launch(0, 1, 0, 0); // 0
    launch(0, 1, 0, 1); // 1
    launch(0, 1, 0, 2); // 2
    launch(0, 1, 0, 0); // 3
    assertEquals(List.of(Address.of(0, 0)), plan(2000, 0, 3).gone(3));
    assertEquals(List.of(), plan(2001, 0, 3).gone(3));
    assertEquals(List.of(), plan(2000, 3).gone(3), "no simulated launch has left data there");
  }

  @Test
  void pointersExtendToTheNextOneOrTheEndOfTheBuffer() {
    strata.add(
        new HostStep.Launch(
            0,
            0,
            new Geometry(1, 1, 1, 64, 1, 1),
            0,
            List.of(Address.of(1, 0), Address.of(1, 300), Address.of(2, 900)),
            1,
            0));
    assertEquals(List.of(300L, 700L, 100L), List.copyOf(strata.extents(SIZES).values()));
  }
}
