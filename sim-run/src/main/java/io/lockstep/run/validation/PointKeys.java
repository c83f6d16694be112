package io.lockstep.run.validation;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What a simulation depends on as one word: SHA-256 of the program's own code, the workload's text,
 * the files that it names and those of its include folders, parameters, and the resolved
 * specification. Thread-safe.
 */
final class PointKeys {
  private final String salt;
  private final Map<Path, String> digests = new ConcurrentHashMap<>();

  /**
   * Keys of one version.
   *
   * @param version what else tells programs apart: models of plug-ins, for one
   */
  PointKeys(String version) {
    salt = version + "\n" + code();
  }

  /** The key, 64 hexadecimal digits. */
  String of(Point point) {
    StringBuilder text = new StringBuilder(salt).append('\n');
    SortedMap<String, String> files = new TreeMap<>();
    add(files, point.workload());
    if (!io.lockstep.run.Runner.isTrace(point.workload())) {
      Path folder = Workload.read(point.workload()).folder();
      named(YamlFile.read(point.workload()), folder, point.parameters(), files);
    }
    files.forEach((path, digest) -> text.append(path).append(' ').append(digest).append('\n'));
    point.parameters().forEach((n, v) -> text.append(n).append('=').append(v).append('\n'));
    text.append(point.spec().id()).append(' ').append(point.spec().hash()).append('\n');
    text.append(point.spec().overrides());
    return sha256(text.toString());
  }

  /** Every word of a workload that is a file's name, or names a folder of includes. */
  private void named(
      YamlNode node, Path folder, Map<String, String> parameters, SortedMap<String, String> files) {
    if (node.isMap()) {
      for (YamlMap.Entry entry : node.asMap().entries()) {
        named(entry.value(), folder, parameters, files);
      }
    } else if (node.isList()) {
      node.asList().forEach(item -> named(item, folder, parameters, files));
    } else if (node.isText()) {
      String name = node.asText();
      for (Map.Entry<String, String> p : parameters.entrySet()) {
        name = name.replace("{" + p.getKey() + "}", p.getValue());
      }
      try {
        Path path = folder.resolve(name.startsWith("-I") ? name.substring(2) : name);
        if (name.startsWith("-I") && Files.isDirectory(path)) {
          folder(files, path);
        } else if (Files.isRegularFile(path)) {
          add(files, path);
          if (name.endsWith(".cl") || name.endsWith(".cu")) {
            folder(files, path.toAbsolutePath().getParent()); // what it includes lies there
          }
        }
      } catch (InvalidPathException e) {
        return; // some other text
      }
    }
  }

  private void folder(SortedMap<String, String> files, Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      all.filter(Files::isRegularFile)
          .filter(f -> f.toString().matches(".*\\.(h|hpp|cuh|cl|cu|inc)"))
          .sorted()
          .forEach(f -> add(files, f));
    } catch (IOException e) {
      throw new InputException(folder.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private void add(SortedMap<String, String> files, Path file) {
    Path path = file.toAbsolutePath().normalize();
    files.put(path.toString(), digests.computeIfAbsent(path, PointKeys::digest));
  }

  private static String digest(Path file) {
    MessageDigest digest = sha256();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] block = new byte[1 << 16];
      for (int n = in.read(block); n >= 0; n = in.read(block)) {
        digest.update(block, 0, n);
      }
    } catch (IOException e) {
      throw new InputException(file.toString(), "cannot be read: " + e.getMessage(), e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The modules that this program is made of: a development build is another version, too. */
  private static String code() {
    SortedMap<String, String> modules = new TreeMap<>();
    ModuleLayer.boot()
        .configuration()
        .modules()
        .forEach(
            m ->
                m.reference()
                    .location()
                    .filter(uri -> uri.getScheme().equals("file"))
                    .map(Path::of)
                    .filter(Files::isRegularFile)
                    .ifPresent(jar -> modules.put(m.name(), digest(jar))));
    return modules.toString();
  }

  static String sha256(String text) {
    return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
