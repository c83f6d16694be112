// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * HIP's queries of occupancy and its launches against AMD's rules, which are written down here
 * anew.
 *
 * <p>Sources: LLVM, AMDGPU usage, compute_pgm_rsrc1 (granules of vector registers: 4 on gfx908, 8
 * on gfx90a and gfx942) and GRANULATED_LDS_SIZE (128 dwords); AMD lab notes, register pressure (512
 * registers of a SIMD from CDNA 2 on, of both kinds together, and 8 wavefronts; 256 and 10 before);
 * ROCm documentation, GPU hardware specifications (64 KiB of LDS, four SIMDs, wavefronts of 64);
 * llvm-calc-occupancy (16 barriers for groups of several wavefronts).
 *
 * <p>In doubt: AMD's runtime documents its queries as an estimate, and does not say whether it
 * counts barriers and granules of LDS. The rules here are those of the hardware, which launches
 * follow too. HIP does not tell scalar registers; these kernels have so few that they limit
 * nothing. It does not document which of several best block sizes it returns: it has to have the
 * most resident work-items, and the grid has to fill the device with them.
 */
@Tag("slow")
@Timeout(300)
class AmdOccupancyTest {
  private static final int VECTORS = 600;
  private static final int LDS = 65536;
  private static final int MOST_ITEMS = 1024;

  @TempDir private Path folder;

  /** A compute unit of four SIMDs. */
  private record Unit(int registers, int granule, int wavefronts) {
    int groups(int used, int items, int bytes) {
      int each = up(items, 64) / 64; // wavefronts of a group
      int ofSimd = Math.min(wavefronts, registers / up(Math.max(used, 1), granule));
      int groups = 4 * ofSimd / each;
      groups = each > 1 ? Math.min(16, groups) : groups;
      return bytes > 0 ? Math.min(groups, LDS / up(bytes, 512)) : groups;
    }

    private static int up(int value, int unit) {
      return (value + unit - 1) / unit * unit;
    }
  }

  private record Kernel(int registers, int bytes) {}

  private String program() throws Exception {
    Path source =
        Path.of(
            Objects.requireNonNull(getClass().getResource("/programs/amd_occupancy.hip")).toURI());
    String app = folder.resolve("app").toString();
    Cli built = Cli.run("hipcc", "-O2", source.toString(), "-o", app);
    assumeTrue(!built.all().contains("no C++ compiler"), "no C++ compiler");
    assertThat(built.code()).as(built.all()).isZero();
    return app;
  }

  @ParameterizedTest
  @CsvSource({
    "mi100, 256, 4, 10, 120",
    "mi210, 512, 8, 8, 104",
    "mi250x, 512, 8, 8, 110",
    "mi300a, 512, 8, 8, 228",
    "mi300x, 512, 8, 8, 304"
  })
  void queriesAndLaunchesFollowAmdsRules(
      String device, int registers, int granule, int wavefronts, int units) throws Exception {
    Unit unit = new Unit(registers, granule, wavefronts);
    Path answers = folder.resolve("answers");
    String trace = folder.resolve("t.lkt").toString();
    Cli said =
        Cli.run(
            "record",
            "--as",
            device,
            "-o",
            trace,
            "--",
            program(),
            "" + units,
            "" + VECTORS,
            answers.toString());
    assertThat(said.code()).as(said.all()).isZero();
    List<Kernel> kernels = new ArrayList<>();
    int asked = 0;
    for (String line : Files.readAllLines(answers)) {
      String[] words = line.split(" ");
      int[] n = new int[words.length];
      for (int i = 1; i < n.length && words[0].matches("kernel|ask|best|launch"); i++) {
        n[i] = Integer.parseInt(words[i]);
      }
      switch (words[0]) {
        case "kernel" -> kernels.add(new Kernel(n[1], n[2]));
        case "ask" -> {
          asked++;
          Kernel kernel = kernels.get(n[1]);
          assertThat(n[4])
              .as("%s: %s of %s, %s", device, line, kernel, unit)
              .isEqualTo(unit.groups(kernel.registers(), n[2], kernel.bytes() + n[3]));
        }
        case "launch" -> {
          Kernel kernel = kernels.get(n[1]);
          boolean fits = unit.groups(kernel.registers(), n[2], kernel.bytes() + n[3]) > 0;
          assertThat(n[4] == 1).as("%s: %s of %s", device, line, kernel).isEqualTo(fits);
        }
        case "best" -> best(unit, units, kernels.get(n[1]), n, device + ": " + line);
        default -> {}
      }
    }
    assertThat(asked).isEqualTo(VECTORS);
    assertThat(kernels.stream().map(Kernel::registers).distinct().count()).isGreaterThan(3);
  }

  /** Requires a block of the most resident items, and a grid of all blocks that are resident. */
  private static void best(Unit unit, int units, Kernel kernel, int[] n, String line) {
    int limit = n[3] == 0 ? MOST_ITEMS : Math.min(n[3], MOST_ITEMS);
    int most = 0;
    for (int items = 64; items <= limit; items += 64) {
      most = Math.max(most, items * unit.groups(kernel.registers(), items, kernel.bytes() + n[2]));
    }
    int groups = n[5] == 0 ? 0 : unit.groups(kernel.registers(), n[5], kernel.bytes() + n[2]);
    assertThat(n[5] * groups).as("%s of %s", line, kernel).isEqualTo(most);
    assertThat(n[4]).as("%s of %s", line, kernel).isEqualTo(groups * units);
    assertThat(n[5]).as(line).isLessThanOrEqualTo(limit);
  }
}
