// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.inspect.fit.DeviceFit;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * docs/legality.md against the product: who refuses which kernel and why in every row, what runs
 * verified in some. Not every workload of the page is in this repository, but every kernel is.
 */
@Tag("slow")
class LegalityPageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** What the page says: by workload, the reason of each device, empty where it runs. */
  private static Map<String, Map<String, String>> page() throws IOException {
    List<String> lines = Files.readAllLines(ROOT.resolve("docs/legality.md"));
    List<String> devices = listed(lines, "Devices: ");
    Map<String, Map<String, String>> page = new TreeMap<>();
    for (String workload : listed(lines, "Verified on all of them: ")) {
      page.put(workload, all(devices));
    }
    for (String line : lines) {
      String[] cells = line.split(" ?\\| ?");
      if (cells.length < 4 || !cells[2].contains("'")) {
        continue;
      }
      for (String place : cells[2].split("; ")) {
        String[] at = place.split(": ", 2);
        Map<String, String> row = page.computeIfAbsent(at[0], w -> all(devices));
        for (String device : cells[3].split(", ")) {
          assertThat(row.put(device, "kernel " + at[1] + ": " + cells[1])).as(line).isEmpty();
        }
      }
    }
    return page;
  }

  private static Map<String, String> all(List<String> devices) {
    Map<String, String> row = new LinkedHashMap<>();
    devices.forEach(d -> row.put(d, ""));
    return row;
  }

  private static List<String> listed(List<String> lines, String head) {
    String line = lines.stream().filter(l -> l.startsWith(head)).findFirst().orElseThrow();
    return List.of(line.substring(head.length(), line.length() - 1).split(", "));
  }

  private static Path kernel(String workload) {
    return ROOT.resolve("sim-cli/src/test/resources/kernels")
        .resolve(
            workload.startsWith("il_")
                ? workload.substring(3) + ".il"
                : workload.replace("_wrap", "") + ".ptx");
  }

  /** Reasons name the kernel's file by its place, which is another one here. */
  private static String withoutFolders(String reason) {
    return reason.replaceAll("[^ ]*/", "");
  }

  @Test
  @DisplayName("its first line adds up, and its devices are the catalogue")
  void itsFirstLineAddsUpAndItsDevicesAreTheCatalogue() throws IOException {
    Map<String, Map<String, String>> page = page();
    List<String> catalogue =
        new Catalogue(Plugins.providers(List.of())).specs().stream().map(DeviceSpec::id).toList();
    long verified = 0;
    for (Map<String, String> row : page.values()) {
      assertThat(row.keySet()).containsExactlyElementsOf(catalogue);
      verified += row.values().stream().filter(String::isEmpty).count();
    }
    int all = page.size() * catalogue.size();
    assertThat(Files.readString(ROOT.resolve("docs/legality.md")))
        .contains(
            page.size()
                + " workloads on "
                + catalogue.size()
                + " devices, "
                + verified
                + " verified, "
                + (all - verified)
                + " refused, 0 neither");
  }

  @Test
  @DisplayName("every row: the devices that refuse the kernel, in the words of the page")
  void everyRowTheDevicesThatRefuseTheKernel() throws IOException {
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    page()
        .forEach(
            (workload, row) -> {
              Map<String, String> found = new LinkedHashMap<>();
              row.keySet().forEach(device -> found.put(device, ""));
              for (Kernel kernel : KernelFiles.read(kernel(workload), Plugins.frontends())) {
                DeviceFit.kernel(catalogue, kernel)
                    .forEach(r -> found.put(r.device(), withoutFolders(r.reason())));
              }
              row.replaceAll((device, reason) -> withoutFolders(reason));
              assertThat(found).as(workload).isEqualTo(row);
            });
  }

  @ParameterizedTest
  @DisplayName("some rows: what runs is verified, what is refused has the reason of the page")
  @ValueSource(
      strings = {"vecadd", "histogram", "scan", "cu_call", "cu_texconst_wrap", "il_reduce_lds"})
  void someRowsWhatRunsIsVerified(String workload) throws IOException {
    Cli cli = Cli.run("compare", Cli.workload(workload), "-d", "all", "-f", "csv");
    assertThat(cli.code()).as(cli.all()).isZero();
    String[] lines = cli.out().split("\n");
    List<String> header = List.of(lines[0].split(","));
    page()
        .get(workload)
        .forEach(
            (device, reason) -> {
              String line =
                  Arrays.stream(lines)
                      .filter(l -> l.startsWith(workload + "," + device + ","))
                      .findFirst()
                      .orElseThrow();
              String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
              if (reason.isEmpty()) {
                assertThat(cells[header.indexOf("verified")]).as(line).isEqualTo("true");
              } else {
                assertThat(cells[header.indexOf("status")]).as(line).isEqualTo("refused");
                assertThat(withoutFolders(cells[header.indexOf("message")].replace("\"", "")))
                    .isEqualTo(withoutFolders(reason));
              }
            });
  }
}
