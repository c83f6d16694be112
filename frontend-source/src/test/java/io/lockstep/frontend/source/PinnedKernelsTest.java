// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.Digests;
import io.lockstep.kernel.frontend.FrontendOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Kernels of the examples through the pinned clang, which the build has from Maven. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class PinnedKernelsTest {
  /** Kernels, and the SHA-256 of their PTX without its comments, names of files and lines. */
  private static final Map<String, String> KERNELS =
      Map.of(
          "kmeans.cl", "94b1ba9519f6b451ca6e7b76974c13f3e182f955017559b5bf3c0413fa9d320c",
          "matmul.cl", "5d2656ebd72e57c3a84e76c64061aec81422bb83f19b182a3760a1b889087709",
          "nbody.cl", "dae1f1aecc4ca25c5a0fa0ba71f9fe171dd5c8dd17154c393d1b43fbcfdb84c2",
          "spmv.cl", "7ed18ea17612414285ae06cbabc0e7eb2afe621a71e98f241b7d7d152f45c6af",
          "transpose.cl", "669a7e0ae7217cc2187c570ea3b0c5dc5f9cc3a3daef79b3c8ca3d7e7fa940f9");

  @TempDir Path folder;

  private static String jar() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(path -> path.contains("llvm-") && path.endsWith(".jar"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("the same kernel text is the same PTX on every machine")
  void theSameTextIsTheSamePtxOnEveryMachine() throws IOException {
    Environment machine =
        new Environment(
            Map.of(
                "LOCKSTEP_LLVM", jar(),
                "XDG_CACHE_HOME", folder.toString()));
    SourceFrontend frontend =
        new SourceFrontend(machine, Duration.ofMinutes(5), SourceFrontend::ptxFrontend, note -> {});
    Map<String, String> found = new TreeMap<>();
    for (String name : KERNELS.keySet()) {
      Path source = Path.of("..", "examples", "kernels", name);
      frontend.read(source.toString(), Files.readString(source), FrontendOptions.defaults());
      try (Stream<Path> files = Files.list(folder.resolve("lockstep/ptx"))) {
        Path ptx = files.findFirst().orElseThrow();
        found.put(name, Digests.sha256(code(ptx)));
        Files.delete(ptx);
      }
    }
    assertThat(found).isEqualTo(KERNELS);
  }

  private static String code(Path ptx) throws IOException {
    try (Stream<String> lines = Files.lines(ptx)) {
      return lines
          .map(line -> line.replaceFirst("\\s*//.*", "").strip())
          .filter(line -> !line.isEmpty())
          .filter(line -> !line.startsWith(".file") && !line.startsWith(".loc"))
          .collect(Collectors.joining("\n"));
    }
  }
}
