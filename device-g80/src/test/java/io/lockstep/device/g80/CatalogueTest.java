// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.board.SharedStatistics;
import io.lockstep.spi.Capabilities.AtomicType;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Geometry;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every board of the catalogue: figures, capabilities, refusals, all kernels. */
@Tag("slow")
class CatalogueTest {
  private static final StatisticsRegistry DECLARED = SharedStatistics.with(new TeslaProvider());

  static List<String> ids() {
    return new TeslaProvider().catalogue().stream().map(DeviceSpec::id).toList();
  }

  @Test
  @DisplayName("seven boards, found as a service")
  void sevenBoardsAreFoundAsAService() {
    assertThat(ids())
        .containsExactly("8800gtx", "8800gts", "8600gts", "8800gt", "9800gtx", "gtx280", "gtx285");
    assertThat(TeslaProvider.class.getModule().getDescriptor().provides())
        .anyMatch(p -> p.service().equals(DeviceProvider.class.getName()));
  }

  @ParameterizedTest(name = "{0}: {1} SMs, {2} GFLOP/s, {3} GB/s, {4} MB")
  @CsvSource({
    // vendor's published peaks: MADs count two; bus width times double data rate
    "8800gtx, 16, 345.6,  86.4,  768, 1.0",
    "8800gts, 12, 230.4,  64.0,  640, 1.0",
    "8600gts,  4,  92.8,  32.0,  256, 1.1",
    "8800gt,  14, 336.0,  57.6,  512, 1.1",
    "9800gtx, 16, 432.1,  70.4,  512, 1.1",
    "gtx280,  30, 622.1, 141.7, 1024, 1.3",
    "gtx285,  30, 708.5, 159.0, 1024, 1.3",
  })
  void unitsPeaksAndMemoryAreAsPublished(
      String id, int units, double gigaflops, double bandwidth, int megabytes, String cc) {
    DeviceSpec s = new Board(id).device.spec();
    assertThat(s.integer("unit.count")).isEqualTo(units);
    assertThat(Math.round(units * 16 * (s.value("clock.compute") / 1e8)) / 10.0)
        .isEqualTo(gigaflops);
    assertThat(Math.round(s.value("dram.bandwidth") / 1e8) / 10.0).isEqualTo(bandwidth);
    assertThat(s.value("dram.capacity")).isEqualTo((long) megabytes << 20);
    assertThat(s.choice("unit.capability")).isEqualTo(cc);
  }

  @Test
  @DisplayName("atomics: none on 1.0, 32-bit global on 1.1, shared and 64-bit from 1.2")
  void atomicsDependOnTheComputeCapability() {
    assertThat(new Board("8800gtx").device.capabilities().atomics()).isEmpty();
    var g92 = new Board("8800gt").device.capabilities().atomics();
    assertThat(g92.keySet()).containsExactly(Space.GLOBAL);
    AtomicType wide = new AtomicType(AtomicOp.ADD, Type.I64);
    assertThat(g92.get(Space.GLOBAL))
        .contains(new AtomicType(AtomicOp.COMPARE_EXCHANGE, Type.I32))
        .doesNotContain(wide);
    var gt200 = new Board("gtx280").device.capabilities().atomics();
    assertThat(gt200.keySet()).containsExactlyInAnyOrder(Space.GLOBAL, Space.LOCAL);
    assertThat(gt200.get(Space.GLOBAL)).contains(wide);
    assertThat(gt200.get(Space.LOCAL)).doesNotContain(wide);
  }

  @Test
  @DisplayName("double precision on GT200 alone; no fused single-precision multiply-add anywhere")
  void onlyGt200HasDoublePrecisionAndNoneFusesSinglePrecision() {
    for (String id : ids()) {
      Device device = new Board(id).device;
      assertThat(device.capabilities().doublePrecision()).isEqualTo(id.startsWith("gtx2"));
      assertThat(device.capabilities().fusedMultiplyAdd()).isFalse();
      assertThat(device.capabilities().wavefront()).isEqualTo(32);
      assertThat(device.capabilities().maximumGroupSize()).isEqualTo(512);
      assertThat(device.capabilities().maximumGrid()).containsOnly(Integer.MAX_VALUE);
    }
    Kernel kernel =
        Board.kernel(
            "",
            "cvt.f64.f32 %fd1, %f0; add.f64 %fd1, %fd1, %fd1; cvt.rn.f32.f64 %f1, %fd1;"
                + "st.global.f32 [%rd5], %f1;");
    assertThatThrownBy(() -> new Board("9800gtx").device.lower(kernel))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("double precision")
        .hasMessageContaining("test.ptx:23");
    assertThat(new Board("gtx285").device.lower(kernel).assembly()).contains("dfma f64");
  }

