// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.gcn.lowering.GcnLowering;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.LoopBench;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to values for which instructions can name no register. */
class RegisterSpillsTest {
  /** A loop that changes so many values, all of which outlive it. */
  private static Kernel holding(int values, int groupSize) {
    return LoopBench.loop(
        (b, block, pointer, thread) -> {
          if (groupSize > 0) {
            b.requiredGroupSize(List.of(groupSize, 1, 1));
          }
          List<Integer> held = new ArrayList<>();
          for (int v = 0; v < values; v++) {
            int value = b.register(Type.I32, "%v" + v);
            held.add(value);
            operation(b, 0, value, thread, thread);
            operation(b, block, value, value, thread);
          }
          for (int value : held) {
            b.add(
                2,
                InstructionBuilder.of(Op.PRINTF, Type.I32).from(Operand.register(value)).build());
          }
        });
  }

  private static void operation(KernelBuilder b, int block, int to, int one, int other) {
    b.add(
        block,
        InstructionBuilder.of(Op.XOR, Type.I32)
            .to(to)
            .from(Operand.register(one), Operand.register(other))
            .build());
  }

  private static GcnKernel lower(DeviceSpec spec, Kernel kernel) {
    return new GcnLowering(Boards.chip(spec)).lower(kernel);
  }

  private static long count(GcnKernel kernel, String mnemonic) {
    return kernel.assembly().lines().filter(l -> l.contains(mnemonic)).count();
  }

