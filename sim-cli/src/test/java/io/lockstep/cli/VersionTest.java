// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.SpiVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The version, which is asked for before anything else is known to work. */
class VersionTest {
  @TempDir Path folder;

  @Test
  void theLauncherSaysTheVersionWithoutJava() throws Exception {
    Shell shell = Shell.in(folder);
    Path dist = shell.root().resolve("sim-cli/src/main/dist");
    Files.createDirectories(dist.resolve("modules"));
    Files.createFile(dist.resolve("modules/sim-cli-4.5.6.jar"));
    Cli cli =
        shell.run(
            Map.of("JAVA_HOME", "/nowhere"), dist.resolve("bin/lockstep").toString(), "--version");
    assertThat(cli.all()).isEqualTo("exit 0\nlockstep 4.5.6, device SPI %d\n", SpiVersion.CURRENT);
  }
}
