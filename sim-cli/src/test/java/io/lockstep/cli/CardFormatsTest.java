// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The card as CSV and JSON, against figures that were worked out on paper. */
class CardFormatsTest {
  private static final String REGISTERS =
      """

       .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<9>; .shared .align 4 .b8 tile[4096];
       ld.param.u64 %rd1, [p0]; mov.u32 %r1, %tid.x;
      """;

  @TempDir private Path folder;

  /** Rows by column; none of the texts holds a quotation mark. */
  private static List<Map<String, String>> rows(String input) {
    Cli cli = Cli.run("inspect", input, "-f", "csv");
    assertThat(cli.code()).as(cli.all()).isZero();
    List<Map<String, String>> rows = new ArrayList<>();
    String[] header = null;
    for (String line : cli.out().split("\n")) {
      String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
      if (header == null) {
        header = cells;
        continue;
      }
      assertThat(cells).as(line).hasSameSizeAs(header);
      Map<String, String> row = new LinkedHashMap<>();
      for (int k = 0; k < cells.length; k++) {
        row.put(header[k], cells[k]);
      }
      rows.add(row);
    }
    return rows;
  }

  private List<Map<String, String>> run(String body, int size) throws IOException {
    String kernel = Scratch.kernel(REGISTERS + body);
    return rows(new Scratch(folder).workload(kernel, "", 65536, "1", Integer.toString(size)));
  }

  private static Map<String, String> of(List<Map<String, String>> rows, String opClass) {
    return rows.stream().filter(r -> r.get("class").equals(opClass)).findFirst().orElseThrow();
  }

  private static void holds(Map<String, String> row, String... columnsAndValues) {
    for (int k = 0; k < columnsAndValues.length; k += 2) {
      String found = row.get(columnsAndValues[k]);
      String expected = columnsAndValues[k + 1];
      boolean number = expected.matches("-?[0-9.]+") && !found.isEmpty();
      assertThat(number ? new BigDecimal(found).stripTrailingZeros().toPlainString() : found)
          .as(columnsAndValues[k] + " of " + row)
          .isEqualTo(expected);
    }
  }

  @Test
  @DisplayName("a load every 8 bytes: half of the lines' bytes used")
  void aLoadEvery8BytesUsesHalfOfTheLinesBytes() throws IOException {
    List<Map<String, String>> rows =
        run(
            " mul.wide.u32 %rd2, %r1, 8;\n add.u64 %rd3, %rd1, %rd2;\n"
                + " ld.global.u32 %r3, [%rd3];\n",
            128);
    Map<String, String> load =
        rows.stream().filter(r -> !r.get("pattern").isEmpty()).findFirst().orElseThrow();
    holds(load, "class", "load", "line", "10", "pattern", "strided", "stride_x", "8");
    holds(load, "work_items", "128", "wavefronts_32", "4", "wavefronts_64", "2");
    holds(load, "requests", "2", "bytes_requested", "512", "lines", "8", "coalescing", "0.5");
    holds(load, "bank_conflicts_16", "", "work_items_per_address", "", "diverged_64", "");
    holds(load, "source", "\"ld.global.u32 %r3, [%rd3];\"");
  }

  @Test
  @DisplayName("a store every 128 bytes of local memory: one bank of 16, one of 32")
  void aStoreEvery128BytesOfLocalMemoryConflicts() throws IOException {
    List<Map<String, String>> rows =
        run(
            " mov.u32 %r2, tile;\n mad.lo.u32 %r2, %r1, 128, %r2;\n"
                + " st.shared.u32 [%r2], %r1;\n",
            32);
    Map<String, String> store = of(rows, "store");
    holds(store, "bank_conflicts_16", "16", "bank_conflicts_32", "32");
    holds(store, "lines", "", "coalescing", "", "bytes_requested", "128");
  }

  @Test
  @DisplayName("64 work-items at four addresses: sixteen an address")
  void atomicsOf64WorkItemsAtFourAddressesAreCounted() throws IOException {
    List<Map<String, String>> rows =
        run(
            " and.b32 %r2, %r1, 3;\n mul.wide.u32 %rd2, %r2, 4;\n add.u64 %rd3, %rd1, %rd2;\n"
                + " red.global.add.u32 [%rd3], 1;\n",
            128);
    holds(of(rows, "atomic"), "requests", "2", "work_items_per_address", "16");
  }

  @Test
  @DisplayName("partings stand at the branch and nowhere else")
  void partingsStandAtTheBranchAndNowhereElse() throws IOException {
    List<Map<String, String>> rows =
        run(" setp.lt.u32 %p1, %r1, 40;\n @%p1 bra out;\n add.u32 %r2, %r1, 1;\nout:\n", 64);
    holds(of(rows, "branch"), "diverged_32", "1", "diverged_64", "1", "wavefronts_32", "2");
    assertThat(rows.stream().filter(r -> !r.get("diverged_64").isEmpty())).hasSize(1);
    holds(of(rows, "int_add"), "work_items", "24", "wavefronts_32", "1");
  }

  @Test
  @DisplayName("texels of 16 bytes")
  void texelsCount16Bytes() {
    Map<String, String> fetch = of(rows(Cli.workload("il_copy")), "texture");
    long lanes = Long.parseLong(fetch.get("work_items"));
    holds(fetch, "bytes_requested", Long.toString(16 * lanes), "coalescing", "");
  }

  private String json(String body, String block) throws IOException {
    String kernel = Scratch.kernel(REGISTERS + body);
    Cli cli =
        Cli.run(
            "inspect", new Scratch(folder).workload(kernel, "", 65536, "1", block), "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    return cli.out().replaceAll("\\s+", " ");
  }

  @Test
  @DisplayName("JSON has the same figures: strides along x, y, z, conflicts of 16 and 32 banks")
  void accessesAsJson() throws IOException {
    assertThat(
            json(
                " mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z; mul.lo.u32 %r4, %r1, 4;\n"
                    + " mad.lo.u32 %r4, %r2, 1024, %r4; mad.lo.u32 %r4, %r3, 8192, %r4;\n"
                    + " cvt.u64.u32 %rd2, %r4; add.u64 %rd3, %rd1, %rd2;\n"
                    + " ld.global.u32 %r5, [%rd3];\n",
                "4, 4, 4"))
        .contains("\"strides\" : [ 4, 1024, 8192 ]");
    assertThat(
            json(
                " mov.u32 %r2, tile;\n mad.lo.u32 %r2, %r1, 128, %r2;\n"
                    + " st.shared.u32 [%r2], %r1;\n",
                "32"))
        .containsPattern("\"bank_conflicts_16\" : 16(\\.0+)?, \"bank_conflicts_32\" : 32(\\.0+)? ");
  }

  @Test
  @DisplayName("JSON has the active share of each line at both widths")
  void linesAsJson() throws IOException {
    assertThat(
            json(" setp.lt.u32 %p1, %r1, 40;\n @%p1 bra out;\n add.u32 %r2, %r1, 1;\nout:\n", "64"))
        .containsPattern(
            "\"line\" : 10, \"instructions\" : 24, \"share\" : [0-9.]+, \"active_32\" : 0.750*,"
                + " \"active_64\" : 0.3750*,");
  }
}
