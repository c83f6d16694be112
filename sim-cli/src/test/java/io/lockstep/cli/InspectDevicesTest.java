// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code inspect} says of devices: one that refuses or fails is a line, not the end. */
class InspectDevicesTest {
  private static final String LOWER = "    return new ToyCode(kernel);";
  private static final String BROKEN = "    throw new IllegalStateException(\"broken\");";
  private static final String HEAD = ".version 6.0\n.target sm_60\n.address_size 64\n";

  @TempDir private Path folder;

  private static String entry(String name, String operation) {
    return ".visible .entry "
        + name
        + "(.param .u64 a, .param .f32 x, .param .f64 y) {\n.reg .b64 %a; .reg .f32 %f<4>;"
        + " .reg .f64 %d<4>;\n.local .align 8 .b8 l[8]; ld.param.u64 %a, [a];"
        + " ld.param.f32 %f0, [x];\n"
        + operation
        + "\nst.global.f32 [%a], %f0; ret;\n}\n";
  }

  private String file(String... entries) throws IOException {
    return new Scratch(folder).write("k.ptx", HEAD + String.join("", entries));
  }

  @Test
  @DisplayName("a device whose model fails is a line among the others, and the command ends with 1")
  void aDeviceWhoseModelFailsIsALineAmongTheOthersAndTheCommandEndsWith1() throws IOException {
    String plugins = EditedToy.plugins(folder, LOWER, BROKEN);
    String kernel = file(entry("k", ""));
    Cli code = Cli.run("inspect", kernel, "-d", "toy,hd5870", "--plugin-path", plugins);
    assertThat(code.code()).as(code.all()).isEqualTo(ExitCode.FAILED);
    assertThat(code.out())
        .contains("toy failed: kernel 'k': com.example.toy.ToyDevice.lower threw ")
        .contains("broken")
        .contains("END_OF_PROGRAM");
    Cli list = Cli.run("inspect", kernel, "--plugin-path", plugins);
    assertThat(list.code()).as(list.all()).isEqualTo(ExitCode.FAILED);
    assertThat(list.out())
        .contains("operations ")
        .containsPattern("failed on   toy: com.example.toy.ToyDevice.check threw .*broken")
        .doesNotContain("refused by  toy");
    Cli json = Cli.run("inspect", kernel, "--plugin-path", plugins, "-f", "json");
    assertThat(json.out()).contains("\"failed\" : true").contains("ToyDevice.check threw ");
  }

  @Test
  @DisplayName("without --device no device makes code")
  void noCode() throws IOException {
    String check = "  @Override\n  public void check(Kernel kernel) {}\n\n  @Override\n";
    String lower = "  @Override\n  public MachineKernel lower(Kernel kernel) {\n";
    String plugins =
        EditedToy.plugins(folder, lower + LOWER, lower.replace("  @Override\n", check) + BROKEN);
    Cli list = Cli.run("inspect", file(entry("k", "")), "--plugin-path", plugins);
    assertThat(list.code()).as(list.all()).isZero();
    assertThat(list.out()).contains("refused by  no device of the catalogue");
  }

  @Test
  @DisplayName(
      "a kernel that the device refuses is a line; only where all are, the command ends with 5")
  void aKernelThatTheDeviceRefusesIsALineOnlyWhereAllAreTheCommandEndsWith5() throws IOException {
    String doubles = entry("d", "ld.param.f64 %d0, [y]; cvt.rn.f32.f64 %f0, %d0;");
    String kernels = file(doubles, entry("k", ""));
    Cli both = Cli.run("inspect", kernels, "-d", "hd5770");
    assertThat(both.code()).as(both.all()).isZero();
    assertThat(both.out())
        .startsWith("hd5770 refused: kernel 'd', ")
        .contains(
            "uses double precision, which the device lacks; 'demote_doubles: true'", "; k: VLIW5");
    Cli one = Cli.run("inspect", kernels, "-d", "hd5770", "-k", "d");
    assertThat(one.code()).as(one.all()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  @DisplayName("a device's check refuses what its lowering refuses, in the same words")
  void checkIsAsLowering() {
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    for (String name : List.of("cu_texconst", "cu_call", "halfs", "histogram", "relational")) {
      Path file = Path.of(Cli.workload("vecadd")).resolveSibling("../kernels/" + name + ".ptx");
      Kernel kernel = KernelFiles.read(file, Plugins.frontends()).get(0);
      for (DeviceSpec spec : catalogue.specs()) {
        Device device = catalogue.device(spec);
        assertThat(refusal(device::check, kernel))
            .as(name + " on " + spec.id())
            .isEqualTo(refusal(device::lower, kernel));
      }
    }
  }

  private static String refusal(Consumer<Kernel> ask, Kernel kernel) {
    try {
      ask.accept(kernel);
      return null;
    } catch (RefusalException e) {
      return e.getMessage();
    }
  }

  private static final String HINT = "-cl-single-precision-constant (options: in the workload)";

  private String refusalOfDoubles(String operation) throws IOException {
    Cli cli = Cli.run("inspect", file(entry("d", operation)), "-d", "hd6870");
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.REFUSED);
    assertThat(cli.out()).contains("uses double precision, which the device lacks");
    return cli.out();
  }

  @Test
  @DisplayName("doubles that may come from literals: the refusal names the compiler's option")
  void doublesOfLiterals() throws IOException {
    assertThat(
            refusalOfDoubles(
                "cvt.f64.f32 %d0, %f0; mul.f64 %d1, %d0, 0d3FE0000000000000;"
                    + " cvt.rn.f32.f64 %f0, %d1;"))
        .contains("; if it comes from a literal like 0.5, write 0.5f or give the compiler " + HINT);
    assertThat(
            refusalOfDoubles(
                "mov.f64 %d1, 0d3FE0000000000000; cvt.f64.f32 %d0, %f0;"
                    + " fma.rn.f64 %d1, %d0, %d0, %d1; cvt.rn.f32.f64 %f0, %d1;"))
        .contains(HINT);
  }

  @Test
  @DisplayName("doubles that the kernel asks for: arguments, memory, no literal: it does not")
  void doublesAskedFor() throws IOException {
    String literal = "cvt.f64.f32 %d0, %f0; mul.f64 %d1, %d0, 0d3FE0000000000000;";
    String back = " cvt.rn.f32.f64 %f0, %d1;";
    for (String operation :
        List.of(
            literal + " ld.param.f64 %d2, [y]; add.f64 %d1, %d1, %d2;" + back,
            literal + " ld.global.f64 %d2, [%a]; add.f64 %d1, %d1, %d2;" + back,
            literal + " st.global.f64 [%a], %d1;" + back,
            literal + " st.local.f64 [l], %d1;" + back,
            "cvt.f64.f32 %d0, %f0; mul.f64 %d1, %d0, %d0;" + back,
            "cvt.rn.f64.s64 %d0, %a; mul.f64 %d1, %d0, 0d3BF921FB54442D19;" + back,
            "mov.f64 %d0, 0d3FE0000000000000; add.f64 %d1, %d0, %d0;" + back)) {
      assertThat(refusalOfDoubles(operation)).as(operation).doesNotContain("literal");
    }
  }
}
