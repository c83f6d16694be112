// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * An archive of LLVM for one kind of machine, as Maven Central has it ({@code llvm.properties}).
 *
 * @param version of the artifact {@code org.bytedeco:llvm}
 * @param library version in the names of its shared libraries
 * @param megabytes size of the archive
 * @param machine the kind of machine, by the artifact's classifier
 * @param sha256 of the archive
 */
record LlvmArchive(String version, String library, int megabytes, String machine, String sha256) {
  static final String PROGRAM = "clang";

  /** Classifiers of the artifact by Java's name of the processor. */
  private static final Map<String, String> PROCESSORS =
      Map.of("amd64", "x86_64", "x86_64", "x86_64", "aarch64", "arm64", "arm64", "arm64");

  /**
   * A file of the archive that is unpacked.
   *
   * @param entry its name in the archive
   * @param file its name where it is unpacked
   */
  record Part(String entry, String file) {}

  static Optional<LlvmArchive> ofThisMachine() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /**
   * Returns the archive for a kind of machine, if there is one.
   *
   * @param system operating system, as Java names it
   * @param processor processor, as Java names it
   */
  static Optional<LlvmArchive> of(String system, String processor) {
    Properties pinned = new Properties();
    try (InputStream in = LlvmArchive.class.getResourceAsStream("llvm.properties")) {
      pinned.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String machine = system.toLowerCase(Locale.ROOT) + "-" + PROCESSORS.get(processor);
    return Optional.ofNullable(pinned.getProperty(machine))
        .map(
            sha256 ->
                new LlvmArchive(
                    pinned.getProperty("version"),
                    pinned.getProperty("library"),
                    Integer.parseInt(pinned.getProperty("megabytes")),
                    machine,
                    sha256));
  }

  String coordinates() {
    return "org.bytedeco:llvm:%s:jar:%s".formatted(version, machine);
  }

  String file() {
    return "llvm-%s-%s.jar".formatted(version, machine);
  }

  /** Returns the name of the folder where it is unpacked. */
  String name() {
    return "llvm-" + version + "-" + machine;
  }

  /** Returns where it may lie: in the distribution that runs, in the local Maven repository. */
  List<Path> places(Environment machine) {
    List<Path> places = new ArrayList<>();
    machine.distribution().ifPresent(d -> places.add(d.resolve("compiler").resolve(file())));
    places.add(
        machine
            .home()
            .resolve(".m2/repository/org/bytedeco/llvm")
            .resolve(version)
            .resolve(file()));
    return places;
  }

  private String folder() {
    return "org/bytedeco/llvm/" + machine + "/";
  }

  private String headers() {
    return "lib/clang/" + version.substring(0, version.indexOf('.')) + "/include/";
  }

  /** Returns the header of C that an entry is, if it is one. */
  Optional<Part> header(String entry) {
    String start = folder() + headers();
    return entry.startsWith(start) && entry.endsWith(".h") && entry.indexOf('/', start.length()) < 0
        ? Optional.of(new Part(entry, entry.substring(folder().length())))
        : Optional.empty();
  }

  /** Returns the header of C that is unpacked last: its presence marks the others. */
  String lastHeader() {
    return headers() + "stddef.h";
  }

  /** Returns the parts that compile OpenCL C, the program last. */
  List<Part> parts() {
    String folder = folder();
    String headers = headers();
    return List.of(
        // clang asks the loader for its libraries by the names with their version.
        new Part(folder + "libLLVM.so", "libLLVM.so." + library),
        new Part(folder + "libclang-cpp.so", "libclang-cpp.so." + library),
        new Part(folder + headers + "opencl-c.h", headers + "opencl-c.h"),
        new Part(folder + headers + "opencl-c-base.h", headers + "opencl-c-base.h"),
        new Part(folder + PROGRAM, PROGRAM));
  }
}
