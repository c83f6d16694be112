package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.Catalogue;
import io.lockstep.run.DeviceFit;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, String> reasons = new LinkedHashMap<>();
    List<List<String>> rows = new ArrayList<>();
    for (String line : lines) {
      List<String> cells = Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList();
      if (cells.size() == 4 && cells.get(0).matches("\\d+")) {
        reasons.put(cells.get(0), cells.get(3));
      } else if (cells.size() > 4) {
        rows.add(cells);
      }
    }
    List<String> header = rows.get(0);
    Map<String, Map<String, String>> page = new LinkedHashMap<>();
    for (List<String> row : rows.subList(2, rows.size())) { // behind the header and its rule
      Map<String, String> devices = new LinkedHashMap<>();
      for (int k = 2; k < row.size(); k++) {
        String cell = row.get(k);
        devices.put(header.get(k), cell.equals("✓") ? "" : reasons.getOrDefault(cell, cell));
      }
      assertThat(row.get(1))
          .as(row.get(0))
          .isEqualTo("" + devices.values().stream().filter(String::isEmpty).count());
      page.put(row.get(0), devices);
    }
    return page;
  }

  private static Path kernel(String workload) {
    return workload.startsWith("il_")
        ? ROOT.resolve("sim-cli/src/test/resources/kernels/" + workload.substring(3) + ".il")
        : ROOT.resolve("test-support/src/main/resources/kernels")
            .resolve(workload.replace("_wrap", "") + ".ptx");
  }

  /** Reasons name the kernel's file by its place, which is another one here. */
  private static String withoutFolders(String reason) {
    return reason.replaceAll("[^ ]*/", "");
  }

  @Test
  @DisplayName("its first line adds up, and its columns are the catalogue")
  void itsFirstLineAddsUpAndItsColumnsAreTheCatalogue() throws IOException {
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
    Cli cli = Cli.run("compare", Cli.workload(workload), "-f", "csv");
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
