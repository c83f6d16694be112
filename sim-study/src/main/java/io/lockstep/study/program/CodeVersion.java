// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.program;

import io.lockstep.io.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Identifies the code of a class: the version of its module, and a SHA-256 digest over the files of
 * that module and of the modules that it requires, so that development builds are also
 * distinguished. For plug-ins, the digest covers all modules of their layer. Digests are cached;
 * thread-safe.
 */
final class CodeVersion {
  private static final Map<List<Object>, String> DIGESTS = new ConcurrentHashMap<>();
  private static final Map<Class<?>, String> KNOWN = new ConcurrentHashMap<>();

  private CodeVersion() {}

  static String of(Class<?> type) {
    return KNOWN.computeIfAbsent(type, CodeVersion::find);
  }

  /** Returns the version of the module of a class; {@code development} if it states none. */
  static String version(Class<?> type) {
    Module module = type.getModule();
    return module.isNamed() && module.getDescriptor().rawVersion().isPresent()
        ? module.getDescriptor().rawVersion().get()
        : Optional.ofNullable(type.getPackage().getImplementationVersion()).orElse("development");
  }

  private static String find(Class<?> type) {
    Module module = type.getModule();
    TreeMap<String, String> parts = new TreeMap<>();
    if (module.isNamed()) {
      collect(module, parts);
      if (module.getLayer() != ModuleLayer.boot()) {
        module.getLayer().modules().forEach(m -> collect(m, parts));
      }
    } else {
      parts.put("", digest(location(type)));
    }
    return version(type) + " " + Digests.sha256(parts.toString());
  }

  /**
   * Collects the module and the modules that it requires, except the modules of the Java platform.
   * In a runtime image all modules are part of the Java runtime, so platform modules are recognised
   * by name.
   */
  private static void collect(Module module, TreeMap<String, String> parts) {
    Optional<Path> location =
        module
            .getLayer()
            .configuration()
            .findModule(module.getName())
            .flatMap(m -> m.reference().location())
            .filter(uri -> uri.getScheme().equals("file") || uri.getScheme().equals("jrt"))
            .map(Path::of);
    boolean platform = module.getName().startsWith("java.") || module.getName().startsWith("jdk.");
    if (platform || location.isEmpty() || parts.containsKey(module.getName())) {
      return;
    }
    parts.put(module.getName(), digest(location.get()));
    module
        .getDescriptor()
        .requires()
        .forEach(r -> module.getLayer().findModule(r.name()).ifPresent(m -> collect(m, parts)));
  }

  private static Path location(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException(e); // cannot happen: a class was loaded from this location
    }
  }

  /** Digests the files in a jar or a folder, or the bytes of a file that is no jar. */
  static String digest(Path location) {
    try {
      List<Object> state =
          List.of(location, Files.getLastModifiedTime(location), Files.size(location));
      return DIGESTS.computeIfAbsent(state, known -> compute(location));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Digests names and contents of all files in a jar or a folder, in order of their names. */
  private static String compute(Path location) {
    try {
      if (Files.isDirectory(location)) {
        return tree(location);
      }
      try (FileSystem jar = FileSystems.newFileSystem(location)) {
        return tree(jar.getPath("/"));
      } catch (ZipException | ProviderNotFoundException e) {
        return bytes(location);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Digests.sha256(in);
    }
  }

  private static String tree(Path root) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(root)) {
      files
          .filter(Files::isRegularFile)
          .forEach(f -> names.add(root.relativize(f).toString().replace('\\', '/')));
    }
    MessageDigest digest = Digests.start();
    byte[] buffer = new byte[Digests.BUFFER];
    for (String name : names) {
      digest.update((name + '\n').getBytes(StandardCharsets.UTF_8));
      try (InputStream in = Files.newInputStream(root.resolve(name))) {
        Digests.add(digest, in, buffer);
      }
      digest.update((byte) '\n');
    }
    return Digests.hex(digest.digest());
  }
}
