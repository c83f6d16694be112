// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lockstep inspect}: what it prints and what it takes. */
@Tag("slow")
class InspectTest {
  @TempDir private Path folder;

  private static String kernel(String name) {
    return Path.of(Cli.workload("vecadd")).getParent().resolveSibling("kernels/" + name).toString();
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = InspectTest.class.getResourceAsStream("/golden/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  @DisplayName("the card of spmv, line by line")
  void theCardOfSpmvLineByLine() throws IOException {
    Cli cli = Cli.run("inspect", Cli.workload("spmv"), "--top", "5");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).isEqualTo(golden("inspect-spmv.txt"));
  }

  @Test
  @DisplayName("a kernel file: portable form between its source lines, registers, needs, refusals")
  void aKernelFileShowsItsPortableFormRegistersNeedsAndRefusals() throws IOException {
    Cli cli = Cli.run("inspect", kernel("histogram.ptx"));
    assertThat(cli.code()).as(cli.all()).isZero();
    String out = cli.out();
    assertThat(out.replaceAll("(?m)^refused by.*\n", ""))
        .isEqualTo(golden("inspect-histogram.txt"));
    // Who refuses is the devices' affair: those without atomics in local memory do.
    assertThat(out)
        .contains(
            "8800gtx, 8800gts, 8600gts, 8800gt, 9800gtx: kernel 'histogram', histogram.ptx:53:2: uses"
                + " atomic add on i32 in local memory, which the device lacks\n");
  }

  @Test
  @DisplayName("a trace gives the card of its workload, behind what the file holds")
  void aTraceGivesTheCardOfItsWorkload() {
    Path trace = folder.resolve("m.lkt");
    String workload = Cli.workload("matmul");
    assertThat(Cli.run("record", workload, "-o", trace.toString()).code()).isZero();
    String direct = Cli.run("inspect", workload).out();
    String sources = Path.of(workload).getParent().toString();
    Cli cli = Cli.run("inspect", trace.toString(), "--sources", sources);
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).startsWith("trace format ").endsWith(direct);
    assertThat(Cli.run("inspect", trace.toString(), "-f", "csv", "--sources", sources).out())
        .isEqualTo(Cli.run("inspect", workload, "-f", "csv").out());
    assertThat(Cli.run("inspect", trace.toString()).out())
        .as("without the text of lines, which lies elsewhere")
        .startsWith(cli.out().substring(0, cli.out().indexOf("matmul.ptx")))
        .hasSizeLessThan(cli.out().length());
  }

  @Test
  @DisplayName("JSON: one object a kernel, exact counts, who refuses")
  void jsonHasOneObjectAKernelWithExactCounts() {
    Cli cli = Cli.run("inspect", Cli.workload("histogram"), "-f", "json");
    assertThat(cli.code()).isZero();
    assertThat(cli.out())
        .contains("\"workload\" : \"histogram\"")
        .contains("\"verified\" : true")
        .contains("\"work_item_instructions\" : 763008")
        .contains("\"pattern\" : \"scattered\"")
        .contains("\"minimum_width\" : null")
        .contains("\"device\" : \"8800gtx\"")
        .contains("\"summary\" : [")
        .doesNotContain("\"listing\"");
    assertThat(Cli.run("inspect", Cli.workload("histogram"), "-f", "json", "--ir").out())
        .contains("\"listing\"")
        .contains("\"live\" : ");
    assertThat(Cli.run("inspect", kernel("histogram.ptx"), "-f", "json").out())
        .contains("\"listing\"")
        .contains("\"feature\" : \"atomic add on i32 in local memory\"")
        .doesNotContain("\"launches\"");
  }

  @Test
  @DisplayName("CSV: a row for each portable instruction, as many cells as the header")
  void csvHasARowForEachPortableInstruction() {
    for (String[] call :
        List.of(
            new String[] {"inspect", Cli.workload("spmv"), "-f", "csv"},
            new String[] {"inspect", kernel("spmv.ptx"), "-f", "csv"})) {
      List<String> rows = Cli.run(call).out().lines().toList();
      assertThat(rows).as(Arrays.toString(call)).hasSize(1 + 75);
      int cells = cells(rows.get(0));
      assertThat(rows).allMatch(r -> cells(r) == cells);
    }
  }

