// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OpenCL's global offset and groups that do not divide the range. */
@Tag("slow")
class LaunchRangeTest {
  /**
   * The values of the work-item functions for each work-item, and a sum over its group through
   * local memory.
   */
  private static final String KERNEL =
      """
      __kernel void k(__global int *out, __local int *t) {
        size_t place = 0, items = 1, flat = 0, group = 1;
        for (int d = 2; d >= 0; d--) {
          place = place * get_global_size(d) + get_global_id(d) - get_global_offset(d);
          flat = flat * get_local_size(d) + get_local_id(d);
          group *= get_local_size(d);
        }
        __global int *o = out + place * 22;
        for (int d = 0; d < 3; d++) {
          o[d] = get_global_id(d);
          o[3 + d] = get_global_offset(d);
          o[6 + d] = get_global_size(d);
          o[9 + d] = get_local_size(d);
          o[12 + d] = get_num_groups(d);
          o[15 + d] = get_group_id(d);
        }
        o[18] = get_local_id(0) + 100 * get_local_id(1) + 10000 * get_local_id(2);
        t[flat] = get_global_id(0) + 7 * get_global_id(1);
        barrier(CLK_LOCAL_MEM_FENCE);
        int sum = 0;
        for (int i = 0; i < group; i++) {
          sum = sum * 3 + t[i];
        }
        o[19] = sum;
      #if __OPENCL_C_VERSION__ >= 200
        o[20] = get_enqueued_local_size(0) + 100 * get_enqueued_local_size(1);
        o[21] = get_global_linear_id() * 1000 + get_local_linear_id();
      #endif
      }
      """;

  @TempDir private Path folder;

