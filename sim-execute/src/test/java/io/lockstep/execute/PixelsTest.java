// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Kernels over pixels: tiles, quads, helper pixels. */
class PixelsTest {
  private static final int WIDTH = 67;
  private static final int HEIGHT = 3;

  /** out[y * width + x] = 1000 y + x + 1 over a domain of 67 x 3. */
  private static TestKernel kernel() {
    TestKernel k = new TestKernel(64, 64, 1);
    k.geometry = new Geometry(2, 1, 1, 64, 64, 1);
    // Room for the helpers, so that a store of theirs would show.
    int out = k.buffer("out", 4L * WIDTH * (HEIGHT + 1), null);
    int x = k.special(Special.PIXEL_X);
    int y = k.special(Special.PIXEL_Y);
    int width = k.special(Special.DOMAIN_SIZE_X);
    int place = k.op(Type.I32, InstructionBuilder.of(Op.MAD, Type.I32).from(r(y), r(width), r(x)));
    int value = k.op(Type.I32, InstructionBuilder.of(Op.MAD, Type.I32).from(r(y), i(1000), r(x)));
    int one = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(value), i(1)));
    k.add(
        InstructionBuilder.of(Op.STORE, Type.I32)
            .from(r(k.address(out, place, 4)), r(one))
            .memory(TestKernel.access(Space.GLOBAL, Type.I32, 1)));
    k.exit();
    k.resources = new LaunchResources(List.of(), WIDTH, HEIGHT, new KernelOutput());
    return k;
  }

  @Test
  @DisplayName("every pixel of the domain writes, helpers complete quads and write nothing")
  void everyPixelOfTheDomainWritesHelpersCompleteQuadsAndWriteNothing() {
    TestKernel k = kernel();
    assertThat(k.builder.build().isPixelKernel()).isTrue();
    WorkGroupRecord first = k.run();
    WorkGroupRecord second = k.executor.execute(1);
    for (int y = 0; y <= HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        assertThat(k.memory.loadInt(Address.of(0, 4L * (y * WIDTH + x))))
            .as("(%d, %d)", x, y)
            .isEqualTo(y < HEIGHT ? 1000 * y + x + 1 : 0);
      }
    }
    // Rows 0 to 3, the last of helpers; columns 64 to 67, the last of helpers.
    assertThat(executed(first)).isEqualTo(64 * 4);
    assertThat(executed(second)).isEqualTo(4 * 4);
    assertThat(k.executor.workItemInstructions())
        .isEqualTo((long) k.builder.build().size() * (64 * 4 + 4 * 4));
  }

  private static int executed(WorkGroupRecord record) {
    Segment segment = record.segments().get(0);
    int n = 0;
    for (int item = 0; item < segment.workItems(); item++) {
      n += segment.pathOf(item) >= 0 ? 1 : 0;
    }
    return n;
  }
}
