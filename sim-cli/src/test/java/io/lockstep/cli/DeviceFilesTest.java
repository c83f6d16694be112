// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices by files that extend others. */
class DeviceFilesTest {
  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    return path.toString();
  }

  private static void refused(String file, String... messages) {
    Cli devices = Cli.run("devices", file);
    assertThat(devices.code()).as(devices.all()).isEqualTo(3);
    assertThat(devices.err()).contains(messages).hasLineCount(1);
  }

  @Test
  void aFileExtendsAnotherByItsPathOrByItsDeviceInTheSameFolder() throws IOException {
    String first = file("r9290x.yaml", "device: r9290x\nextends: mi100\nmatrix: absent\n");
    file("t1.yaml", "device: t1\nextends: r9290x\nunit: {count: 44}\n");
    String third = file("deep/t2.yaml", "device: t2\nextends: ../t1.yaml\nl1: {size: 32KiB}\n");
    assertThat(Cli.run("devices", first, "-f", "csv").out()).doesNotContain("\nmatrix.");
    String figures = Cli.run("devices", third, "-f", "csv").out();
    assertThat(figures)
        .doesNotContain("\nmatrix.")
        .containsPattern("\nl1.size,32KiB,user,")
        .contains("\nunit.count,44,\"user, inherited from t1\"")
        .contains("\nlds.size,64KiB,\"datasheet, inherited from mi100\"");
    String[] compare = {"compare", Cli.workload("vecadd"), "-d", first + "," + third, "-f", "json"};
    assertThat(Cli.run(compare).out()).contains("\"r9290x\"", "\"t2\"");
  }

  @Test
  void aDeviceOfTheCatalogueComesBeforeAFile() throws IOException {
    String own = file("mi100.yaml", "device: mi100\nextends: mi100\nunit: {count: 8}\n");
    assertThat(Cli.run("devices", own, "-f", "csv").out()).contains("\nunit.count,8,user,");
  }

  @Test
  void aChainThatEndsNowhereIsRefusedWithItsFiles() throws IOException {
    String a = file("a.yaml", "device: a\nextends: b\n");
    String b = file("b.yaml", "device: b\nextends: c/../a.yaml\n");
    Files.createDirectory(folder.resolve("c"));
    refused(a, "b.yaml:2:10: a device cannot extend itself: " + a + " extends " + b + " extends ");
    String alone = file("alone.yaml", "device: alone\nextends: alone\n");
    refused(alone, "alone.yaml:2:10: a device cannot extend itself");
    refused(file("d.yaml", "device: d\nextends: x/e.yaml\n"), "d.yaml:2:10: no file ", "e.yaml");
    file("f.yaml", "device: g\nextends: hd5870\n");
    refused(file("h.yaml", "device: h\nextends: f\n"), "describes device 'g'; expected 'f'");
    refused(file("i.yaml", "device: i\nextends: hd587\n"), "did you mean 'hd5870'?");
  }

  @Test
  void aFaultOfAnExtendedFileIsReportedAtItsPlace() throws IOException {
    file("wrong.yaml", "device: wrong\nextends: mi100\ndram: {clock: absent}\n");
    refused(
        file("right.yaml", "device: right\nextends: wrong.yaml\n"),
        "wrong.yaml:3:8: 'dram.clock' cannot be absent");
  }

  @Test
  void checkSaysThatAFileInheritsNoClaims() throws IOException {
    String own = file("own.yaml", "device: own\nextends: hd5450\n");
    String states = "own states no claims: nothing published is compared";
    assertThat(Cli.run("check", own, "--only", "rate.f32.fma").out()).contains(states);
    assertThat(Cli.run("check", "hd5450", "--only", "rate.f32.fma").out())
        .doesNotContain("states no claims");
  }
}
