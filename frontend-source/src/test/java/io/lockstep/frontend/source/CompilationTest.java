// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.kernel.ir.Kernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calling a compiler and keeping what it gives, with a program in its place that counts calls. */
@Tag("slow")
class CompilationTest {
  @TempDir private Path folder;
  private FakeClang clang;
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void compiler() throws IOException {
    clang = new FakeClang(folder);
  }

  private List<Kernel> read(String... options) {
    return read(Duration.ofSeconds(60), options);
  }

  private List<Kernel> read(Duration limit, String... options) {
    List<CompilerOption> given =
        Stream.of(options)
            .map(o -> new CompilerOption("w.yaml:2:5", o, folder.toString()))
            .toList();
    return new SourceFrontend(clang.machine(), limit, SourceFrontend::ptxFrontend, notes::add)
        .read(clang.source.toString(), "", FrontendOptions.defaults().withCompiler(given));
  }

  private Compilation compilation() {
    return new Compilation(
        ClangOpenCl.find("k.cl", clang.machine()),
        new CompilerProcess(Duration.ofSeconds(60)),
        new PtxCache(clang.machine().cache()),
        notes::add);
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(f -> !f.toString().matches(".*\\.(h|bc)"))
          .toList();
    }
  }

  @Test
  @DisplayName("the same source is compiled once")
  void theSameSourceIsCompiledOnce() throws IOException {
    assertThat(read()).extracting(Kernel::name).containsExactly("k");
    assertThat(read().get(0).source()).isEqualTo(clang.source.toString());
    assertThat(clang.compilations()).isEqualTo(1);
    assertThat(kept()).hasSize(1);
    assertThat(notes).anyMatch(n -> n.contains("kept as")).anyMatch(n -> n.contains("before"));
    assertThat(notes.get(0)).contains("-target nvptx64--", "-S", clang.source.toString());
  }

  @Test
  @DisplayName("another source, include, option or compiler is compiled anew")
  void anotherSourceIncludeOptionOrCompilerIsCompiledAnew() throws IOException {
    read();
    Files.writeString(clang.source, "// changed\n");
    read();
    Files.writeString(folder.resolve("included.h"), "#define N 2\n");
    read();
    read("-DN=3");
    clang.version("fake clang version 19.1.8");
    read();
    assertThat(clang.compilations()).isEqualTo(5);
    clang.version("fake clang version 19.1.7");
    read("-DN=3");
    assertThat(clang.compilations()).as("the earlier one is still kept").isEqualTo(5);
  }

  @Test
  @DisplayName("a compiler is asked for its version once until it is installed anew")
  void aCompilerIsAskedForItsVersionOnce() throws IOException {
    read();
    read("-DN=3");
    assertThat(clang.versionsAsked()).isEqualTo(1);
    clang.version("fake clang version 19.1.8");
    read();
    assertThat(clang.versionsAsked()).isEqualTo(2);
  }

  @Test
  @DisplayName("kernels name a compiler that the user has named")
  void kernelsNameACompilerThatTheUserHasNamed() throws IOException {
    assertThat(read())
        .extracting(Kernel::compiler)
        .containsExactly("fake clang version 19.1.7, not by the pinned compiler");
  }

  @ParameterizedTest
  @DisplayName("a torn or altered file in the cache counts as none")
  @ValueSource(ints = {0, 10, 100, -1})
  void aTornOrAlteredFileInTheCacheCountsAsNone(int length) throws IOException {
    read();
    Path file = kept().get(0);
    byte[] bytes = Files.readAllBytes(file);
    if (length < 0) {
      bytes[bytes.length - 3] ^= 1;
      Files.write(file, bytes);
    } else {
      Files.write(file, java.util.Arrays.copyOf(bytes, length));
    }
    assertThat(read()).hasSize(1);
    assertThat(clang.compilations()).isEqualTo(2);
    read();
    assertThat(clang.compilations()).isEqualTo(2);
  }

  @Test
  @DisplayName(
      "where the user's cache cannot be written the temporary folder keeps what is compiled")
  void noCache() throws IOException {
    Files.writeString(folder.resolve("cache"), "a file where the folder should be");
    assertThat(read()).hasSize(1);
    int first = clang.compilations(); // 0 if an earlier run left it there
    assertThat(read()).hasSize(1);
    assertThat(clang.compilations()).isEqualTo(first).isLessThanOrEqualTo(1);
  }

  @Test
  @DisplayName("a source that is saved while it is compiled is not kept under the old text's name")
  void savedMeanwhile() throws IOException {
    clang.behaves("echo changed >> \"$here/k.cl\"\ncat \"$here/k.ptx\"\n");
    assertThat(read()).hasSize(1);
    assertThat(kept()).isEmpty();
    assertThat(notes).anyMatch(n -> n.contains("it is changing"));
  }

  @Test
  @DisplayName("many at once agree, and leave no other files")
  void atOnce() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(6);
    try {
      Callable<List<Kernel>> task =
          () ->
              new SourceFrontend(
                      clang.machine(),
                      Duration.ofSeconds(60),
                      SourceFrontend::ptxFrontend,
                      note -> {})
                  .read(clang.source.toString(), "", FrontendOptions.defaults());
      List<Future<List<Kernel>>> all = pool.invokeAll(java.util.Collections.nCopies(12, task));
      for (Future<List<Kernel>> one : all) {
        assertThat(one.get()).hasSize(1);
      }
    } finally {
      pool.shutdown();
    }
    assertThat(kept()).hasSize(1);
    int before = clang.compilations();
    read();
    assertThat(clang.compilations()).isEqualTo(before);
  }

  @Test
  @DisplayName("a compiler that does not end is stopped, its children too")
  void aCompilerThatDoesNotEndIsStopped() throws Exception {
    clang.behaves("sleep 300 &\necho $! > \"$here/child\"\nwait\n");
    assertThatThrownBy(() -> read(Duration.ofSeconds(3)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(clang.source + ": ")
        .hasMessageContaining("was stopped: it was not done after 3 s");
    long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
    ProcessHandle handle = ProcessHandle.of(child).orElse(null);
    if (handle != null) {
      handle.onExit().get(20, java.util.concurrent.TimeUnit.SECONDS);
    }
    assertThat(kept()).isEmpty();
  }

  @Test
  @DisplayName("options reach the compiler as they are: there is no shell")
  void noShell() throws IOException {
    String nasty = "-DX=$(touch " + folder.resolve("pwned") + ");`id` \"'";
    read(nasty, "-Iinc lude", "-cl-fast-relaxed-math");
    assertThat(clang.arguments())
        .contains(nasty, "-I" + folder.resolve("inc lude"), "-cl-fast-relaxed-math");
    assertThat(folder.resolve("pwned")).doesNotExist();
  }

  @ParameterizedTest
  @DisplayName("options that run or write something else are not passed on")
  @ValueSource(
      strings = {
        "-o/tmp/x",
        "-Xclang",
        "-fplugin=x.so",
        "-load",
        "-include",
        "-MFx",
        "-I",
        "-Wl,-x",
        "-D",
        "--config=x",
        "-B/tmp",
        "-cl-std=CL1.2 -o",
        "-wrapper",
        "-save-temps",
        "-D1=2"
      })
  void notTaken(String option) throws IOException {
    assertThatThrownBy(() -> read(option))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("w.yaml:2:5: ")
        .hasMessageContaining("is not given '" + option + "' by a workload; expected -DNAME=VALUE");
    assertThat(clang.compilations()).isZero();
  }

  @Test
  @DisplayName("a file whose name begins like an option or a list of them is not taken for one")
  void nameLikeAnOption() {
    Compilation compilation = compilation();
    compilation.of(SourceProgram.of("-k.cl"), List.of(), TextTarget.USUAL);
    assertThat(notes.get(0)).contains(" ./-k.cl ");
    notes.clear();
    compilation.of(SourceProgram.of("@k.cl"), List.of(), TextTarget.USUAL);
    assertThat(notes.get(0)).contains(" ./@k.cl ");
  }

  @Test
  @DisplayName("the environment adds nothing to a command, and its files go to the scratch folder")
  void theEnvironmentAddsNothingToACommand() {
    CompilerProcess.Result said =
        new CompilerProcess(Duration.ofSeconds(60)).run("k.cl", List.of("env"), folder);
    assertThat(said.text().lines())
        .contains("LC_ALL=C", "TMPDIR=" + folder)
        .noneMatch(line -> line.matches("(PWD|CPATH|NVCC_APPEND_FLAGS|CCC_OVERRIDE_OPTIONS)=.*"));
  }

  @Test
  @DisplayName("errors come with their position and all that follows")
  void errorsComeWithTheirPositionAndAllThatFollows() throws IOException {
    clang.behaves(
        """
        echo "k.cl:1:2: warning: odd [-Wodd]" >&2
        echo "k.cl:7:3: error: no such thing" >&2
        echo "    7 | thing" >&2
        echo "k.cl:8:1: note: see here" >&2
        echo "1 warning and 1 error generated." >&2
        exit 1
        """);
    assertThatThrownBy(this::read)
        .isInstanceOf(InputException.class)
        .hasMessage("k.cl:7:3: error: no such thing\n    7 | thing\nk.cl:8:1: note: see here");
    assertThat(kept()).isEmpty();
  }

  @Test
  @DisplayName("warnings are kept with the output and told again")
  void warningsAreKeptWithTheOutputAndToldAgain() throws IOException {
    clang.behaves("echo 'k.cl:1:2: warning: odd [-Wodd]' >&2\ncat \"$here/k.ptx\"\n");
    Compilation compilation = compilation();
    assertThat(
            compilation
                .of(SourceProgram.of(clang.source.toString()), List.of(), TextTarget.USUAL)
                .warnings())
        .containsExactly("k.cl:1:2: odd [-Wodd]");
    Compilation.Ptx again =
        compilation.of(SourceProgram.of(clang.source.toString()), List.of(), TextTarget.USUAL);
    assertThat(again.warnings()).containsExactly("k.cl:1:2: odd [-Wodd]");
    assertThat(notes).anyMatch(n -> n.contains("compiled before"));
  }

  @Test
  @DisplayName("a source without kernels, and PTX that cannot be read, say so of the source")
  void nothingToLaunch() throws IOException {
    Files.writeString(folder.resolve("k.ptx"), ".version 8.5\n.target sm_60\n.address_size 64\n");
    assertThatThrownBy(this::read)
        .hasMessage(clang.source + ": has no __kernel function, so there is no kernel to launch");
    Files.writeString(
        folder.resolve("k.ptx"),
        """
        .version 8.5
        .target sm_60
        .address_size 64
        .visible .entry k()
        {
          .loc 1 12 3
          frobnicate.u32 %r1;
          ret;
        }
        .file 1 "/elsewhere/k.cl"
        """);
    Files.writeString(clang.source, "// another\n");
    assertThatThrownBy(this::read)
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(clang.source + ":12: ")
        .hasMessageContaining("frobnicate")
        .hasMessageContaining("(in the PTX made of it, " + folder.resolve("cache"));
  }
}
