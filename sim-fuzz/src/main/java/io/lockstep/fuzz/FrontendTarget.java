// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.regex.Pattern;

/** Reads kernels with a front-end, then verifies, executes and lowers them. */
final class FrontendTarget extends TextTarget {
  private final KernelFrontend frontend;
  private final String file;
  private final Pattern position;
  private final List<String> folders;
  private final KernelTrial trial;

  private FrontendTarget(String id, String extension, List<String> folders) {
    frontend =
        ServiceLoader.load(KernelFrontend.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(f -> f.id().equals(id))
            .findFirst()
            .orElseThrow();
    file = "input." + extension;
    position = Pattern.compile("input\\." + extension + ":[1-9][0-9]*:[1-9][0-9]*: .");
    this.folders = folders;
    trial = new KernelTrial(file);
  }

  static FrontendTarget ptx() {
    return new FrontendTarget(
        "ptx",
        "ptx",
        List.of(
            "frontend-ptx/src/test/resources",
            "sim-cli/src/test/resources/kernels",
            "sim-cli/src/test/resources/messages",
            "examples/kernels"));
  }

  static FrontendTarget amdIl() {
    return new FrontendTarget(
        "amdil",
        "il",
        List.of("frontend-amdil/src/test/resources", "sim-cli/src/test/resources/messages"));
  }

  @Override
  public String name() {
    return frontend.id();
  }

  @Override
  public List<String> packages() {
    return List.of(
        "io.lockstep.frontend." + frontend.id() + ".**",
        "io.lockstep.kernel.**",
        "io.lockstep.execute.**",
        "io.lockstep.device.**",
        "io.lockstep.gcn.**",
        "io.lockstep.sm.**",
        "io.lockstep.terascale.**");
  }

  @Override
  void read(String text) {
    List<Kernel> kernels = new ArrayList<>();
    if (Contract.holds(
        position, () -> kernels.addAll(frontend.read(file, text, FrontendOptions.defaults())))) {
      kernels.stream().limit(4).forEach(trial::run);
    }
  }

  @Override
  public SortedMap<String, byte[]> seeds(Path root, int most) throws IOException {
    return SeedFiles.below(root, folders, file.substring(file.indexOf('.')), most);
  }
}
