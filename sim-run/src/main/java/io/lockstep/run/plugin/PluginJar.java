// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.policy.Policy;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.InvalidModuleDescriptorException;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The contents of a jar, read without running any of its code.
 *
 * @param providers classes that the jar declares as device providers; none in a library
 * @param policies classes that the jar declares as policies
 */
record PluginJar(Path path, List<String> providers, List<String> policies, Set<String> packages) {
  private static final String DESCRIPTOR = "module-info.class";
  private static final String CLASS = ".class";
  private static final int MAGIC = 0xCAFEBABE;
  private static final Pattern NAMES =
      Pattern.compile("(?m)^(device|family):[ \\t]*[\"']?([a-z0-9][a-z0-9_.-]*)");

  /** Signals that a file is not a readable jar; the message states the reason. */
  static final class UnreadableException extends Exception {
    UnreadableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Names of devices and families in a jar's specifications. */
  record Names(Set<String> devices, Set<String> families) {}

  static PluginJar read(Path path) throws UnreadableException {
    try {
      if (Files.isDirectory(path)) {
        throw new UnreadableException("it is a folder", null);
      }
      if (Files.size(path) == 0) {
        throw new UnreadableException("it is empty (0 bytes)", null);
      }
    } catch (NoSuchFileException e) {
      throw new UnreadableException("there is no such file", e);
    } catch (IOException e) {
      throw new UnreadableException("it cannot be read: " + Faults.message(e), e);
    }
    try (JarFile jar = new JarFile(path.toFile(), false)) {
      Set<String> packages = new TreeSet<>();
      for (String name : names(jar, CLASS)) {
        int end = name.lastIndexOf('/');
        if (end > 0) {
          packages.add(name.substring(0, end).replace('/', '.'));
        }
      }
      return new PluginJar(
          path,
          services(jar, DeviceProvider.class.getName()),
          services(jar, Policy.class.getName()),
          packages);
    } catch (InvalidModuleDescriptorException e) {
      throw new UnreadableException(newer(path, "module descriptor: " + Faults.message(e)), e);
    } catch (IOException | RuntimeException e) {
      throw new UnreadableException(
          "it is not a jar, or was cut off (" + Faults.message(e) + ")", e);
    }
  }

  private static List<String> services(JarFile jar, String service) throws IOException {
    JarEntry descriptor = jar.getJarEntry(DESCRIPTOR);
    if (descriptor != null) {
      try (InputStream in = jar.getInputStream(descriptor)) {
        return ModuleDescriptor.read(in).provides().stream()
            .filter(p -> p.service().equals(service))
            .flatMap(p -> p.providers().stream())
            .toList();
      }
    }
    JarEntry services = jar.getJarEntry("META-INF/services/" + service);
    if (services == null) {
      return List.of();
    }
    try (InputStream in = jar.getInputStream(services)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .distinct()
          .toList();
    }
  }

  private static List<String> names(JarFile jar, String ending) {
    return jar.stream()
        .map(JarEntry::getName)
        .filter(n -> n.endsWith(ending) && !n.startsWith("META-INF/"))
        .sorted()
        .toList();
  }

  /** Returns a message that class files need a newer Java, or the given text if they do not. */
  static String newer(Path path, String otherwise) {
    int newest = 0;
    try (JarFile jar = new JarFile(path.toFile(), false)) {
      for (String name : names(jar, CLASS)) {
        try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getJarEntry(name)))) {
          if (in.readInt() == MAGIC) {
            in.readUnsignedShort(); // minor version
            newest = Math.max(newest, in.readUnsignedShort());
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      return otherwise; // the given text reports the damage
    }
    return newest > Faults.newestClassVersion() ? "it " + Faults.needs(newest) : otherwise;
  }

  /** Returns the devices and families in a jar's specifications; none if it cannot be read. */
  static Names names(Path path) {
    Set<String> devices = new TreeSet<>();
    Set<String> families = new TreeSet<>();
    try (JarFile jar = new JarFile(path.toFile(), false)) {
      List<String> files = new ArrayList<>(names(jar, ".yaml"));
      files.addAll(names(jar, ".yml"));
      for (String file : files) {
        try (InputStream in = jar.getInputStream(jar.getJarEntry(file))) {
          Matcher m = NAMES.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
          while (m.find()) {
            (m.group(1).equals("device") ? devices : families).add(m.group(2));
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      // The names only serve messages about unknown devices; the damage of the jar is reported
      // elsewhere.
    }
    return new Names(devices, families);
  }
}
