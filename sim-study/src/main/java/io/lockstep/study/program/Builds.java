// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.program;

import io.lockstep.io.Digests;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Plugins;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.study.store.Build;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Determines the build of this process: digests of its modules and of the jars of plug-ins. */
public final class Builds {
  private static final int DIGITS = 12; // of a digest, as users see it

  private static String modules; // null until it is needed
  private static String version;

  private Builds() {}

  /**
   * Returns the build of this process with the plug-ins of some folders. A folder that does not
   * exist or cannot be read has no plug-ins.
   *
   * @param plugins folders with jars of device modules
   */
  public static synchronized Build of(List<Path> plugins) {
    if (modules == null) {
      TreeSet<String> code = new TreeSet<>();
      code.add(CodeVersion.of(Runner.class));
      for (DeviceProvider provider : Plugins.builtIn()) {
        code.add(CodeVersion.of(provider.getClass()));
      }
      for (KernelFrontend frontend : Plugins.frontends()) {
        code.add(CodeVersion.of(frontend.getClass()));
      }
      modules = shortened(Digests.sha256(String.join("\n", code)));
      version = CodeVersion.version(Runner.class);
    }
    return new Build(version, modules, jars(plugins));
  }

  private static String jars(List<Path> folders) {
    Set<Path> seen = new HashSet<>(); // never iterated
    List<String> jars = new ArrayList<>();
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        continue;
      }
      try (Stream<Path> files = Files.list(folder)) {
        for (Path jar : files.filter(f -> f.toString().endsWith(".jar")).toList()) {
          if (seen.add(jar.toRealPath())) {
            jars.add(jar.getFileName() + ":" + shortened(CodeVersion.digest(jar)));
          }
        }
      } catch (IOException | UncheckedIOException e) {
        continue; // the search for plug-ins reports the folder
      }
    }
    return jars.stream().sorted().collect(Collectors.joining(" "));
  }

  private static String shortened(String digest) {
    return digest.substring(0, DIGITS);
  }
}