  private static int cells(String row) {
    return row.replaceAll("\"[^\"]*\"", "").split(",", -1).length;
  }

  @Test
  @DisplayName("--check races fills in the smallest width; findings end with 4")
  void checkRacesFillsInTheSmallestWidth() {
    Cli cli = Cli.run("inspect", Cli.workload("matmul"), "--check", "races");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("width       at least 1\n").contains("check: nothing found");
    assertThat(Cli.run("inspect", Cli.workload("matmul"), "--check", "races", "-f", "json").out())
        .contains("\"minimum_width\" : 1")
        .contains("\"checks\" : [ ]");
  }

  @Test
  @DisplayName("--static does not execute, --ir adds the portable form, --top shortens")
  void staticDoesNotExecuteIrAddsThePortableForm() {
    String workload = Cli.workload("vecadd");
    assertThat(Cli.run("inspect", workload, "--static").out())
        .contains("B0:")
        .contains("// vecadd.ptx:43: add.rn.f32 %f3, %f1, %f2;")
        .doesNotContain("launches");
    assertThat(Cli.run("inspect", workload).out()).doesNotContain("B0:  ;");
    assertThat(Cli.run("inspect", workload, "--ir").out()).contains("B0:  ;").contains("launches");
    assertThat(Cli.run("inspect", workload, "--top", "0").out()).doesNotContain("source\n");
    assertThat(Cli.run("inspect", workload, "--top", "3").out()).contains("and 20 lines more");
    Cli one = Cli.run("inspect", workload, "-k", "vecadd");
    assertThat(one.out()).isEqualTo(Cli.run("inspect", workload).out());
    assertThat(Cli.run("completion").out()).contains("--static").contains("--ir");
  }

  @ParameterizedTest
  @DisplayName("what would have no effect is refused, in one line")
  @CsvSource(
      delimiter = '|',
      value = {
        "vecadd.ptx --param n=3 | 3 | is not executed and takes no parameters",
        "vecadd.ptx --check races | 3 | is not executed, so nothing can be checked",
        "vecadd.ptx -d hd5870 -f json | 2 | --format: machine code is printed as text only",
        "vecadd.ptx --top=-1 | 2 | --top: expected at least 0, found -1",
        "vecadd.ptx -k vecad | 3 | has no kernel 'vecad'; did you mean 'vecadd'?"
      })
  void whatWouldHaveNoEffectIsRefused(String call, int code, String message) {
    String[] words = call.split(" ");
    words[0] = kernel(words[0]);
    String[] arguments = new String[words.length + 1];
    arguments[0] = "inspect";
    System.arraycopy(words, 0, arguments, 1, words.length);
    Cli cli = Cli.run(arguments);
    assertThat(cli.code()).as(cli.all()).isEqualTo(code);
    assertThat(cli.err()).contains(message);
    assertThat(cli.err().lines()).hasSize(1);
  }

  @Test
  @DisplayName("a source that is gone is left out; the lines' numbers stay")
  void withoutSource() throws IOException {
    Path copy = folder.resolve("v.ptx");
    Files.copy(Path.of(kernel("vecadd.ptx")), copy);
    Path workload = folder.resolve("v.yaml");
    Files.writeString(
        workload,
        Files.readString(Path.of(Cli.workload("vecadd")))
            .replace("../kernels/vecadd.ptx", "v.ptx")
            .replaceAll("(?m)^source:.*\n", "")
            .replaceAll("(?s)expect:.*", ""));
    Path trace = folder.resolve("v.lkt");
    Cli record = Cli.run("record", workload.toString(), "-o", trace.toString());
    assertThat(record.code()).as(record.all()).isZero();
    assertThat(Cli.run("inspect", trace.toString(), "--ir").out()).contains("// v.ptx:43: add.rn");
    Files.delete(copy);
    assertThat(Cli.run("inspect", trace.toString(), "--ir").out())
        .doesNotContain("// v.ptx")
        .contains("float_add")
        .contains("line 43");
  }
}
