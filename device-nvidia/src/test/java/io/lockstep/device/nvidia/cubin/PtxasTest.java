// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.SassCode;
import io.lockstep.testsupport.Kernels;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares lowered kernels with what ptxas 13.0.88 makes of them. Kernels whose loops ptxas unrolls
 * are left out, for a lowered kernel has the blocks of its PTX.
 */
class PtxasTest {
  private static final List<String> TARGETS = List.of("sm_75", "sm_80", "sm_86", "sm_90");

  /** Instructions that ptxas emits for each of {@link #TARGETS}. */
  private static final Map<String, List<Integer>> EMITTED =
      Map.of(
          "vecadd", List.of(17, 21, 21, 26),
          "transpose", List.of(24, 25, 25, 31),
          "cu_vecadd", List.of(15, 16, 16, 20),
          "cu_compact", List.of(56, 57, 56, 48),
          "cu_bits", List.of(151, 152, 151, 154),
          "cu_reduce_shfl", List.of(54, 55, 55, 64),
          "bitonic", List.of(31, 32, 32, 33),
          "floyd", List.of(26, 27, 27, 30),
          "scan", List.of(89, 92, 92, 95),
          "spmv", List.of(72, 79, 79, 87));

  @ParameterizedTest
  @CsvSource({"sm_75, t4", "sm_80, a100", "sm_86, rtx3080", "sm_90, h100_sxm"})
  void kernelsWithoutUnrolledLoopsHaveAboutAsManyInstructionsAsPtxasEmits(
      String target, String device) {
    SassLowering lowering = new SassLowering(TestDevices.spec(device));
    List<Double> factors = new ArrayList<>();
    EMITTED.forEach(
        (name, emitted) -> {
          int rows = lowering.lower(Kernels.corpus(name)).size();
          double factor = (double) rows / emitted.get(TARGETS.indexOf(target));
          factors.add(Math.max(factor, 1 / factor));
        });
    factors.sort(null);
    assertThat(factors.get(factors.size() / 2)).as("%s: %s", target, factors).isLessThan(1.05);
    // ptxas does not take cu_compact's count of a vote for one value of the warp
    assertThat(factors.get(factors.size() - 2)).as("%s: %s", target, factors).isLessThan(1.1);
  }

  @ParameterizedTest
  @CsvSource({"sm_75", "sm_80", "sm_86", "sm_90"})
  @EnabledIf("hasPtxas")
  void cubinsOfPtxasHaveTheseNumbersOfInstructions(String target, @TempDir Path folder)
      throws Exception {
    for (String name : EMITTED.keySet()) {
      Kernel kernel = Kernels.corpus(name);
      Cubin cubin =
          Cubin.read(
              name,
              compiled(name, target, folder),
              kernel.name(),
              Integer.parseInt(target.substring(3)));
      for (int k = 0; k < cubin.words().size(); k++) {
        assertThat(cubin.operation(k).name()).isNotEmpty(); // known
      }
      assertThat(cubin.words()).hasSize(EMITTED.get(name).get(TARGETS.indexOf(target)));
    }
  }

  @ParameterizedTest
  @CsvSource({"7.5, t4", "8.0, a100", "8.6, rtx3080", "9.0, h100_sxm"})
  @EnabledIf("hasPtxas")
  void atomicsAreTheLoopsAndElectionsOfPtxas(String capability, String device) {
    String head =
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
            + ".reg .b64 %d<3>;\n.reg .b32 %r<4>;\n.reg .f32 %f<2>;\n.shared .b32 s[1024];\n"
            + "ld.param.u64 %d1, [p];\ncvta.to.global.u64 %d1, %d1;\nmov.u32 %r1, %tid.x;\n"
            + "shl.b32 %r2, %r1, 2;\nmov.u32 %r3, s;\nadd.u32 %r3, %r3, %r2;\n"
            + "cvt.rn.f32.u32 %f1, %r1;\n";
    for (String atomic : List.of("shared.add.f32 [%r3], %f1", "global.add.u32 [%d1], 1")) {
      Kernel kernel = Kernels.ptx("k", head + "red." + atomic + ";\nbar.sync 0;\nret;\n}\n").get(0);
      SassCode own = new SassLowering(TestDevices.spec(device)).lower(kernel);
      SassCode of = new PtxasLowering(capability, false, System.getenv()).lower(kernel);
      boolean loops = atomic.startsWith("shared");
      for (SassCode code : List.of(own, of)) {
        assertThat(code.retry != null).isEqualTo(loops);
        int elected = 0;
        for (int r = 0; r < code.size(); r++) {
          elected += code.elects[r] == 1 ? 1 : 0;
          if (loops && code.retry[r] >= 0) {
            assertThat(code.access[code.retry[r]]).isEqualTo((byte) AccessKind.ATTEMPT.ordinal());
            assertThat(r - code.retry[r]).isEqualTo(4); // LDS, FADD, ATOMS, ISETP, BRA
          }
        }
        assertThat(elected).isEqualTo(loops ? 0 : 1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"7.5, t4", "8.0, a100", "8.6, rtx3080", "9.0, h100_sxm"})
  @EnabledIf("hasPtxas")
  void accessesWithAnOrderHaveTheFencesOfPtxas(String capability, String device) {
    String text =
        """
        .version 8.0
        .target sm_75
        .address_size 64
        .visible .entry k(.param .u64 p) {
        .reg .b64 %d<3>;
        .reg .b32 %r<6>;
        .shared .b32 s;
        ld.param.u64 %d1, [p];
        cvta.to.global.u64 %d1, %d1;
        mov.u32 %r1, %tid.x;
        st.global.u32 [%d1+64], %r1;
        atom.acq_rel.sys.global.exch.b32 %r2, [%d1], %r1;
        st.release.gpu.global.u32 [%d1+4], %r2;
        ld.acquire.gpu.global.u32 %r3, [%d1+8];
        st.release.cta.shared.u32 [s], %r3;
        ld.acquire.gpu.shared.u32 %r4, [s];
        st.relaxed.gpu.global.u32 [%d1+12], %r4;
        ld.acquire.cta.global.u32 %r5, [%d1+16];
        fence.acq_rel.gpu;
        st.global.u32 [%d1+20], %r5;
        ret;
        }
        """;
    Kernel kernel = Kernels.ptx("k", text).get(0);
    SassCode own = new SassLowering(TestDevices.spec(device)).lower(kernel);
    SassCode of = new PtxasLowering(capability, false, System.getenv()).lower(kernel);
    assertThat(fences(own)).isEqualTo(fences(of)).hasSizeGreaterThan(6);
  }

  private static List<AccessKind> fences(SassCode code) {
    List<AccessKind> found = new ArrayList<>();
    for (int r = 0; r < code.size(); r++) {
      AccessKind kind = AccessKind.values()[code.access[r]];
      if (kind.compareTo(AccessKind.FENCE_OF_GROUP) >= 0) {
        found.add(kind);
      }
    }
    return found;
  }

  static boolean hasPtxas() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "ptxas")));
  }

  private static byte[] compiled(String name, String target, Path folder)
      throws IOException, InterruptedException {
    Path text = Files.writeString(folder.resolve(name + ".ptx"), Kernels.text(name));
    Path cubin = folder.resolve(name + ".cubin");
    List<String> command =
        List.of("ptxas", "-arch=" + target, text.toString(), "-o", cubin.toString());
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return Files.readAllBytes(cubin);
  }
}
