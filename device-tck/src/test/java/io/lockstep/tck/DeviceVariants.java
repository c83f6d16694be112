// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.spi.DeviceProvider;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A device and variants of it, compiled in this process by one call of the compiler. */
final class DeviceVariants {
  /** The example device. */
  static final Subject TOY =
      new Subject(
          Path.of("..", "examples", "device-toy", "src", "main"),
          "com.example.toy",
          "com.example.toy.ToyProvider");

  /** The example of a device with warps. */
  static final Subject PAIR =
      new Subject(
          Path.of("..", "examples", "device-pair", "src", "main"),
          "com.example.pair",
          "com.example.pair.PairProvider");

  private final Path folder;
  private final Subject subject;

  private DeviceVariants(Path folder, Subject subject) {
    this.folder = folder;
    this.subject = subject;
  }

  /**
   * A device module.
   *
   * @param main folder of its folders {@code java} and {@code resources}
   */
  record Subject(Path main, String module, String provider) {}

  /**
   * Compiles variants.
   *
   * @param variants by module name: for each the source texts to be replaced, by what
   */
  static DeviceVariants of(Path folder, Subject subject, Map<String, List<Edit>> variants)
      throws IOException {
    Path java = subject.main().resolve("java");
    Path resources = subject.main().resolve("resources");
    Path sources = folder.resolve("src");
    List<String> args = new ArrayList<>(List.of("--release", "17", "-proc:none", "-nowarn"));
    args.addAll(List.of("-d", folder.resolve("classes").toString(), "-p", modulePath()));
    args.addAll(List.of("--module-source-path", sources.toString()));
    for (Map.Entry<String, List<Edit>> variant : variants.entrySet()) {
      for (Path file : files(java)) {
        Path to = sources.resolve(variant.getKey() + "/" + java.relativize(file));
        String text = Files.readString(file);
        text = text.replace("module " + subject.module(), "module " + variant.getKey());
        for (Edit edit : variant.getValue()) {
          text = edit.applied(file.getFileName().toString(), text);
        }
        Files.createDirectories(to.getParent());
        Files.writeString(to, text);
        args.add(to.toString());
      }
      for (Path file : files(resources)) {
        Path to = folder.resolve("classes/" + variant.getKey() + "/" + resources.relativize(file));
        String text = Files.readString(file);
        for (Edit edit : variant.getValue()) {
          text = edit.applied(file.getFileName().toString(), text);
        }
        Files.createDirectories(to.getParent());
        Files.writeString(to, text);
      }
    }
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    if (ToolProvider.findFirst("javac").orElseThrow().run(out, out, args.toArray(String[]::new))
        != 0) {
      throw new IllegalStateException(said.toString());
    }
    return new DeviceVariants(folder, subject);
  }

  /** A text of a source file that is there once, and what stands there instead. */
  record Edit(String file, String from, String to) {
    private String applied(String name, String text) {
      if (!name.equals(file)) {
        return text;
      }
      if (text.indexOf(from) < 0 || text.indexOf(from) != text.lastIndexOf(from)) {
        throw new IllegalStateException("'" + from + "' is not once in " + file);
      }
      return text.replace(from, to);
    }
  }

  /**
   * Edits after which an example device's kernels can have wavefronts of several widths.
   *
   * @param prefix that of the example's classes
   * @param id of the example, whose wavefronts have 16 work-items
   * @param usual work-items of a wavefront of kernels that require no width
   */
  static List<Edit> widths(String prefix, String id, int usual, int narrowest, int widest) {
    String guess = ": {value: %s, from: guessed, range: [1, 64]}\n";
    String figures = "  wavefront%s  narrowest_wavefront%s  widest_wavefront%s";
    String capabilities = "super(spec, " + prefix + "Device::capabilities";
    return List.of(
        new Edit(
            prefix + "Provider.java",
            ".part(LdsSpec.PART)",
            ".part(io.lockstep.parts.unit.WidthSpec.PART)\n.part(LdsSpec.PART)"),
        new Edit(
            prefix + "Device.java",
            capabilities + ");",
            capabilities + ", " + prefix + "Device::new);"),
        new Edit(
            id + ".yaml",
            "  wavefront" + guess.formatted(16),
            figures.formatted(
                guess.formatted(usual), guess.formatted(narrowest), guess.formatted(widest))));
  }

  /** A variant's provider, by a class loader of its own. */
  DeviceProvider provider(String variant) throws Exception {
    URL[] place = {folder.resolve("classes").resolve(variant).toUri().toURL()};
    URLClassLoader loader = new URLClassLoader(place, DeviceVariants.class.getClassLoader());
    return (DeviceProvider) loader.loadClass(subject.provider()).getConstructor().newInstance();
  }

  private static String modulePath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            p ->
                p.matches(
                    ".*(sim-(core|device|parts|io|kernel|trace)|snakeyaml|disruptor)[^\\\\/]*"
                        + "([\\\\/]target[\\\\/]classes)?"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
