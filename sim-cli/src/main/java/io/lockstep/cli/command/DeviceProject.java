// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.option.DeviceName;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.Resources;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The files of a new device: a template, renamed. */
public final class DeviceProject {
  /** What a new device begins as, spelled as on the command line and as the resources' folder. */
  enum Template {
    /** The smallest module, {@code examples/device-toy}: one issue port, no cache. */
    simple("toy", "Provider Device Code Cause Unit Lines", "Test LinesTest"),

    /** {@code examples/device-pair}: schedulers, a scoreboard, caches. */
    warps("pair", "Provider Device Code Cause Unit Lines Banks", "Test LinesTest BanksTest"),

    /** A file that extends another device. */
    data("data", "", "");

    private final String own;
    private final List<String> classes;
    private final List<String> tests;

    Template(String own, String classes, String tests) {
      this.own = own;
      this.classes = List.of(classes.split(" "));
      this.tests = List.of(tests.split(" "));
    }

    /** Returns the name of the template's device, in lower case. */
    String own() {
      return own;
    }

    /** Returns the name of the template's device as its classes begin. */
    String ownClass() {
      return own.substring(0, 1).toUpperCase(Locale.ROOT) + own.substring(1);
    }

    /** Returns the paths of the template's files. */
    List<String> files() {
      if (this == data) {
        return List.of(own + ".yaml");
      }
      String java = "src/main/java/com/example/" + own + "/" + ownClass();
      String test = "src/test/java/com/example/" + own + "/" + ownClass();
      return Stream.of(
              Stream.of("pom.xml", "README.md", ".mvn/maven.config"),
              Stream.of("src/main/java/module-info.java"),
              classes.stream().map(c -> java + c + ".java"),
              Stream.of("src/main/resources/META-INF/services/io.lockstep.spi.DeviceProvider"),
              Stream.of("src/main/resources/com/example/" + own + "/" + own + ".yaml"),
              tests.stream().map(c -> test + c + ".java"))
          .flatMap(all -> all)
          .toList();
    }
  }

  /** The examples are held to what they promise; a new device is until its file says so. */
  private static final String IMAGINARY =
      "imaginary: true  # what it promises and does not reach is a warning, no failure\n";

  private final Template template;
  private final Map<String, String> texts; // by what stands in the template

  private DeviceProject(Template template, Map<String, String> texts) {
    this.template = template;
    this.texts = texts;
  }

  /**
   * Returns a Maven project of a device module.
   *
   * @param home the installation, whose {@code repository} Maven uses
   */
  static DeviceProject module(Template template, DeviceName name, String home) {
    Map<String, String> texts = new LinkedHashMap<>(); // names that users see, then Java's
    String own = template.own();
    texts.put("${project.basedir}/../../sim-cli/target/lockstep", escaped(home));
    texts.put("device-" + own, "device-" + name.id());
    texts.put(own + ".yaml", name.id() + ".yaml");
    texts.put("device: " + own + "\n", "device: " + name.id() + "\n");
    texts.put("family: " + own + "\n", "family: " + name.id() + "\n" + IMAGINARY);
    texts.put("device " + own + ",", "device " + name.id() + ",");
    texts.put("builder(\"" + own + "\")", "builder(\"" + name.id() + "\")");
    texts.put(template.ownClass(), name.className());
    texts.put(own, name.packageName());
    return new DeviceProject(template, texts);
  }

  /**
   * Returns a device by data.
   *
   * @param base the device that it extends
   * @param extended that device's id, or the path of its file from the new one
   */
  static DeviceProject data(DeviceName name, DeviceSpec base, String extended) {
    return new DeviceProject(
        Template.data,
        Map.of(
            "data.yaml", name.id() + ".yaml",
            "${id}", name.id(),
            "${base}", extended,
            "${clock}", base.figure(ClockSpec.COMPUTE).text(),
            "${count}", base.figure("unit.count").text()));
  }

  /** Returns the files' contents by path relative to the project's folder. */
  Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    for (String file : template.files()) {
      files.put(renamed(file), renamed(text(file)));
    }
    return files;
  }

  private String text(String file) {
    return Resources.text(DeviceProject.class.getResourceAsStream(template + "/" + file));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private String renamed(String text) {
    String result = text;
    for (Map.Entry<String, String> e : texts.entrySet()) {
      result = result.replace(e.getKey(), e.getValue());
    }
    return result;
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
