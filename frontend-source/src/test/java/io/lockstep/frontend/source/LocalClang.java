// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assumptions.assumeThatCode;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import io.lockstep.kernel.ir.Kernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The clang of this machine, with an empty cache. */
final class LocalClang {
  private final Path folder;
  private final Environment machine;

  /**
   * Finds it; without it and its libclc the test is not run.
   *
   * @param folder for the source and the cache
   */
  LocalClang(Path folder) {
    this.folder = folder;
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    machine = new Environment(variables);
    assumeThatCode(() -> ClangOpenCl.find("k.cl", machine))
        .as("clang 16 to 19 with libclc")
        .doesNotThrowAnyException();
  }

  /** A front end that compiles with it. */
  SourceFrontend frontend() {
    return new SourceFrontend(
        machine, Duration.ofMinutes(5), SourceFrontend::ptxFrontend, note -> {});
  }

  /** The kernels of an OpenCL C source, which becomes k.cl in the folder. */
  List<Kernel> read(String text, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("k.cl"), text);
    List<CompilerOption> given = new ArrayList<>();
    for (String option : options) {
      given.add(new CompilerOption("w.yaml:1:1", option, folder.toString()));
    }
    return frontend().read(file.toString(), text, FrontendOptions.defaults().withCompiler(given));
  }
}
