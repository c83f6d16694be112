// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Rows of a device's code and what they came from. */
class CodeOriginsTest {
  private static final Kernel KERNEL = kernel();
  private static final List<Instruction> ALL = KERNEL.blocks().get(0).instructions();

  private static Kernel kernel() {
    KernelBuilder builder = new KernelBuilder("k", "test", "k.text");
    int value = builder.register(Type.I32, "v");
    int block = builder.block();
    for (int i = 0; i < 4; i++) {
      builder.add(
          block,
          InstructionBuilder.of(Op.MOVE, Type.I32)
              .to(value)
              .from(Operand.register(value))
              .line(i + 1)
              .build());
    }
    builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).line(9).build());
    return builder.build();
  }

  private static Map<Integer, Long> split(CodeOrigins origins, int row, long ticks) {
    Map<Integer, Long> parts = new TreeMap<>();
    origins.split(row, ticks, (i, part) -> parts.merge(i, part, Long::sum));
    return parts;
  }

  @Test
  void aRowOfOneInstructionIsItsAndARowOfNoneIsTheDevicesOwn() {
    CodeOrigins origins =
        CodeOrigins.of(KERNEL).row(List.of(ALL.get(2))).row(List.of()).row().from(null, 3).build();
    assertThat(origins.rows()).isEqualTo(3);
    assertThat(origins.instructions()).isEqualTo(5);
    assertThat(split(origins, 0, 7)).isEqualTo(Map.of(2, 7L));
    assertThat(split(origins, 1, 7)).isEqualTo(Map.of(CodeOrigins.OWN, 7L));
    assertThat(split(origins, 2, 7)).isEqualTo(Map.of(CodeOrigins.OWN, 7L));
  }

  @Test
  void anInstructionThatARowHasTwiceCountsTwice() {
    CodeOrigins origins =
        CodeOrigins.of(KERNEL).row(List.of(ALL.get(0), ALL.get(1), ALL.get(0))).build();
    assertThat(split(origins, 0, 300)).isEqualTo(Map.of(0, 200L, 1, 100L));
  }

  @Property
  void partsAddUpAndNoneIsATickAwayFromItsShare(
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 1, max = 1000) Integer> weights,
      @ForAll @LongRange(min = 0, max = 1L << 60) long ticks) {
    CodeOrigins.Builder builder = CodeOrigins.of(KERNEL).row();
    long all = 0;
    for (int i = 0; i < weights.size(); i++) {
      builder.from(ALL.get(i), weights.get(i));
      all += weights.get(i);
    }
    List<Long> parts = new ArrayList<>();
    builder.build().split(0, ticks, (i, part) -> parts.add(part));
    assertThat(parts.stream().mapToLong(p -> p).sum()).isEqualTo(ticks);
    for (int i = 0; i < parts.size(); i++) {
      long share = ticks / all * weights.get(i) + ticks % all * weights.get(i) / all;
      assertThat(parts.get(i)).isBetween(share - 1, share + 1);
    }
  }
}
