// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import io.lockstep.spi.SpiVersion;
import java.lang.module.ModuleDescriptor;
import picocli.CommandLine.IVersionProvider;

public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"lockstep %s, device SPI %d".formatted(text(), SpiVersion.CURRENT)};
  }

  public static String text() {
    ModuleDescriptor module = Version.class.getModule().getDescriptor();
    if (module != null && module.rawVersion().isPresent()) {
      return module.rawVersion().get();
    }
    String manifest = Version.class.getPackage().getImplementationVersion();
    return manifest == null ? "development" : manifest;
  }
}
