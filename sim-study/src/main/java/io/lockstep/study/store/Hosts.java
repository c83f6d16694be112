// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.store;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

public final class Hosts {
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");
  private static final String UNKNOWN = "localhost";

  private Hosts() {}

  /** Returns the name of this machine; {@code localhost} if it is unknown. */
  public static String here() {
    try {
      if (Files.isReadable(KERNEL)) { // avoids a name lookup, which may take seconds
        return Files.readString(KERNEL).strip();
      }
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
