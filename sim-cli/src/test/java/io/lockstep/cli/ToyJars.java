// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds variants of the example device, as a stranger would: against the modules, into a jar each.
 * One call of the compiler for all of them: each is a module of its own.
 */
final class ToyJars {
  private static final Path TOY = Path.of("..", "examples", "device-toy", "src", "main");
  private static final String LIBRARY = "absent.library";
  private static final String PACKAGE = "com/example/toy/";

  private final Path folder;
  private final Map<String, String> modules = new LinkedHashMap<>(); // by kind

  private ToyJars(Path folder) {
    this.folder = folder;
  }

  /** Compiles variants below a folder. */
  static ToyJars of(Path folder, List<ToyVariant> variants) throws IOException {
    ToyJars jars = new ToyJars(folder);
    for (ToyVariant v : variants) {
      jars.modules.put(
          v.kind(), "variant." + v.kind().toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "_"));
    }
    jars.compile(variants);
    return jars;
  }

  /** The modules that a stranger compiles against, not this test's own classes. */
  static String modulePath() {
    return path("sim-(core|device|parts|io|kernel|trace)(-.*)?|snakeyaml.*|disruptor.*");
  }

  /** The modules of the product, as it is started. */
  static String productPath() {
    return path(
        "(sim|device(?!-tck)|frontend)-.*|gcn.*|terascale.*|snakeyaml.*|disruptor.*|jackson-.*|picocli.*"
            + "|commons-math3.*|fastcsv.*|sqlite-jdbc.*|slf4j-api.*");
  }

  private static String path(String wanted) {
    return Stream.of("jdk.module.path", "java.class.path")
        .flatMap(name -> Stream.of(System.getProperty(name, "").split(File.pathSeparator)))
        .filter(p -> !p.isEmpty() && !p.endsWith("test-classes") && artifact(p).matches(wanted))
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A jar's name, or that of the module whose classes lie in a folder. */
  private static String artifact(String place) {
    Path path = Path.of(place);
    return path.endsWith(Path.of("target", "classes"))
        ? path.getParent().getParent().getFileName().toString()
        : path.getFileName().toString();
  }

  private void compile(List<ToyVariant> variants) throws IOException {
    Path sources = folder.resolve("src");
    List<String> args =
        new ArrayList<>(
            List.of("-d", folder.resolve("classes").toString(), "--release", "17", "-proc:none"));
    args.addAll(List.of("--module-source-path", sources.toString(), "-p", modulePath()));
    Path library = sources.resolve(LIBRARY);
    write(
        library.resolve("module-info.java"),
        "module absent.library { exports absent.library; }",
        args);
    write(
        library.resolve("absent/library/Helper.java"),
        "package absent.library; public final class Helper {"
            + " public static <T> T same(T it) { return it; } }",
        args);
    for (ToyVariant variant : variants) {
      String own = modules.get(variant.kind());
      Path module = sources.resolve(own);
      for (Map.Entry<String, byte[]> file : files(TOY.resolve("java")).entrySet()) {
        String name = file.getKey();
        String text = new String(file.getValue(), StandardCharsets.UTF_8);
        text = text.replace("module com.example.toy", "module " + own);
        text = variant.source(name.substring(name.lastIndexOf('/') + 1), text);
        write(module.resolve(name), text, args);
      }
      for (Map.Entry<String, String> file : variant.more().entrySet()) {
        write(module.resolve(PACKAGE + file.getKey()), file.getValue(), args);
      }
    }
    StringWriter said = new StringWriter();
    PrintWriter to = new PrintWriter(said);
    ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
    if (compiler.run(to, to, args.toArray(String[]::new)) != 0) {
      throw new IllegalStateException(said.toString());
    }
  }

  private static void write(Path file, String text, List<String> args) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    args.add(file.toString());
  }

  /** Files below a folder by their names there. */
  private static Map<String, byte[]> files(Path root) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(
            root.relativize(file).toString().replace(File.separatorChar, '/'),
            Files.readAllBytes(file));
      }
    }
    return files;
  }

  /** Writes a variant's jar under a name into a folder, which is made. */
  Path jar(ToyVariant variant, Path into, String name) {
    try {
      Map<String, byte[]> entries =
          new TreeMap<>(files(folder.resolve("classes").resolve(modules.get(variant.kind()))));
      entries.putAll(files(TOY.resolve("resources")));
      Path jar = Files.createDirectories(into).resolve(name);
      Files.write(jar, variant.bytes().apply(zip(variant.entries().apply(entries))));
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the library that some variants need, which is there only where it is asked for. */
  Path library(Path into, String name) {
    try {
      Path jar = Files.createDirectories(into).resolve(name);
      Files.write(jar, zip(files(folder.resolve("classes").resolve(LIBRARY))));
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] zip(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> e : entries.entrySet()) {
        jar.putNextEntry(new JarEntry(e.getKey()));
        jar.write(e.getValue());
      }
    }
    return bytes.toByteArray();
  }
}
