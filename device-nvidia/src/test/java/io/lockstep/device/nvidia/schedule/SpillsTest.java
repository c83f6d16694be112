// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.lowering.CodeFlow;
import io.lockstep.device.nvidia.lowering.CodeUnit;
import io.lockstep.device.nvidia.lowering.RegisterTarget;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.lower.register.SpillSlot;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.SassCode;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that launch bounds leave no register. */
class SpillsTest {
  private static final int FEW = 14;
  private static final SassLowering LOWERING = new SassLowering(TestDevices.of(Capability.AMPERE));

  private static CodeUnit limited(Kernel kernel) {
    CodeUnit code = LOWERING.select(kernel);
    RegisterTarget.fit(code, Kind.VECTOR, FEW);
    return code;
  }

  @ParameterizedTest
  @ValueSource(strings = {"matmul", "stencil", "nbody"})
  void codeOfTheCorpusReadsEachSpilledValueFromWhereItWasStored(String name) {
    check(Kernels.corpus(name));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void randomCodeReadsEachSpilledValueFromWhereItWasStored(long seed) {
    check(Kernels.ptx("k", RandomPtx.kernel(seed, 40, seed % 2 == 0)).get(0));
  }

  private static void check(Kernel kernel) {
    CodeUnit plain = LOWERING.select(kernel);
    CodeUnit spilled = limited(kernel);
    Places places = new Places();
    for (int b = 0; b < plain.blocks().size(); b++) {
      places.follow(spilled.blocks().get(b), plain.blocks().get(b));
    }
    assertThat(places.offsets).isNotEmpty();
    assertThat(CodeFlow.problems(spilled, Capability.AMPERE)).isEmpty();
    assertThat(RegisterTarget.allocation(limited(kernel)).used(Kind.VECTOR))
        .isLessThanOrEqualTo(FEW);
  }

  /** Follows code with spills beside the code without, whose registers stand for the places. */
  private static final class Places {
    private final Map<Integer, Integer> registers = new HashMap<>(); // by offset of the place
    private final Map<Integer, Integer> offsets = new HashMap<>(); // by register

    void follow(List<SassOp> spilled, List<SassOp> plain) {
      int at = 0;
      Map<Integer, Integer> loaded = new HashMap<>(); // offset by register
      for (int k = 0; k < spilled.size(); k++) {
        SassOp op = spilled.get(k);
        SpillSlot slot = op.access.spill();
        if (slot == null) {
          Map<Integer, Integer> stored = new HashMap<>();
          for (int s = k + 1; s < spilled.size() && isStore(spilled.get(s)); s++) {
            put(stored, spilled.get(s).sources.get(1), spilled.get(s).access.spill());
          }
          SassOp meant = plain.get(at++);
          assertThat(op.name).isEqualTo(meant.name);
          if (op.guard != null) {
            assertThat(loaded.keySet())
                .as("lanes outside keep the former value")
                .containsAll(stored.keySet());
          }
          same(numbers(op, true), numbers(meant, true), loaded);
          same(numbers(op, false), numbers(meant, false), stored);
          loaded.clear();
        } else if (!isStore(op)) {
          put(loaded, op.results.get(0), slot);
        }
      }
      assertThat(at).isEqualTo(plain.size());
    }

    private static boolean isStore(SassOp op) {
      return op.access.spill() != null && op.access.kind() == AccessKind.STORE;
    }

    private static void put(Map<Integer, Integer> to, Value value, SpillSlot slot) {
      to.put(value.number(), slot.offset());
      assertThat(slot.bytes()).isEqualTo(value.high() == null ? 4 : 8);
      if (value.high() != null) {
        to.put(value.high().number(), slot.offset() + 4);
      }
    }

    private void same(List<Integer> now, List<Integer> meant, Map<Integer, Integer> moved) {
      assertThat(now).hasSameSizeAs(meant);
      for (int k = 0; k < now.size(); k++) {
        int register = meant.get(k);
        Integer offset = moved.get(now.get(k));
        if (offset == null) {
          assertThat(now.get(k)).isEqualTo(register);
          assertThat(offsets).doesNotContainKey(register);
        } else {
          assertThat(registers.computeIfAbsent(offset, o -> register)).isEqualTo(register);
          assertThat(offsets.computeIfAbsent(register, r -> offset)).isEqualTo(offset);
        }
      }
    }

    private static List<Integer> numbers(SassOp op, boolean reads) {
      List<Integer> all = new ArrayList<>();
      if (reads) {
        op.reads(all::add);
      } else {
        op.writes(all::add);
      }
      return all;
    }
  }

  @Test
  void aValueThatALoopDoesNotAccessLeavesBeforeOneThatItDoes() {
    StringBuilder text =
        new StringBuilder(
            ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
                + ".reg .b32 %r<40>;\n.reg .b64 %a;\n.reg .pred %p;\n"
                + "ld.param.u64 %a, [a];\nmov.u32 %r0, %tid.x;\n");
    for (int k = 1; k < 18; k++) {
      text.append("ld.global.u32 %r" + k + ", [%a+" + 4 * k + "];\n");
    }
    text.append("mov.u32 %r20, 0;\nLOOP:\n");
    text.append("mad.lo.s32 %r20, %r20, %r1, %r2;\nxor.b32 %r20, %r20, %r3;\n");
    text.append("setp.gt.s32 %p, %r20, 77;\n@%p bra LOOP;\n");
    for (int k = 1; k < 18; k++) {
      text.append("add.s32 %r20, %r20, %r" + k + ";\nst.global.u32 [%a+128], %r20;\n");
    }
    Kernel kernel = Kernels.ptx("k", text + "ret;\n}\n").get(0);
    CodeUnit code = limited(kernel);
    List<String> loop =
        code.blocks().stream()
            .filter(block -> block.stream().anyMatch(op -> op.is("LOP3")))
            .flatMap(List::stream)
            .map(op -> op.name)
            .toList();
    assertThat(loop).isNotEmpty().noneMatch(name -> name.startsWith("LDL"));
    assertThat(code.blocks().stream().flatMap(List::stream).map(op -> op.name))
        .contains("LDL", "STL");
  }

  @ParameterizedTest
  @CsvSource({"1024, 0, 64", "256, 2, 128", "256, 4, 64", "128, 0, 255"})
  void boundsOfBlocksLimitTheRegistersOfAThread(int threads, int blocks, int most) {
    StringBuilder text =
        new StringBuilder(
            ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
                + ".reg .f32 %f<300>;\n.reg .b64 %a;\nld.param.u64 %a, [a];\n");
    for (int k = 0; k < 300; k++) {
      text.append("ld.global.f32 %f" + k + ", [%a+" + 4 * k + "];\n");
    }
    text.append("bar.sync 0;\n");
    for (int k = 0; k < 300; k++) {
      text.append("st.global.f32 [%a+" + 4 * (299 - k) + "], %f" + k + ";\n");
    }
    Kernel kernel = Kernels.ptx("k", text + "ret;\n}\n").get(0);
    SassCode code =
        LOWERING.lower(kernel.withBounds(new LaunchBounds(List.of(), threads, blocks, 0, 0)));
    assertThat(code.registers()).isBetween(most - 3, most);
    assertThat(code.privateBytes()).isBetween(4 * (300 - most), 4 * (316 - most));
    assertThat(LOWERING.fitted(code, most)).isSameAs(code);
  }

  @Test
  void withoutValuesToSpillNoCodeChanges() {
    for (String name : List.of("matmul", "nbody")) {
      Kernel kernel = Kernels.corpus(name);
      LaunchBounds bounds = new LaunchBounds(List.of(), 0, 0, 200, 0);
      assertThat(LOWERING.lower(kernel.withBounds(bounds)).assembly())
          .isEqualTo(LOWERING.lower(kernel).assembly());
      assertThat(LOWERING.lower(kernel).privateBytes()).isEqualTo(kernel.privateBytes());
    }
  }
}
