// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.option.DeviceName;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A Maven project of a device module: the example device {@code examples/device-toy}, renamed. */
public final class DeviceProject {
  private static final String TEMPLATES = "device/";

  private static final String JAVA = "src/main/java/com/example/toy/Toy";
  private static final String TESTS = "src/test/java/com/example/toy/Toy";

  private static final List<String> FILES =
      List.of(
          "pom.xml",
          "README.md",
          ".mvn/maven.config",
          "src/main/java/module-info.java",
          JAVA + "Provider.java",
          JAVA + "Device.java",
          JAVA + "Code.java",
          JAVA + "Cause.java",
          JAVA + "Unit.java",
          JAVA + "Lines.java",
          "src/main/resources/META-INF/services/io.lockstep.spi.DeviceProvider",
          "src/main/resources/com/example/toy/toy.yaml",
          TESTS + "Test.java",
          TESTS + "LinesTest.java");

  private final DeviceName name;
  private final String home;

  /**
   * @param home the installation, whose {@code repository} Maven uses
   */
  DeviceProject(DeviceName name, String home) {
    this.name = name;
    this.home = home;
  }

  /** Returns the files' contents by path relative to the project's folder. */
  Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    for (String file : FILES) {
      files.put(renamed(file), text(file));
    }
    return files;
  }

  private String text(String file) {
    try (InputStream in = DeviceProject.class.getResourceAsStream(TEMPLATES + file)) {
      String text = renamed(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return text.replace("${project.basedir}/../../sim-cli/target/lockstep", escaped(home));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  /** Replaces the names that users see, then the Java names. */
  private String renamed(String text) {
    return text.replace("device-toy", "device-" + name.id())
        .replace("toy.yaml", name.id() + ".yaml")
        .replace("device: toy\n", "device: " + name.id() + "\n")
        .replace("family: toy\n", "family: " + name.id() + "\n")
        .replace("device toy,", "device " + name.id() + ",")
        .replace("builder(\"toy\")", "builder(\"" + name.id() + "\")")
        .replace("Toy", name.className())
        .replace("toy", name.packageName());
  }

  /**
   * Writes the project completely or not at all.
   *
   * @param folder folder to create; must not exist
   * @throws InputException if the folder exists
   * @throws OutputException if the project cannot be written
   */
  void write(Path folder) {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new InputException(
          folder.toString(),
          "already exists and may contain your work; choose another folder with -o");
    }
    Path parent = folder.toAbsolutePath().normalize().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new InputException(folder.toString(), "no such folder: " + parent);
    }
    Path making = null;
    try {
      making = Files.createTempDirectory(parent, ".lockstep-new");
      Path whole = making.resolve("whole"); // created with the default permissions of folders
      for (Map.Entry<String, String> file : files().entrySet()) {
        Path path = whole.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
      }
      Files.move(whole, folder);
    } catch (IOException e) {
      throw new OutputException(folder.toString(), e);
    } finally {
      delete(making);
    }
  }

  private static void delete(Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      // a temporary folder that cannot be deleted is harmless
    }
  }
}
