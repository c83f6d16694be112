// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Launches of more work-items than anybody waits for. */
class LongLaunchTest {
  @TempDir Path folder;

  private Cli run(String grid, String body) throws IOException {
    String kernel = Scratch.kernel(body);
    String attributes = ", attributes: {k: {races: allow}}";
    String workload = new Scratch(folder).workload(kernel, attributes, 4, grid, "64");
    return Cli.run("run", workload, "-d", "hd5870", "--instruction-budget", "8");
  }

  @Test
  @DisplayName("a grid of 2^48 work-items says what it is going to do before it does it")
  void aGridOf248WorkItemsSaysWhatItIsGoingToDoBeforeItDoesIt() throws IOException {
    // Its first work-group never ends, so the launch does not take three days.
    Cli cli = run("2097152, 2097152", "  L: bra L;\n");
    assertThat(cli.code()).as(cli.all()).isEqualTo(3);
    assertThat(cli.err().lines().toList())
        .first()
        .asString()
        .startsWith(
            "lockstep: launch of 'k': 4,398,046,511,104 work-groups of 64 work-items,"
                + " 281,474,976,710,656 in all; executing them takes at least ");
    assertThat(cli.err()).contains("an endless loop: no path leads from here");
  }

  @Test
  @DisplayName(
      "more work-items than 64 bits count, and more work-groups than an axis has, are refused")
  void moreWorkItemsThan64BitsCountAndMoreWorkGroupsThanAnAxisHasAreRefused() throws IOException {
    Cli cube = run("2147483647, 2147483647, 2147483647", "");
    assertThat(cube.code()).isEqualTo(3);
    assertThat(cube.err()).contains("w.yaml:5:").contains("more than 2^62 work-items");
    Cli axis = run("2147483648", "");
    assertThat(axis.code()).isEqualTo(3);
    assertThat(axis.err()).contains("grid must be from 1 to 2147483647, found 2147483648");
    Cli words = run("'4294967296 * 4294967296'", "");
    assertThat(words.code()).isEqualTo(3);
    assertThat(words.err()).contains("w.yaml:5:").contains("does not fit 64 bits");
  }
}
