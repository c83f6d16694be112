// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Geometry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped specifications, what they say, and what a device refuses. */
@Tag("slow")
class CatalogueTest {
  private final Specs provider = new Specs();

  private Device device(String id) {
    return provider.device(Specs.of(id));
  }

  @Test
  @DisplayName("five devices in the order of a catalogue")
  void fiveDevicesInTheOrderOfACatalogue() {
    assertThat(provider.catalogue())
        .extracting(DeviceSpec::id)
        .containsExactly("mi100", "mi210", "mi250x", "mi300a", "mi300x");
  }

  @ParameterizedTest(name = "{0}: peak memory rate as published")
  @ValueSource(
      strings = {"mi100:1228.8", "mi210:1638.4", "mi250x:1638.4", "mi300a:5324.8", "mi300x:5324.8"})
  void peakMemoryRateIsAsPublished(String row) {
    DeviceSpec spec = Specs.of(row.substring(0, row.indexOf(':')));
    double rate = spec.value("dram.bandwidth") / 1e9;
    assertThat(rate).isEqualTo(Double.parseDouble(row.substring(row.indexOf(':') + 1)));
  }

  @ParameterizedTest(name = "{0} lowers every OpenCL C kernel, readably")
  @ValueSource(strings = {"mi100", "mi210", "mi250x", "mi300a", "mi300x"})
  void everyCorpusKernelIsLoweredReadably(String id) {
    Device device = device(id);
    for (String name : Kernels.CORPUS) {
      String assembly = device.lower(Kernels.corpus(name)).assembly();
      assertThat(assembly).as(name).contains("s_endpgm").contains("s_load_dword");
    }
  }

  @ParameterizedTest(name = "{0} runs a small launch to its end")
  @ValueSource(strings = {"mi100", "mi210", "mi250x", "mi300a", "mi300x"})
  void aSmallLaunchRunsToItsEnd(String id) {
    var kernel = Bench.loop((b, block, pointer, thread) -> Bench.chase(b, block, pointer));
    long[] lines = Bench.cycle(4, 128, 1);
    var records =
        java.util.stream.LongStream.range(0, 40)
            .mapToObj(g -> Bench.record(g, 128, 4, 1, new long[][] {lines}, 8))
            .toList();
    var outcome = Bench.run(Specs.of(id), kernel, 128, records);
    assertThat(outcome.count("work_groups")).isEqualTo(40);
    assertThat(outcome.count("wavefronts")).isEqualTo(80);
    assertThat(outcome.count("memory.requests")).isEqualTo(320);
    assertThat(outcome.count("memory.bytes_requested")).isEqualTo(320 * 64 * 8);
    assertThat(outcome.count("dram.bytes")).isGreaterThanOrEqualTo(1024);
  }

  @Test
  @DisplayName("a group of more than 1024 work-items is refused")
  void largeGroup() {
    Device device = device("mi300a");
    var code = device.lower(Kernels.corpus("vecadd"));
    assertThatThrownBy(() -> device.occupancy(code, new Geometry(1, 1, 1, 2048, 1, 1), 0))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("2048")
        .hasMessageContaining("1024");
  }

  @Test
  @DisplayName("more local memory than the LDS holds is refused")
  void localMemory() {
    Device device = device("mi100");
    var code = device.lower(Kernels.corpus("matmul"));
    assertThatThrownBy(() -> device.occupancy(code, new Geometry(1, 1, 1, 16, 16, 1), 65536))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("67584");
  }

  @Test
  @DisplayName("texture sampling is refused with the kernel's line")
  void textureSamplingIsRefusedWithTheKernelsLine() {
    KernelBuilder b = new KernelBuilder("sample", "test", "sample.test");
    int block = b.block();
    b.add(
        block,
        InstructionBuilder.of(Op.TEXTURE, Type.F32).to(b.register(Type.F32, "%f")).line(7).build());
    b.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    assertThatThrownBy(() -> device("mi300a").lower(b.build()))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("texture")
        .hasMessageContaining("line 7");
  }

  @Test
  @DisplayName("figures that contradict each other are an error with their place")
  void figuresThatContradictEachOtherAreAnErrorWithTheirPlace() {
    assertThatThrownBy(() -> provider.device(Specs.of("mi300a").with("l1.latency", "300cycles")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("l1.latency")
        .hasMessageContaining("l2.latency");
    assertThatThrownBy(() -> provider.device(Specs.of("mi100").with("mall.size", "1MiB")))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("--set mall.size=1MiB: ")
        .hasMessageContaining("expected mall.line, mall.ways, mall.bandwidth, mall.latency");
    assertThatThrownBy(() -> Specs.of("mi100").with("l1.sise", "1KiB"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("l1.size");
  }

  @Test
  @DisplayName("a memset may be as fast as the memory of the fastest devices")
  void aMemsetMayBeAsFastAsTheMemoryOfTheFastestDevices() {
    DeviceSpec spec =
        Specs.of("mi300x").with("host.fill", "8000GB/s").with("host.copy", "5000GB/s");
    assertThat(provider.device(spec)).isNotNull();
  }
}
