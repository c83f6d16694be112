// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.terascale.check.Launches;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Geometry;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Cypress: what was published about it, and clpeak's rows (commit ded9c64). */
class Hd5870Test {
  private static final int LENGTH = 512;
  private static final int GROUPS = 120; // six a compute unit: 24 wavefronts

  private final Device device = Catalogue.device("hd5870");

  private TeraScaleKernel lower(Kernel kernel) {
    return (TeraScaleKernel) device.lower(kernel);
  }

  /** Giga-operations a second of chains, counting two a step. */
  private double rate(Op op, Type type, int width) {
    Kernel kernel = Kernels.chains(op, type, width, LENGTH);
    Launches.Result r = Launches.run(device, kernel, GROUPS, 256, type.bytes());
    double operations = 2.0 * LENGTH * width * GROUPS * 256;
    return operations * device.clockHertz() / r.cycles() / 1e9;
  }

  @Test
  @DisplayName("a scalar chain takes one slot a bundle: 544 GFLOPS, clpeak 542")
  void aScalarChainTakesOneSlotABundle544GflopsClpeak542() {
    TeraScaleKernel code = lower(Kernels.chains(Op.FMA, Type.F32, 1, LENGTH));
    assertThat(code.bundles()).isBetween(LENGTH, LENGTH + 8);
    assertThat(rate(Op.FMA, Type.F32, 1)).isCloseTo(542.26, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("a float4 chain fills four slots: 2176 GFLOPS, clpeak 2139")
  void aFloat4ChainFillsFourSlots() {
    TeraScaleKernel code = lower(Kernels.chains(Op.FMA, Type.F32, 4, LENGTH / 4));
    assertThat(code.bundles()).isBetween(LENGTH / 4, LENGTH / 4 + 10);
    assertThat(rate(Op.FMA, Type.F32, 4)).isCloseTo(2139.41, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("integers: product in t, then the sum that needs it: 272 GIOPS, clpeak 270")
  void integersProductInTThenTheSumThatNeedsIt272GiopsClpeak270() {
    TeraScaleKernel code = lower(Kernels.chains(Op.MAD, Type.I32, 1, LENGTH));
    assertThat(code.bundles()).isBetween(2 * LENGTH, 2 * LENGTH + 8);
    assertThat(rate(Op.MAD, Type.I32, 1)).isCloseTo(270.28, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("int2: one product a bundle, the other element's sum beside it: 544, clpeak 541")
  void int2TakesOneProductABundleBesideTheOtherElementsSum() {
    TeraScaleKernel code = lower(Kernels.chains(Op.MAD, Type.I32, 2, LENGTH / 2));
    assertThat(code.bundles()).isBetween(LENGTH, LENGTH + 8);
    assertThat(rate(Op.MAD, Type.I32, 2)).isCloseTo(540.54, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("doubles: one fused multiply-add a bundle: 544 GFLOPS, clpeak 541")
  void doublesOneFusedMultiplyAddABundle544GflopsClpeak541() {
    TeraScaleKernel code = lower(Kernels.chains(Op.FMA, Type.F64, 1, LENGTH));
    assertThat(code.bundles()).isBetween(LENGTH, LENGTH + 12);
    assertThat(rate(Op.FMA, Type.F64, 1)).isCloseTo(540.76, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("one wavefront alone starts a bundle every eight cycles, two every four")
  void twoSlots() {
    String[] plainly = {"issue.clause_switch", "0cycles", "instruction_cache.latency", "0cycles"};
    Device plain = Catalogue.device("hd5870", plainly);
    Kernel kernel = Kernels.chains(Op.FMA, Type.F32, 1, LENGTH);
    long one = Launches.run(plain, kernel, 1, 64, 4).cycles();
    long two = Launches.run(plain, kernel, 1, 128, 4).cycles();
    long four = Launches.run(plain, kernel, 1, 256, 4).cycles();
    assertThat(one).isBetween(8L * LENGTH, 8L * LENGTH + 700);
    assertThat(two).isCloseTo(one, Percentage.withPercentage(3));
    assertThat(four - one).isCloseTo(8L * LENGTH, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("a clause switch shows with one wavefront and hides behind others")
  void clauseSwitch() {
    Device none = Catalogue.device("hd5870", "issue.clause_switch", "0cycles");
    Kernel kernel = Kernels.chains(Op.FMA, Type.F32, 1, LENGTH);
    assertThat(Launches.run(device, kernel, 1, 64, 4).cycles())
        .isGreaterThan(Launches.run(none, kernel, 1, 64, 4).cycles() + 3 * 40);
    assertThat(Launches.run(device, kernel, GROUPS, 256, 4).cycles())
        .isCloseTo(
            Launches.run(none, kernel, GROUPS, 256, 4).cycles(), Percentage.withPercentage(1.5));
  }

  @Test
  @DisplayName("local reads on one bank take 64 clocks and stall their ALU slot for 60 of them")
  void localConflicts() {
    Kernel kernel = Kernels.localReads(1);
    Launches.Result free = Launches.run(device, kernel, 1, 64, 4, 4);
    Launches.Result worst = Launches.run(device, kernel, 1, 64, 128, 4);
    assertThat(free.get("lds.cycles")).isEqualTo(2);
    assertThat(free.get("lds.conflict_cycles")).isZero();
    assertThat(worst.get("lds.cycles")).isEqualTo(64);
    assertThat(worst.get("issue.lds_conflict")).isEqualTo(60);
    assertThat(worst.cycles() - free.cycles()).isEqualTo(60);
  }

  @Test
  @DisplayName("two-way conflicts of single reads hide behind the bundle")
  void twoWay() {
    Kernel kernel = Kernels.localReads(1);
    assertThat(Launches.run(device, kernel, 1, 64, 8, 4).cycles())
        .isEqualTo(Launches.run(device, kernel, 1, 64, 4, 4).cycles());
  }

  @Test
  @DisplayName("an atomic anywhere sends all stores by CompletePath, at least four times slower")
  void completePath() {
    assertThat(lower(Kernels.copy(false)).completePath()).isFalse();
    assertThat(lower(Kernels.copy(true)).completePath()).isTrue();
    long fast = Launches.run(device, Kernels.copy(false), 400, 256, 4, 4).cycles();
    long slow = Launches.run(device, Kernels.copy(true), 400, 256, 4, 4, 4).cycles();
    assertThat((double) slow / fast).isGreaterThan(4);
  }

  @Test
  @DisplayName("every cycle of every port has one cause")
  void everyCycleOfEveryPortHasOneCause() {
    Launches.Result r = Launches.run(device, Kernels.copy(false), 100, 256, 4, 4);
    long sum =
        r.statistics().entrySet().stream()
            .filter(e -> e.getKey().startsWith("issue."))
            .mapToLong(java.util.Map.Entry::getValue)
            .sum();
    assertThat(sum).isEqualTo(4L * 20 * (r.cycles() + 1));
  }

  @Test
  @DisplayName("vecadd is what AMD's compiler makes of it: 7 bundles, 2 fetches, one store")
  void vecaddIsWhatAMDsCompilerMakesOfIt7Bundles2FetchesOneStore() {
    TeraScaleKernel code = lower(Kernels.corpus("vecadd"));
    assertThat(code.bundles()).isEqualTo(7);
    assertThat(code.fetches()).isEqualTo(2);
    assertThat(code.registers()).isEqualTo(2);
    assertThat(code.assembly()).contains("VTX_READ_32", "MEM_RAT_CACHELESS STORE_RAW", "PRED_SET");
  }

  @Test
  @DisplayName("24 wavefronts a compute unit at most; groups of 256 make six groups")
  void of24WavefrontsAComputeUnitAtMostGroupsOf256MakeSixGroups() {
    TeraScaleKernel code = lower(Kernels.corpus("vecadd"));
    Occupancy o = device.occupancy(code, new Geometry(1000, 1, 1, 256, 1, 1), 0);
    assertThat(o.wavefronts()).isEqualTo(24);
    assertThat(o.groups()).isEqualTo(6);
    assertThat(o.maximum()).isEqualTo(24);
    assertThat(o.limit()).isEqualTo("wavefronts");
  }

  @Test
  @DisplayName("refuses groups of more than 256, local memory beyond 32 KiB")
  void refusesGroupsOfMoreThan256LocalMemoryBeyond32KiB() {
    TeraScaleKernel code = lower(Kernels.corpus("vecadd"));
    assertThatThrownBy(() -> device.occupancy(code, new Geometry(1, 1, 1, 512, 1, 1), 0))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("512")
        .hasMessageContaining("256");
    assertThatThrownBy(() -> device.occupancy(code, new Geometry(1, 1, 1, 64, 1, 1), 40000))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("40000");
  }

  @Test
  @DisplayName("a required fused multiply-add is one FMA here, an exact emulation without it")
  void requiredFma() {
    Kernel kernel = required();
    assertThat(lower(kernel).assembly()).contains("FMA ");
    Device barts = Catalogue.device("hd6870");
    TeraScaleKernel emulated = (TeraScaleKernel) barts.lower(kernel);
    assertThat(emulated.operations() - lower(kernel).operations()).isBetween(14, 20);
  }

  private static Kernel required() {
    Kernel permitted = Kernels.chains(Op.FMA, Type.F32, 1, 1);
    KernelBuilder b = new KernelBuilder("required", "test", "required");
    permitted.registers().forEach(t -> b.register(t, "r"));
    int block = b.block();
    for (Instruction i : permitted.blocks().get(0).instructions()) {
      b.add(
          block, i.op() == Op.FMA ? InstructionBuilder.from(i).fusion(Fusion.REQUIRED).build() : i);
    }
    return b.build();
  }

  @Test
  @DisplayName("impossible overrides name the figure")
  void impossibleOverridesNameTheFigure() {
    assertThatThrownBy(() -> Catalogue.device("hd5870", "unit.count", "21"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("unit.count")
        .hasMessageEndingWith("a multiple of unit.engines (unit.engines is 2); nearest legal: 20");
    assertThat(Catalogue.device("hd5870", "unit.count", "20")).isNotNull();
    assertThatThrownBy(() -> Catalogue.device("hd5870", "l1.size", "8100B"))
        .hasMessageEndingWith("; nearest legal: 8192B");
    assertThatThrownBy(() -> Catalogue.device("hd5870", "l1.ways", "7"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("l1.size");
  }

  @Test
  @DisplayName(
      "peak rates derived from the specification: 153.6 GB/s of memory, 435 of L2, 1088 of L1")
  void peakRatesDerivedFromTheSpecification1536GbSOfMemory435Of() {
    long core = device.spec().value("clock.compute");
    double l1 = 64.0 * core * device.spec().integer("unit.count") / 1e9;
    double l2 = 64.0 * core * device.spec().integer("dram.channels") / 1e9;
    double memory = device.spec().value("dram.bandwidth") / 1e9;
    assertThat(l1).isCloseTo(1088, within(0.1));
    assertThat(l2).isCloseTo(435.2, within(0.1));
    assertThat(memory).isCloseTo(153.6, within(0.1));
  }
}
