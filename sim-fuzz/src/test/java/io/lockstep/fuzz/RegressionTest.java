// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every seed and every input that once broke a reader: none does. */
@Tag("slow")
class RegressionTest {
  private static final Path ROOT = Path.of(System.getProperty("lockstep.root")).normalize();
  private static final Path FINDINGS = ROOT.resolve("sim-fuzz/src/test/resources/findings");

  @TestFactory
  @DisplayName("seeds and findings")
  Stream<DynamicNode> seedsAndFindingsKeepTheirContract() throws IOException {
    List<DynamicNode> nodes = new ArrayList<>();
    for (String name : FuzzTargets.names()) {
      FuzzTarget target = FuzzTargets.of(name, ROOT);
      SortedMap<String, byte[]> inputs = new TreeMap<>(target.seeds(ROOT, Integer.MAX_VALUE));
      findings(name).forEach(inputs::put);
      List<DynamicTest> tests = new ArrayList<>();
      inputs.forEach(
          (input, bytes) ->
              tests.add(
                  DynamicTest.dynamicTest(
                      input,
                      () -> assertThatCode(() -> target.run(bytes)).doesNotThrowAnyException())));
      nodes.add(DynamicContainer.dynamicContainer(name, tests));
    }
    return nodes.stream();
  }

  private static SortedMap<String, byte[]> findings(String target) throws IOException {
    SortedMap<String, byte[]> found = new TreeMap<>();
    Path folder = FINDINGS.resolve(target);
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          found.put("finding " + file.getFileName(), Files.readAllBytes(file));
        }
      }
    }
    return found;
  }

  @Test
  @DisplayName("every folder of findings belongs to a target")
  void everyFolderOfFindingsBelongsToATarget() throws IOException {
    try (Stream<Path> folders = Files.list(FINDINGS)) {
      assertThat(folders.map(f -> f.getFileName().toString())).isSubsetOf(FuzzTargets.names());
    }
  }
}
