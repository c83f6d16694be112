// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The repository's kernels through the pinned clang, which the build has from Maven: {@code
 * pinned-kernels.tsv} has the SHA-256 of each file's PTX without comments, names of files and
 * lines. {@code -Dlockstep.write.docs=true} writes the file.
 */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class PinnedKernelsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DIGESTS = Path.of("src/test/resources/pinned-kernels.tsv");

  /** Folders of kernels that are compiled without further options. */
  private static final List<String> FOLDERS =
      List.of(
          "examples/kernels",
          "sim-advise/src/test/resources/cases",
          "sim-cli/src/test/resources",
          "validation");

  /** What the file has in place of a digest. */
  private static final String REFUSED = "refused without the options of its workload";

  @TempDir Path folder;

  private static String jar() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(path -> path.contains("llvm-") && path.endsWith(".jar"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> kernels() throws IOException {
    try (Stream<String> all = FOLDERS.stream().flatMap(PinnedKernelsTest::below)) {
      return all.sorted().toList();
    }
  }

  private static Stream<String> below(String folder) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
      return files
          .map(file -> ROOT.relativize(file).toString())
          .filter(file -> file.endsWith(".cl"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("the same kernel text is the same PTX on every machine")
  void theSameTextIsTheSamePtxOnEveryMachine() throws IOException {
    ClangOpenCl clang =
        ClangOpenCl.find(
            "k.cl",
            new Environment(Map.of("LOCKSTEP_LLVM", jar(), "XDG_CACHE_HOME", folder.toString())));
    PtxCache cache = new PtxCache(folder.resolve("lockstep"));
    Compilation compilation =
        new Compilation(clang, new CompilerProcess(Duration.ofMinutes(5)), cache, note -> {});

    String found =
        kernels().parallelStream()
            .map(file -> file + "\t" + digest(compilation, file) + "\n")
            .collect(Collectors.joining());

    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(DIGESTS, found);
    }
    assertThat(found).isEqualTo(Files.readString(DIGESTS)).contains("examples/kernels/nbody.cl");
  }

  private static String digest(Compilation compilation, String file) {
    SourceProgram program = SourceProgram.of(ROOT.resolve(file).toString());
    try {
      FrontendOptions plain = FrontendOptions.defaults();
      return Digests.sha256(code(compilation.of(program, List.of(), plain.target()).text()));
    } catch (InputException e) {
      return REFUSED;
    }
  }

  private static String code(String ptx) {
    return ptx.lines()
        .map(line -> line.replaceFirst("\\s*//.*", "").strip())
        .filter(line -> !line.isEmpty())
        .filter(line -> !line.startsWith(".file") && !line.startsWith(".loc"))
        .collect(Collectors.joining("\n"));
  }
}
