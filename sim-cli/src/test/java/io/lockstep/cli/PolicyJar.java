// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;

/** Compiles a stranger's policies into a jar without a module descriptor. */
final class PolicyJar {
  private static final String SERVICE = "META-INF/services/io.lockstep.spi.policy.Policy";

  private PolicyJar() {}

  /**
   * Writes a jar.
   *
   * @param work where it is compiled
   * @param jar to be written
   * @param sources by the simple name of the class, all in package {@code stranger}
   */
  static void write(Path work, Path jar, Map<String, String> sources) throws IOException {
    Path classes = Files.createDirectories(work.resolve("classes"));
    List<String> args =
        new ArrayList<>(
            List.of(
                "-d",
                classes.toString(),
                "--release",
                "17",
                "-proc:none",
                "-cp",
                ToyJars.modulePath()));
    Path folder = Files.createDirectories(work.resolve("stranger"));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve(source.getKey() + ".java");
      Files.writeString(file, "package stranger;\n" + source.getValue());
      args.add(file.toString());
    }
    StringWriter said = new StringWriter();
    PrintWriter to = new PrintWriter(said);
    ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
    if (compiler.run(to, to, args.toArray(String[]::new)) != 0) {
      throw new IllegalStateException(said.toString());
    }
    Files.createDirectories(jar.getParent());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        var all = Files.walk(classes)) {
      out.putNextEntry(new JarEntry(SERVICE));
      for (String name : sources.keySet()) {
        out.write(("stranger." + name + "\n").getBytes());
      }
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        out.write(Files.readAllBytes(file));
      }
    }
  }
}
