// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** The device from outside with a fault built in, as a jar in a plug-in folder. */
final class EditedToy {
  private static final Path TOY = Path.of("..", "examples", "device-toy", "src", "main");

  private EditedToy() {}

  /**
   * Compiles the toy device with a part of {@code ToyDevice.java} replaced.
   *
   * @param folder for what is made
   * @return the plug-in folder
   */
  static String plugins(Path folder, String part, String instead) throws IOException {
    Path sources = folder.resolve("sources");
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> args = new ArrayList<>(List.of("-d", classes.toString(), "-p", modules()));
    for (Path file : files(TOY.resolve("java"))) {
      Path copy = sources.resolve(TOY.resolve("java").relativize(file).toString());
      Files.createDirectories(copy.getParent());
      String text = Files.readString(file);
      if (file.endsWith("ToyDevice.java")) {
        assertThat(text).contains(part);
        text = text.replace(part, instead);
      }
      Files.writeString(copy, text);
      args.add(copy.toString());
    }
    ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
    assertThat(compiler.run(System.out, System.err, args.toArray(String[]::new))).isZero();
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    try (OutputStream out = Files.newOutputStream(plugins.resolve("toy.jar"));
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Path root : List.of(classes, TOY.resolve("resources"))) {
        for (Path file : files(root)) {
          String name = root.relativize(file).toString().replace(File.separatorChar, '/');
          jar.putNextEntry(new JarEntry(name));
          jar.write(Files.readAllBytes(file));
        }
      }
    }
    return plugins.toString();
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String modules() {
    List<String> paths = new ArrayList<>();
    for (String property : List.of("jdk.module.path", "java.class.path")) {
      for (String path : System.getProperty(property, "").split(File.pathSeparator)) {
        boolean ours = path.contains("sim-") && !path.contains("sim-cli");
        boolean library = path.contains("snakeyaml") || path.contains("disruptor");
        if ((ours || library) && !path.contains("test-classes") && !paths.contains(path)) {
          paths.add(path);
        }
      }
    }
    return String.join(File.pathSeparator, paths);
  }
}