  private static int wavefronts(DeviceSpec spec, GcnKernel kernel, int group) {
    Geometry geometry = new Geometry(1, 1, 1, group, 1, 1);
    return Boards.device(spec).occupancy(kernel, geometry, 64).groups() * ((group + 63) / 64);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mi100", "mi210", "mi300a"})
  void valuesBeyondThoseThatInstructionsNameMoveToAccumulationRegisters(String device) {
    DeviceSpec spec = Boards.spec(device);
    GcnKernel few = lower(spec, holding(200, 64));
    assertThat(count(few, "v_accvgpr")).isZero();
    GcnKernel many = lower(spec, holding(300, 64));
    long back = count(many, "v_accvgpr_read_b32");
    assertThat(back).isBetween(45L, 52L); // in the loop
    assertThat(count(many, "v_accvgpr_write_b32")).isEqualTo(2 * back); // before it, too
    assertThat(count(many, "scratch_") + count(many, "buffer_")).isZero();
    assertThat(wavefronts(spec, many, 64)).isEqualTo(4);
  }

  @Test
  void oneFileHoldsBothKindsOfRegistersFromGfx90aOn() {
    assertThat(lower(Boards.spec("mi210"), holding(300, 64)).registers()).isBetween(300, 310);
    assertThat(lower(Boards.spec("mi100"), holding(300, 64)).registers()).isLessThanOrEqualTo(256);
  }

  @Test
  void withoutAccumulationRegistersAKernelIsHeldAtTheRegistersThatInstructionsName() {
    DeviceSpec spec = Boards.spec("mi210").with("registers.accumulation", "0");
    GcnKernel kernel = lower(spec, holding(300, 64));
    assertThat(kernel.registers()).isEqualTo(256);
    assertThat(count(kernel, "v_accvgpr")).isZero();
  }

  @Test
  void valuesBeyondBothKindsOfRegistersMoveToScratch() {
    GcnKernel kernel = lower(Boards.spec("mi300a"), holding(600, 64));
    assertThat(count(kernel, "v_accvgpr_read_b32")).isPositive();
    assertThat(count(kernel, "scratch_load_dword")).isPositive();
    assertThat(count(kernel, "scratch_store_dword")).isPositive();
    assertThat(kernel.registers()).isLessThanOrEqualTo(512);
    assertThat(kernel.privateBytes()).isBetween(4 * 88, 4 * 110);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mi100", "mi210", "mi300a"})
  void aRequiredGroupSizeBoundsRegistersSoThatTheGroupFitsAUnit(String device) {
    DeviceSpec spec = Boards.spec(device);
    GcnKernel kernel = lower(spec, holding(180, 1024));
    assertThat(wavefronts(spec, kernel, 1024)).isEqualTo(16);
    assertThat(kernel.privateBytes()).isGreaterThan(4 * 40);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mi100", "mi210", "mi300a"})
  void aKernelThatRequiresNoGroupSizeIsMadeForTheLargestGroup(String device) {
    DeviceSpec spec = Boards.spec(device);
    GcnKernel kernel = lower(spec, holding(180, 0));
    assertThat(kernel.registers()).isEqualTo(lower(spec, holding(180, 1024)).registers());
    assertThat(kernel.privateBytes()).isGreaterThan(4 * 40);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4", "256"})
  void anIdThatTheHardwareSuppliesIsStoredBeforeItIsReloaded(String accumulation) {
    StringBuilder text = new StringBuilder(".version 6.0\n.target sm_60\n.address_size 64\n");
    text.append(".visible .entry k(.param .u64 a) {\n.reg .b32 %r<30>; .reg .b64 %a<2>;\n");
    text.append("ld.param.u64 %a0, [a]; mov.u32 %r0, %tid.x; mul.wide.u32 %a1, %r0, 4;\n");
    text.append("add.s64 %a1, %a0, %a1;\n");
    for (int k = 1; k < 30; k++) {
      text.append("ld.global.u32 %r" + k + ", [%a1+" + 4 * k + "];\n");
      text.append("xor.b32 %r" + k + ", %r" + k + ", 77;\n"); // accessed more often than the id
    }
    text.append("bar.sync 0;\n");
    for (int k = 29; k >= 0; k--) {
      text.append("st.global.u32 [%a1+" + 4 * k + "], %r" + k + ";\n");
    }
    Kernel kernel = Kernels.ptx("k", text.append("ret;\n}\n").toString()).get(0);
    DeviceSpec few =
        Boards.spec("mi100")
            .with("registers.vector", "48")
            .with("registers.accumulation", accumulation);
    String id = "r" + kernel.registerNames().indexOf("%r0");
    List<String> moves =
        lower(few, kernel)
            .assembly()
            .lines()
            .filter(l -> l.matches(".*(accvgpr|buffer_(load|store)_dword ).*:" + id + ",.*"))
            .toList();
    assertThat(moves).hasSizeGreaterThan(1);
    assertThat(moves.get(0)).containsAnyOf("v_accvgpr_write", "buffer_store_dword");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4", "256"})
  void aWideValueIsStoredOnceThoughTwoOperationsWriteItsHalves(String accumulation) {
    List<String> code = wide("xor.b64", accumulation);
    Map<String, Long> stores =
        code.stream()
            .filter(l -> l.matches(".*(accvgpr_write|buffer_store_dword v:r).*"))
            .map(l -> l.replaceAll(".*[va]:(r\\d+),.*", "$1"))
            .collect(Collectors.groupingBy(r -> r, Collectors.counting()));
    assertThat(stores).hasSizeGreaterThan(10);
    assertThat(stores.values()).as("two dwords each").containsOnly(2L);
  }

  @Test
  void aGuardedOperationReloadsTheOldValueThatDisabledLanesKeep() {
    List<String> code = wide("@%p xor.b64", "4");
    int merged = 0;
    for (int k = 1; k < code.size(); k++) {
      if (code.get(k).contains("v_cndmask") && code.get(k + 1).contains("buffer_store_dword v:r")) {
        assertThat(code.subList(k - 4, k))
            .filteredOn(l -> l.contains("buffer_load_dword"))
            .hasSize(2);
        merged++;
      }
    }
    assertThat(merged).isGreaterThan(10);
  }

  /** Code for few registers with an operation on wide values that live until its end. */
  private static List<String> wide(String operation, String accumulation) {
    StringBuilder text = new StringBuilder(".version 6.0\n.target sm_60\n.address_size 64\n");
    text.append(".visible .entry k(.param .u64 a) {\n.reg .b32 %r<1>; .reg .b64 %a<2>;\n");
    text.append(".reg .pred %p; .reg .b64 %v<30>;\n");
    text.append("ld.param.u64 %a0, [a]; mov.u32 %r0, %tid.x; mul.wide.u32 %a1, %r0, 4;\n");
    text.append("add.s64 %a1, %a0, %a1; setp.eq.u32 %p, %r0, 7;\n");
    for (int k = 0; k < 30; k++) {
      String to = "%v" + k;
      text.append(operation.startsWith("@") ? "add.s64 " + to + ", %a1, 5;\n" : "");
      text.append(operation + " " + to + ", %a1, " + (1000 + k) + ";\n");
    }
    text.append("bar.sync 0;\n");
    for (int k = 29; k >= 0; k--) {
      text.append("st.global.u64 [%a1+" + 8 * k + "], %v" + k + ";\n");
    }
    DeviceSpec few =
        Boards.spec("mi100")
            .with("registers.vector", "48")
            .with("registers.accumulation", accumulation);
    Kernel kernel = Kernels.ptx("k", text.append("ret;\n}\n").toString()).get(0);
    return lower(few, kernel).assembly().lines().toList();
  }

  @Test
  void accumulationRegistersCostAMoveEachWayAndScratchItsTraffic() {
    DeviceSpec spec = Boards.spec("mi300a");
    double few = clocks(spec, holding(240, 64), 64, "ticks");
    double more = clocks(spec, holding(300, 64), 64, "ticks");
    double moves = (more - few - 60 * 100 * 4) / (100 * 8.0); // pairs of moves an iteration
    assertThat(moves).isBetween(45.0, 55.0);
    Kernel bound = holding(180, 1024);
    assertThat(clocks(spec, holding(100, 1024), 1024, "memory.requests")).isZero();
    long slots = lower(spec, bound).privateBytes() / 4;
    assertThat(clocks(spec, bound, 1024, "memory.requests")).isEqualTo(2.0 * slots * 100 * 16);
  }

  /** What 100 iterations of the loop take more of. */
  private static double clocks(DeviceSpec spec, Kernel kernel, int group, String what) {
    long[] seen = new long[2];
    for (int k = 0; k < 2; k++) {
      var record = LoopBench.record(0, group, 50 + 100 * k, 0, new long[0][], 0);
      LoopBench.Outcome outcome =
          LoopBench.run(Boards.device(spec), kernel, group, List.of(record));
      seen[k] = what.equals("ticks") ? outcome.ticks() : outcome.count(what);
    }
    return seen[1] - seen[0];
  }
}