  private String workload(String launch, String standard) throws IOException {
    Files.writeString(folder.resolve("k.cl"), KERNEL);
    return Files.writeString(
            folder.resolve("w.yaml"),
            """
            name: w
            kernels: {file: k.cl, options: ["-cl-std=%s"]}
            buffers:
              out: {type: i32, count: 44000}
            steps:
              - {launch: k, %s, args: [out, {local: 1024}]}
            """
                .formatted(standard, launch))
        .toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "grid: [10], block: [64], global_offset: [24]; hd5870,gtx280,mi100",
        "global_size: [40, 30], block: [8, 10], global_offset: [3, 70000]; hd6970,8800gtx,mi300x",
        "global_size: [12, 4, 6], block: [4, 4, 2], global_offset: [0, 0, 9]; hd5870"
      })
  @DisplayName("the work-item functions return the values of pocl with a global offset")
  void everyWorkItemIsToldItsPlaceBehindAnOffsetAsByPocl(String launch, String devices)
      throws IOException {
    String file = workload(launch, "CL1.2");
    String trace = folder.resolve("w.lkt").toString();
    Cli record = Cli.run("record", file, "--expect", "pocl", "-o", trace);
    assumeThat(record.err()).doesNotContain("pocl is not installed", "cannot run python3");
    assertThat(record.all()).contains("verified: yes");
    Cli run = Cli.run("run", file, "-d", devices, "--format", "csv");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(Cli.run("run", trace, "-d", devices, "--format", "csv").out()).isEqualTo(run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1000, 1, 1; 64, 1, 1; 0, 0, 0",
        "5, 1, 1; 64, 1, 1; 7, 0, 0",
        "50, 30, 1; 16, 8, 1; 3, 5, 0",
        "64, 30, 1; 16, 8, 1; 0, 0, 0",
        "7, 9, 11; 4, 4, 8; 1, 2, 3"
      })
  @DisplayName("the last groups of a range are as small as what is left, with barriers in them")
  void theLastGroupsAreAsSmallAsWhatIsLeft(String size, String group, String offset)
      throws IOException {
    String keys = "global_size: [%s], block: [%s], global_offset: [%s]";
    String file = workload(keys.formatted(size, group, offset), "CL2.0");
    Path dump = folder.resolve("out.csv");
    Cli run = Cli.run("run", file, "-d", "mi100,mi300x", "--dump", "out=" + dump);
    assertThat(run.code()).as(run.all()).isZero();
    int[] found =
        Files.readAllLines(dump).stream()
            .skip(1)
            .mapToInt(l -> Integer.parseInt(l.split(",")[1]))
            .toArray();
    int[] expected = expected(numbers(size), numbers(group), numbers(offset));
    assertThat(Arrays.copyOf(found, expected.length)).isEqualTo(expected);
    String trace = folder.resolve("w.lkt").toString();
    assertThat(Cli.run("record", file, "-o", trace).code()).isZero();
    assertThat(Cli.run("run", trace, "-d", "mi100", "--format", "csv").out())
        .isEqualTo(Cli.run("run", file, "-d", "mi100", "--format", "csv").out());
    assertThat(Cli.run("run", trace, "-d", "hd5870").code()).isEqualTo(ExitCode.REFUSED);
  }

  private static int[] numbers(String text) {
    return Arrays.stream(text.split(", ")).mapToInt(Integer::parseInt).toArray();
  }

  /** OpenCL 2.0, 3.2.1 and 6.13.1, for each work-item in the order of its place. */
  private static int[] expected(int[] size, int[] block, int[] offset) {
    int[] out = new int[size[0] * size[1] * size[2] * 22];
    for (int place = 0; place < out.length / 22; place++) {
      int[] at = {place % size[0], place / size[0] % size[1], place / size[0] / size[1]};
      int[] group = new int[3];
      int[] local = new int[3];
      int[] own = new int[3];
      for (int d = 0; d < 3; d++) {
        group[d] = at[d] / block[d];
        local[d] = at[d] % block[d];
        own[d] = Math.min(block[d], size[d] - group[d] * block[d]);
        out[place * 22 + d] = at[d] + offset[d];
        out[place * 22 + 3 + d] = offset[d];
        out[place * 22 + 6 + d] = size[d];
        out[place * 22 + 9 + d] = own[d];
        out[place * 22 + 12 + d] = (size[d] + block[d] - 1) / block[d];
        out[place * 22 + 15 + d] = group[d];
      }
      out[place * 22 + 18] = local[0] + 100 * local[1] + 10000 * local[2];
      int sum = 0;
      for (int i = 0; i < own[0] * own[1] * own[2]; i++) {
        int x = group[0] * block[0] + i % own[0] + offset[0];
        sum = sum * 3 + x + 7 * (group[1] * block[1] + i / own[0] % own[1] + offset[1]);
      }
      out[place * 22 + 19] = sum;
      out[place * 22 + 20] = block[0] + 100 * block[1];
      out[place * 22 + 21] = place * 1000 + (local[2] * own[1] + local[1]) * own[0] + local[0];
    }
    return out;
  }

  @Test
  @DisplayName("a group's wavefronts are those of the work-items that it has")
  void aGroupHasTheWavefrontsOfItsWorkItems() throws IOException {
    String file = workload("global_size: [260], block: [256]", "CL2.0");
    Cli run = Cli.run("run", file, "-d", "mi100", "--format", "csv");
    assertThat(run.code()).as(run.all()).isZero();
    Cli card = Cli.run("inspect", file);
    assertThat(card.out()).as(card.all()).contains("260 work-items");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "global_size: [1000], block: [64]; CL1.2; they need OpenCL 2.0 (options: [-cl-std=CL2.0])",
        "global_size: [64], grid: [1], block: [64]; CL2.0; either 'grid' (work-groups) or 'global_size'",
        "global_offset: [4294967200], grid: [2], block: [64]; CL2.0; global ids beyond 2^32",
        "global_offset: [-1], grid: [2], block: [64]; CL2.0; global_offset"
      })
  @DisplayName("a range that OpenCL does not allow is refused at its key")
  void aRangeThatOpenClDoesNotAllowIsRefused(String launch, String standard, String message)
      throws IOException {
    Cli run = Cli.run("run", workload(launch, standard), "-d", "mi100");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("w.yaml:6:", message);
  }

  @Test
  @DisplayName("devices without OpenCL 2.0 and kernels without OpenCL C are refused by name")
  void devicesAndKernelsThatCannotAreRefusedByName() throws IOException {
    String file = workload("global_size: [1000], block: [64]", "CL2.0");
    for (String device : new String[] {"hd5870", "hd6970", "gtx280"}) {
      Cli run = Cli.run("run", file, "-d", device);
      assertThat(run.code()).as(device).isEqualTo(ExitCode.REFUSED);
      assertThat(run.all()).contains("kernel 'k'", "smaller last work-groups (OpenCL 2.0)");
    }
    Path yaml = Path.of(Cli.workload("vecadd"));
    String text =
        Files.readString(yaml)
            .replace("../kernels/", yaml.resolveSibling("../kernels").normalize() + "/")
            .replace("block:", "global_offset: [4], block:");
    String ptx = Files.writeString(folder.resolve("v.yaml"), text).toString();
    Cli run = Cli.run("run", ptx, "-d", "mi100");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("OpenCL's, and 'vecadd' stands in", ".ptx: name its OpenCL C");
  }
}
