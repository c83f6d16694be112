// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.board.R9290x;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A chip of another generation, by data on a library of its line, is a device like all others. */
@Tag("slow")
class BoardByDataTest {
  private static final Catalogue CATALOGUE = Catalogue.held(new R9290x());
  private static final DeviceSpec BOARD = CATALOGUE.spec("r9290x");

  /** Products of matrices and asynchronous copies, which the board lacks. */
  private static final List<String> REFUSED = List.of("tensor_bytes.yaml", "tensor_product.yaml");

  @Test
  void itsModelShowsAllThatItsFileDeclaresAndClaims() {
    List<CheckResult> checks =
        new Conformance(CATALOGUE, StudyOptions.defaults())
            .check(BOARD, name -> true, StudyProgress.NONE);
    assertThat(checks).allMatch(CheckResult::ok);
    assertThat(checks).filteredOn(c -> !c.source().startsWith("declared")).hasSize(3);
  }

  @Test
  void itsResultsOfTheExamplesAreVerifiedAndMatricesAreRefused() throws IOException {
    List<String> refused = new ArrayList<>();
    List<String> verified = new ArrayList<>();
    List<Path> examples;
    try (Stream<Path> files = Files.list(Repository.ROOT.resolve("examples"))) {
      examples = files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
    }
    for (Path example : examples) {
      if (!isSource(example)) {
        run(example, verified, refused);
      }
    }
    assertThat(refused).isEqualTo(REFUSED);
    assertThat(verified).hasSizeGreaterThan(18);
  }

  /** Whether an example is compiled from OpenCL C, which this module's tests cannot read. */
  private static boolean isSource(Path example) throws IOException {
    return Files.readString(example).lines().anyMatch(l -> l.matches("kernels:.*\\.cl\\b.*"));
  }

  private static void run(Path example, List<String> verified, List<String> refused) {
    RunResult result =
        SharedProgram.run(
                new Runner(CATALOGUE, Plugins.frontends()),
                example,
                Map.of(),
                List.of(new Runner.Target(BOARD)),
                RunOptions.defaults())
            .get(0);
    String name = example.getFileName().toString();
    if (result.verified() == null) {
      assertThat(result.message()).as(name).contains("asynchronous copies");
      refused.add(name);
    } else {
      assertThat(result.verified()).as(name + ": " + result.message()).isTrue();
      verified.add(name);
    }
  }
}
