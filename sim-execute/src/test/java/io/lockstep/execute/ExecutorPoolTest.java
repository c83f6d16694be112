// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.launch.ImageViews;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutorPoolTest {
  private static final int[] NO_VARIABLES = new int[16];

  private final ExecutorPool pool = new ExecutorPool();
  private final TestKernel k = new TestKernel(64, 1, 1);
  private final Kernel kernel;

  /**
   * A kernel that stores the clock, which counts the launch's instructions, to its first buffer.
   */
  ExecutorPoolTest() {
    int out = k.buffer("out", 512, null);
    k.buffer("other", 512, null);
    k.storeOwn(out, Type.I32, k.special(Special.CLOCK));
    k.exit();
    kernel = k.builder.build();
  }

  private GroupExecutor take(int sizeX, LaunchResources resources, int first, int second) {
    return pool.take(
        kernel,
        new Geometry(1, 1, 1, sizeX, 1, 1),
        List.of(Address.of(first, 0), Address.of(second, 0)),
        0,
        k.memory,
        NO_VARIABLES,
        k.options,
        resources);
  }

  @Test
  void aLaterLaunchIsExecutedAsTheFirst() {
    GroupExecutor first = take(64, LaunchResources.none(), 0, 1);
    WorkGroupRecord record = first.execute(0);
    long instructions = first.workItemInstructions();
    pool.giveBack(first);
    GroupExecutor second = take(64, LaunchResources.none(), 1, 0);
    assertThat(second).isSameAs(first);
    assertThat(second.execute(0).bytes()).isEqualTo(record.bytes());
    assertThat(second.workItemInstructions()).isEqualTo(instructions);
    assertThat(k.memory.loadLong(Address.of(1, 8))).isEqualTo(k.result(1)).isPositive();
  }

  @Test
  void aLaunchInProgressKeepsItsExecutor() {
    assertThat(take(64, LaunchResources.none(), 0, 1))
        .isNotSameAs(take(64, LaunchResources.none(), 0, 1));
  }

  @Test
  void otherLaunchesHaveOtherExecutors() {
    GroupExecutor first = take(64, LaunchResources.none(), 0, 1);
    pool.giveBack(first);
    assertThat(take(32, LaunchResources.none(), 0, 1)).isNotSameAs(first);
    LaunchResources smaller =
        new LaunchResources(
            List.of(), ImageViews.none(), 0, 0, List.of(8, 1, 1), new KernelOutput());
    assertThat(take(64, smaller, 0, 1)).isNotSameAs(first);
    LaunchResources overPixels = new LaunchResources(List.of(), 8, 8, new KernelOutput());
    assertThat(take(64, overPixels, 0, 1)).isNotSameAs(first);
    k.options = k.options.withInstructionBudget(1 << 20);
    assertThat(take(64, LaunchResources.none(), 0, 1)).isNotSameAs(first);
  }

  @Test
  void theNumberOfExecutorsIsBounded() {
    List<GroupExecutor> all = new ArrayList<>();
    for (int size = 1; size <= 17; size++) {
      all.add(take(size, LaunchResources.none(), 0, 1));
    }
    all.forEach(pool::giveBack);
    assertThat(take(17, LaunchResources.none(), 0, 1)).isSameAs(all.get(16));
    assertThat(take(1, LaunchResources.none(), 0, 1)).isNotSameAs(all.get(0));
  }
}
