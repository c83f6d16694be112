// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import java.nio.file.Path;

/** Files of the repository, for tests that run in a module's folder. */
public final class Repository {
  public static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private Repository() {}

  public static Path workload(String name) {
    return ROOT.resolve("sim-cli/src/test/resources/workloads/" + name + ".yaml");
  }
}