  @Test
  @DisplayName("256 bytes of arguments fit shared memory's part for them, one word more is refused")
  void a256BytesOfArgumentsFitSharedMemorysPartForThemOneWordMoreIsRefused() {
    String kernel = ".version 8.5\n.target sm_50\n.address_size 64\n.visible .entry k(%s){ ret; }";
    Kernel fits = Board.kernels("a.ptx", kernel.formatted(".param .align 4 .b8 p[256]")).get(0);
    Kernel exceeds =
        Board.kernels("a.ptx", kernel.formatted(".param .align 4 .b8 p[256], .param .u32 q"))
            .get(0);
    Board board = new Board("8800gtx");
    assertThat(board.device.lower(fits).assembly()).isNotEmpty();
    assertThatThrownBy(() -> board.device.lower(exceeds))
        .isInstanceOf(RefusalException.class)
        .hasMessage(
            "kernel 'k': 260 bytes of arguments exceed 256, which compute capability 1.x passes"
                + " through shared memory");
  }

  @Test
  @DisplayName("what 1.x has no instruction for is refused by name and line")
  void operationsWithoutAnInstructionAreRefusedByNameAndLine() {
    Kernel shuffle =
        Board.kernel("", "shfl.sync.down.b32 %r6, %r5, 1, 31, -1;" + "st.global.u32 [%rd5], %r6;");
    assertThatThrownBy(() -> new Board("gtx280").device.lower(shuffle))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("lane operations other than votes")
        .hasMessageContaining("test.ptx:23");
    Kernel vote =
        Board.kernel(
            "",
            "setp.eq.s32 %p1, %r5, 3; vote.sync.any.pred %p2, %p1, -1;"
                + "selp.b32 %r6, 1, 0, %p2; st.global.u32 [%rd5], %r6;");
    assertThat(new Board("gtx280").device.lower(vote).assembly()).contains("vote");
    assertThatThrownBy(() -> new Board("8800gt").device.lower(vote))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("uses votes");
    Kernel ballot =
        Board.kernel(
            "",
            "setp.eq.s32 %p1, %r5, 3; vote.sync.ballot.b32 %r6, %p1, -1;"
                + "st.global.u32 [%rd5], %r6;");
    assertThatThrownBy(() -> new Board("gtx280").device.lower(ballot))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("a ballot");
    Kernel generic =
        Board.kernel(
            ".shared .align 4 .b8 tile[64];",
            "setp.eq.s32 %p1, %r5, 3; mov.u64 %rd6, tile; cvta.shared.u64 %rd6, %rd6;"
                + "selp.b64 %rd6, %rd6, %rd5, %p1; ld.u32 %r6, [%rd6];"
                + "st.global.u32 [%rd5], %r6;");
    assertThatThrownBy(() -> new Board("gtx280").device.lower(generic))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("a generic address");
  }

  @Test
  @DisplayName(
      "a block that fits no multiprocessor is refused with its registers and shared memory")
  void tooLarge() {
    Device device = new Board("8800gtx").device;
    StringBuilder body = new StringBuilder();
    for (int i = 20; i < 60; i++) {
      body.append("ld.global.f32 %f").append(i).append(", [%rd4+").append(4 * i).append("];\n");
    }
    body.append("mov.f32 %f1, %f0;\n");
    for (int i = 59; i >= 20; i--) {
      body.append("add.f32 %f1, %f1, %f").append(i).append(";\n");
    }
    MachineKernel code = device.lower(Board.kernel("", body + "st.global.f32 [%rd5], %f1;"));
    assertThat(code.registers()).isBetween(40, 48);
    assertThat(device.occupancy(code, new Geometry(1, 1, 1, 64, 1, 1), 0).groups()).isPositive();
    assertThatThrownBy(() -> device.occupancy(code, new Geometry(1, 1, 1, 512, 1, 1), 0))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("of 8192 registers");
  }

