// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.io.output.UserCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The clang of one LLVM, the same on every machine. Its archive is the one that LOCKSTEP_LLVM
 * names, the one in the distribution's folder {@code compiler}, the one in the local Maven
 * repository, or the one that Maven fetches; it is checked by its SHA-256, and what compiles kernel
 * texts is unpacked once into the user's cache, C's headers when CUDA C++ first needs them.
 * Thread-safe; processes may share the cache.
 */
record PinnedClang(Environment machine, LlvmArchive archive, Consumer<String> progress) {
  private static final Duration LONGEST_FETCH = Duration.ofMinutes(30);
  private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";
  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>io.lockstep</groupId>
        <artifactId>fetch</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
      </project>
      """;

  /**
   * Returns the path of clang. If the cache has none, or lacks headers that the language needs, its
   * archive is fetched and unpacked first.
   *
   * @param file position for messages
   * @throws InputException if there is no archive or it cannot be unpacked
   */
  Path program(String file, Language language) {
    Path folder = machine.cache().resolve(archive.name());
    if (!isComplete(folder, language)) {
      try {
        install(file, folder, language);
      } catch (IOException e) {
        throw InputException.ofMachine(
            file,
            "the compiler of %s cannot be unpacked into %s (%s); name a clang in LOCKSTEP_CLANG"
                .formatted(language.text(), folder, reason(e)),
            e);
      }
    }
    return folder.resolve(LlvmArchive.PROGRAM);
  }

  private boolean isComplete(Path folder, Language language) {
    return Files.isExecutable(folder.resolve(LlvmArchive.PROGRAM))
        && (language == Language.OPENCL || Files.exists(folder.resolve(archive.lastHeader())));
  }

  private void install(String file, Path folder, Language language) throws IOException {
    Files.createDirectories(folder.getParent());
    Path lock = folder.resolveSibling(archive.name() + ".lock");
    // A file lock belongs to a process: threads of this one wait for each other here.
    synchronized (PinnedClang.class) {
      try (FileChannel channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock held = channel.lock()) {
        if (held.isValid() && !isComplete(folder, language)) {
          Path scratch = ProcessFiles.newFolder();
          try {
            unpack(file, jar(file, language, scratch), folder, language);
          } finally {
            ProcessFiles.delete(scratch);
          }
        }
      }
    }
  }

  /** Returns the archive's file, fetched into a folder if it is not on this machine. */
  private Path jar(String file, Language language, Path scratch) throws IOException {
    Optional<String> named = machine.variable("LOCKSTEP_LLVM");
    if (named.isPresent()) {
      Path jar = Path.of(named.get());
      if (!Files.isRegularFile(jar)) {
        throw InputException.ofMachine(
            file, "LOCKSTEP_LLVM names " + jar + ", which is not a file", null);
      }
      return jar;
    }
    for (Path local : archive.places(machine)) {
      if (Files.isRegularFile(local)) {
        return local;
      }
    }
    return fetched(file, language, scratch);
  }

  /** Returns the option for another local repository if Maven cannot write into the usual one. */
  private List<String> repository(Path scratch) {
    return UserCache.isWritable(machine.home().resolve(".m2"))
        ? List.of()
        : List.of("-Dmaven.repo.local=" + scratch.resolve("repository"));
  }

  private Path fetched(String file, Language language, Path scratch) throws IOException {
    Path mvn =
        machine
            .program("mvn")
            .orElseThrow(
                () ->
                    InputException.ofMachine(
                        file,
                        ("%s needs a compiler, %s, and there is no mvn on the PATH that"
                                + " fetches it; install Maven, name the archive in LOCKSTEP_LLVM or"
                                + " a clang in LOCKSTEP_CLANG, or name a PTX file in the workload")
                            .formatted(language.text(), archive.coordinates()),
                        null));
    progress.accept(
        "Maven fetches the compiler of %s, %s (%s MB, once)"
            .formatted(language.text(), archive.coordinates(), archive.megabytes()));
    Path pom = Files.writeString(scratch.resolve("pom.xml"), POM);
    List<String> command = new ArrayList<>(List.of(mvn.toString(), "-B", "-q"));
    command.addAll(repository(scratch));
    command.addAll(
        List.of(
            "-f",
            pom.toString(),
            COPY,
            "-Dartifact=" + archive.coordinates(),
            "-DoutputDirectory=" + scratch));
    CompilerProcess.Result result = new CompilerProcess(LONGEST_FETCH).run(file, command, scratch);
    Path jar = scratch.resolve(archive.file());
    if (result.exit() != 0 || !Files.isRegularFile(jar)) {
      String said =
          (result.text() + result.messages())
              .lines()
              .filter(line -> line.contains("ERROR"))
              .findFirst()
              .orElse("exit code " + result.exit());
      throw InputException.ofMachine(
          file,
          ("%s needs a compiler, %s, which is not on this machine, and Maven does not fetch it (%s);"
                  + " name the archive in LOCKSTEP_LLVM or a clang in LOCKSTEP_CLANG")
              .formatted(
                  language.text(), archive.coordinates(), said.replace("[ERROR] ", "").strip()),
          null);
    }
    return jar;
  }

  /** Unpacks the parts that are missing, the program last: its presence marks the others. */
  private void unpack(String file, Path jar, Path folder, Language language) throws IOException {
    String digest = digest(jar);
    if (!digest.equals(archive.sha256())) {
      throw InputException.ofMachine(
          file,
          "%s has the SHA-256 %s; expected %s".formatted(jar, digest, archive.sha256()),
          null);
    }
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<LlvmArchive.Part> parts = new ArrayList<>();
      if (language == Language.CUDA) {
        zip.stream()
            .map(ZipEntry::getName)
            .map(archive::header)
            .flatMap(Optional::stream)
            .sorted(Comparator.comparing(part -> part.file().equals(archive.lastHeader())))
            .forEach(parts::add);
      }
      if (!Files.isExecutable(folder.resolve(LlvmArchive.PROGRAM))) {
        parts.addAll(archive.parts());
      }
      for (LlvmArchive.Part part : parts) {
        ZipEntry entry = zip.getEntry(part.entry());
        if (entry == null) {
          throw InputException.ofMachine(file, jar + " has no " + part.entry(), null);
        }
        Path to = folder.resolve(part.file());
        Path begun = to.resolveSibling(to.getFileName() + ".begun");
        Files.createDirectories(to.getParent());
        try (InputStream in = zip.getInputStream(entry)) {
          Files.copy(in, begun, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.setPosixFilePermissions(begun, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(begun, to, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  /** Returns why a file could not be written, without the name of a Java class where possible. */
  private static String reason(IOException e) {
    if (e instanceof FileSystemException of) {
      String reason = of.getReason() == null ? "cannot be written" : of.getReason();
      return of.getFile() + ": " + (e instanceof AccessDeniedException ? "no permission" : reason);
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private static String digest(Path jar) throws IOException {
    try (InputStream in = Files.newInputStream(jar)) {
      return Digests.sha256(in);
    }
  }
}
