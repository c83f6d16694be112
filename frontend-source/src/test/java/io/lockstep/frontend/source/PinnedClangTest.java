// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinnedClangTest {
  @TempDir Path folder;

  private final List<String> progress = new ArrayList<>();
  private Path jar;
  private LlvmArchive archive;

  @BeforeEach
  void anArchive() throws IOException {
    LlvmArchive real = LlvmArchive.of("Linux", "amd64").orElseThrow();
    jar = folder.resolve("llvm.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (LlvmArchive.Part part : real.parts()) {
        zip.putNextEntry(new ZipEntry(part.entry()));
        zip.write(("#!/bin/sh\necho " + part.entry() + "\n").getBytes(StandardCharsets.UTF_8));
      }
      String include = "org/bytedeco/llvm/linux-x86_64/lib/clang/20/include/";
      for (String header : List.of("stddef.h", "limits.h", "cuda_wrappers/new.h")) {
        zip.putNextEntry(new ZipEntry(include + header));
      }
      zip.putNextEntry(new ZipEntry("org/bytedeco/llvm/linux-x86_64/lld"));
    }
    archive = with(sha256(jar));
  }

  private static LlvmArchive with(String sha256) {
    return new LlvmArchive("20.1.7-1.5.12", "20.1", 147, "linux-x86_64", sha256);
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Digests.sha256(in);
    }
  }

  private PinnedClang clang(Map<String, String> variables) {
    Map<String, String> all = new HashMap<>(variables);
    all.putIfAbsent("PATH", "");
    all.put("HOME", folder.resolve("home").toString());
    return new PinnedClang(new Environment(all), archive, progress::add);
  }

  /** Installs a Maven that runs a script with the folder for the archive in {@code $to}. */
  private Map<String, String> maven(String script) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path mvn =
        Files.writeString(
            bin.resolve("mvn"),
            """
            #!/bin/sh
            PATH=/usr/bin:/bin
            for word; do
              case "$word" in -DoutputDirectory=*) to="${word#*=}" ;; esac
            done
            printf '%s\\n' "$@" >> "FOLDER/arguments"
            """
                    .replace("FOLDER", folder.toString())
                + script);
    Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwxr-xr-x"));
    return Map.of("PATH", bin.toString());
  }

  @Test
  @DisplayName("what LOCKSTEP_LLVM names is unpacked into the cache, clang as a program")
  void whatLockstepLlvmNamesIsUnpacked() throws IOException {
    Path program = clang(Map.of("LOCKSTEP_LLVM", jar.toString())).program("k.cl", Language.OPENCL);

    Path cache = folder.resolve("home/.cache/lockstep/llvm-20.1.7-1.5.12-linux-x86_64");
    assertThat(program).isEqualTo(cache.resolve("clang")).isExecutable();
    assertThat(cache.resolve("libLLVM.so.20.1")).exists();
    assertThat(cache.resolve("libclang-cpp.so.20.1")).exists();
    assertThat(cache.resolve("lib/clang/20/include/opencl-c-base.h"))
        .content()
        .contains("opencl-c-base.h");
    assertThat(cache.resolve("lld")).doesNotExist();
    assertThat(progress).isEmpty();
  }

  @Test
  @DisplayName("C's headers are unpacked when CUDA C++ needs them, beside a compiler that is there")
  void headersAreUnpackedWhenCudaNeedsThem() throws IOException {
    PinnedClang clang = clang(Map.of("LOCKSTEP_LLVM", jar.toString()));
    Path program = clang.program("k.cl", Language.OPENCL);
    Path include = program.resolveSibling("lib/clang/20/include");
    assertThat(include.resolve("stddef.h")).doesNotExist();
    Files.writeString(program, "the same file");

    assertThat(clang.program("k.cu", Language.CUDA)).isEqualTo(program);
    assertThat(program).content().isEqualTo("the same file");
    assertThat(include.resolve("stddef.h")).exists();
    assertThat(include.resolve("limits.h")).exists();
    assertThat(include.resolve("cuda_wrappers")).doesNotExist();
  }

  @Test
  @DisplayName("an unpacked compiler needs neither archive nor Maven")
  void anUnpackedCompilerNeedsNoArchive() throws IOException {
    Path before = clang(Map.of("LOCKSTEP_LLVM", jar.toString())).program("k.cl", Language.OPENCL);
    Files.delete(jar);

    assertThat(clang(Map.of()).program("k.cl", Language.OPENCL)).isEqualTo(before);
  }

  @Test
  @DisplayName("an archive in the local Maven repository is taken without Maven")
  void anArchiveInTheLocalRepositoryIsTaken() throws IOException {
    Path local =
        folder.resolve("home/.m2/repository/org/bytedeco/llvm/20.1.7-1.5.12/" + archive.file());
    Files.createDirectories(local.getParent());
    Files.copy(jar, local);

    assertThat(clang(Map.of()).program("k.cl", Language.OPENCL)).isExecutable();
    assertThat(progress).isEmpty();
  }

  @Test
  @DisplayName("an archive in the distribution's folder is taken without Maven")
  void anArchiveInTheDistributionIsTaken() throws IOException {
    Path distribution = folder.resolve("lockstep-1.0");
    Files.createDirectories(distribution.resolve("compiler"));
    Files.copy(jar, distribution.resolve("compiler").resolve(archive.file()));
    Environment machine =
        new Environment(
            Map.of("PATH", "", "HOME", folder.resolve("home").toString()),
            Optional.of(distribution));

    assertThat(new PinnedClang(machine, archive, progress::add).program("k.cl", Language.OPENCL))
        .isExecutable();
    assertThat(progress).isEmpty();
  }

  @Test
  @DisplayName("Maven fetches the archive otherwise, which is said before")
  void mavenFetchesTheArchive() throws IOException {
    Map<String, String> path = maven("cp \"" + jar + "\" \"$to/" + archive.file() + "\"\n");

    assertThat(clang(path).program("k.cl", Language.OPENCL)).isExecutable();
    assertThat(folder.resolve("arguments"))
        .content()
        .contains("-Dartifact=org.bytedeco:llvm:20.1.7-1.5.12:jar:linux-x86_64");
    assertThat(progress)
        .containsExactly(
            "Maven fetches the compiler of OpenCL C,"
                + " org.bytedeco:llvm:20.1.7-1.5.12:jar:linux-x86_64 (147 MB, once)");
  }

  @Test
  @DisplayName("without Maven the message names the ways to a compiler")
  void withoutMavenTheMessageNamesTheWays() {
    assertThatThrownBy(() -> clang(Map.of()).program("k.cl", Language.OPENCL))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("k.cl: OpenCL C needs a compiler, org.bytedeco:llvm:")
        .hasMessageContainingAll("LOCKSTEP_CLANG", "LOCKSTEP_LLVM", "PTX");
  }

  @Test
  @DisplayName("an error of Maven is quoted")
  void anErrorOfMavenIsQuoted() throws IOException {
    Map<String, String> path = maven("echo '[ERROR] Could not transfer artifact' >&2\nexit 1\n");

    assertThatThrownBy(() -> clang(path).program("k.cl", Language.OPENCL))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "k.cl: OpenCL C needs a compiler, org.bytedeco:llvm:20.1.7-1.5.12:jar:linux-x86_64, which"
                + " is not on this machine, and Maven does not fetch it (Could not transfer"
                + " artifact); name the archive in LOCKSTEP_LLVM or a clang in LOCKSTEP_CLANG")
        .isInstanceOfSatisfying(InputException.class, e -> assertThat(e.isOfMachine()).isTrue());
  }

  @Test
  @DisplayName("Maven gets a repository that it can write if the home folder cannot be written")
  void mavenWritesElsewhereIfTheHomeFolderCannotBeWritten() throws IOException {
    Map<String, String> path = maven("exit 1\n");
    Files.createFile(Files.createDirectories(folder.resolve("home")).resolve(".m2"));
    assertThatThrownBy(() -> clang(path).program("k.cl", Language.OPENCL)).isNotNull();
    assertThat(folder.resolve("arguments")).content().contains("-Dmaven.repo.local=/");
  }

  @Test
  @DisplayName("an archive of another digest is refused, and nothing is unpacked")
  void anArchiveOfAnotherDigestIsRefused() throws IOException {
    String found = archive.sha256();
    archive = with("0".repeat(64));

    assertThatThrownBy(
            () -> clang(Map.of("LOCKSTEP_LLVM", jar.toString())).program("k.cl", Language.OPENCL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has the SHA-256 " + found + "; expected 000");
    assertThat(folder.resolve("home/.cache/lockstep/" + archive.name())).doesNotExist();
  }

  @Test
  @DisplayName("an interrupted unpacking is done again")
  void anInterruptedUnpackingIsDoneAgain() throws IOException {
    Path cache = folder.resolve("home/.cache/lockstep/" + archive.name());
    Files.createDirectories(cache);
    Files.writeString(cache.resolve("libLLVM.so.20.1"), "half");
    Files.writeString(cache.resolve("clang.begun"), "half");

    clang(Map.of("LOCKSTEP_LLVM", jar.toString())).program("k.cl", Language.OPENCL);

    assertThat(cache.resolve("libLLVM.so.20.1")).content().contains("libLLVM.so");
    assertThat(cache.resolve("clang.begun")).doesNotExist();
  }

  @Test
  @DisplayName("threads that need it at once get it from one fetch")
  void threadsThatNeedItAtOnceGetItFromOneFetch() throws Exception {
    Map<String, String> path =
        maven("sleep 0.2\ncp \"" + jar + "\" \"$to/" + archive.file() + "\"\n");
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Path>> tasks = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        tasks.add(() -> clang(path).program("k.cl", Language.OPENCL));
      }
      for (Future<Path> result : pool.invokeAll(tasks)) {
        assertThat(result.get()).isExecutable();
      }
    } finally {
      pool.shutdown();
    }
    assertThat(Files.readAllLines(folder.resolve("arguments")))
        .filteredOn(word -> word.startsWith("-Dartifact"))
        .hasSize(1);
  }

  @Test
  @DisplayName("there are archives for Linux on x86-64 and arm64 and for no other machine")
  void thereAreArchivesForLinux() {
    assertThat(LlvmArchive.of("Linux", "aarch64").orElseThrow().file())
        .isEqualTo("llvm-20.1.7-1.5.12-linux-arm64.jar");
    assertThat(LlvmArchive.of("Linux", "amd64").orElseThrow().sha256()).hasSize(64);
    assertThat(LlvmArchive.of("Mac OS X", "aarch64")).isEmpty();
    assertThat(LlvmArchive.of("Linux", "riscv64")).isEmpty();
  }
}
