// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.terascale.check.Launches;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Geometry;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Values beyond the registers are computed again, or go to scratch memory and come back. */
class SpillsTest {
  private static final String HEAD = ".version 6.0\n.target sm_60\n.address_size 64\n";

  /** Loads words that lie apart, waits for the group, stores them: all are live at the barrier. */
  private static Kernel alive(int words, int group) {
    return kernel(words, group, "ld.global.u32 %%r%1$d, [%%a1+%2$d];\n");
  }

  /** The same with values of constants and the work-item's number. */
  private static Kernel computed(int words, int group) {
    return kernel(words, group, "add.u32 %%r%1$d, %%id, %2$d;\n");
  }

  private static Kernel kernel(int words, int group, String made) {
    StringBuilder text = new StringBuilder(HEAD);
    text.append(".visible .entry k(.param .u64 o, .param .u64 i)");
    text.append(group > 0 ? " .reqntid " + group + ", 1, 1 {\n" : " {\n");
    text.append(".reg .b64 %a<3>; .reg .b32 %id; .reg .b32 %r<" + words + ">;\n");
    text.append("ld.param.u64 %a0, [o]; ld.param.u64 %a1, [i]; mov.u32 %id, %tid.x;\n");
    for (int k = 0; k < words; k++) {
      text.append(made.formatted(k, 64 * k + 8));
    }
    text.append("bar.sync 0;\n");
    for (int k = 0; k < words; k++) {
      text.append("st.global.u32 [%a0+" + 64 * k + "], %r" + k + ";\n");
    }
    return Kernels.ptx("k", text.append("ret;\n}\n").toString()).get(0);
  }

  private static TeraScaleKernel lower(String id, Kernel kernel, String... overrides) {
    TeraScaleKernel code = (TeraScaleKernel) Catalogue.device(id, overrides).lower(kernel);
    assertThat(ProgramCheck.problems(code)).as(id).isEmpty();
    return code;
  }

  private static long count(TeraScaleKernel code, String mnemonic) {
    return code.assembly().lines().filter(l -> l.contains(mnemonic)).count();
  }

  @Test
  void sixHundredValuesLeaveThoseBeyond124RegistersInVectorsOfFour() {
    TeraScaleKernel code = lower("hd5870", alive(600, 64));
    assertThat(code.registers()).isLessThanOrEqualTo(124);
    // 600 words are 150 registers: at least 26 vectors have to leave, and each comes back once.
    long writes = count(code, "MEM_SCRATCH_WRITE_ACK");
    assertThat(writes).isBetween(26L, 36L);
    assertThat(code.spillBytes()).isEqualTo(16 * (int) writes);
    assertThat(count(code, "RD_SCRATCH")).isEqualTo(writes);
  }

  @Test
  void aGroupOf256LeavesAWorkItem62Registers() {
    for (int group : new int[] {0, 256}) {
      TeraScaleKernel code = lower("hd5870", alive(400, group));
      assertThat(code.registers()).isLessThanOrEqualTo(62);
      assertThat(count(code, "MEM_SCRATCH_WRITE_ACK")).isBetween(38L, 50L); // 100 - 62 registers
      Geometry groups = new Geometry(10, 1, 1, 256, 1, 1);
      assertThat(Catalogue.device("hd5870").occupancy(code, groups, 0).groups()).isOne();
    }
  }

  @Test
  void sumsOfIdsAndConstantsAreComputedAgain() {
    TeraScaleKernel code = lower("hd5870", computed(300, 256));
    assertThat(code.registers()).isLessThanOrEqualTo(62);
    assertThat(code.spillBytes()).isZero();
  }

  @Test
  void spillsTravelThroughMemoryLikeOtherWritesAndFetches() {
    Device device = Catalogue.device("hd5870");
    Kernel kernel = alive(280, 256);
    long[] strides = new long[kernel.memorySlots()];
    Arrays.fill(strides, 4);
    Launches.Result result = Launches.run(device, kernel, 2, 256, strides);
    long spills = count(lower("hd5870", kernel), "SCRATCH");
    assertThat(spills).isPositive();
    assertThat(result.get("memory.requests")).isEqualTo(2 * 4 * (560 + spills));
  }

  @Test
  void withoutSpillsSuchAKernelIsRefused() {
    Device device = Catalogue.device("hd5870", "compiler.without", "spills");
    assertThatThrownBy(() -> device.lower(alive(520, 64)))
        .isInstanceOf(RefusalException.class)
        .hasMessageMatching(
            "kernel 'k': needs 1[3-4]\\d registers a work-item, of which an instruction of ATI"
                + " Radeon HD 5870 can name 124; spills to scratch memory are switched off"
                + " \\(compiler.without\\)");
  }
}