  @Test
  @DisplayName("arguments and a header of 16 bytes take shared memory: 32 bytes for incKernel")
  void sharedHeader() {
    Device device = new Board("gtx280").device;
    Kernel kernel = Board.kernel("", "st.global.f32 [%rd5], %f0;");
    Occupancy full = device.occupancy(device.lower(kernel), new Geometry(1, 1, 1, 64, 1, 1), 0);
    assertThat(full.groups()).isEqualTo(8);
    // 20 bytes of arguments and 16 of header make 2,048 bytes four times 512 and a bit
    assertThat(
            device
                .occupancy(device.lower(kernel), new Geometry(1, 1, 1, 64, 1, 1), 2048 - 36)
                .groups())
        .isEqualTo(8);
    assertThat(
            device
                .occupancy(device.lower(kernel), new Geometry(1, 1, 1, 64, 1, 1), 2048 - 35)
                .groups())
        .isEqualTo(6);
  }

  @ParameterizedTest
  @MethodSource("ids")
  @DisplayName("all OpenCL C kernels lower, where double precision allows")
  void lowersAll(String id) {
    Device device = new Board(id).device;
    for (String name : Kernels.CORPUS) {
      for (Kernel kernel : Kernels.ptx(name, Kernels.text(name))) {
        MachineKernel code = device.lower(kernel);
        assertThat(code.registers()).as(name).isBetween(2, 124);
        assertThat(code.assembly()).as(name).contains(kernel.name()).contains("B0:");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ids")
  @DisplayName("a small launch runs to its end and every figure of it has a name in the table")
  void aSmallLaunchEndsWithFiguresOfTheTableOnly(String id) {
    String body =
        "add.s64 %rd6, %rd1, %rd3; ld.global.f32 %f1, [%rd6]; fma.rn.f32 %f1, %f1, %f0, %f0;"
            + "bar.sync 0; st.global.f32 [%rd5], %f1;";
    Board.Run run = new Board(id).run(Board.kernel("", body), 40, 192);
    assertThat(run.get("work_groups")).isEqualTo(40);
    assertThat(run.get("wavefronts")).isEqualTo(40 * 6);
    assertThat(run.get("dram.bytes")).isEqualTo(2 * 4 * 40 * 192);
    Set<String> names = run.statistics().keySet();
    assertThat(names).allMatch(n -> DECLARED.find(n).isPresent());
  }

  @Test
  void refreshesThatLeaveNoTimeForRequestsAreRefused() {
    new Board("gtx280", "dram.trefi=111ns", "dram.trfc=110ns");
    new Board("gtx280", "dram.trefi=0ns", "dram.trfc=110ns");
    assertThatThrownBy(() -> new Board("gtx280", "dram.trefi=110ns", "dram.trfc=110ns"))
        .hasMessage(
            "--set dram.trefi=110ns: 'dram.trefi' is 110 ns; expected a dram.trefi of 0ns or above dram.trfc:"
                + " refreshes would leave no time for requests (dram.trfc is 110 ns); nearest legal: 110.001ns");
  }

  @Test
  @DisplayName("an override changes its figure; contradictions are errors with the figure's place")
  void anOverrideChangesItsFigureAndContradictionsAreErrors() {
    assertThat(new Board("gtx280", "lds.banks=32").device.spec().value("lds.banks")).isEqualTo(32);
    assertThatThrownBy(() -> new Board("gtx280", "unit.per_cluster=4"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("unit.count");
    assertThatThrownBy(() -> new Board("gtx280", "unit.wavefront=40"))
        .hasMessage(
            "--set unit.wavefront=40: 'unit.wavefront' is 40; expected a multiple of memory.lanes (memory.lanes is 16);"
                + " nearest legal: 32");
    assertThatThrownBy(() -> new Board("8800gtx", "unit.double=true"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("issue.double");
    assertThatThrownBy(() -> new Board("8800gtx", "l2.size=1KiB"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("l2.size");
  }
}
