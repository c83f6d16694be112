// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;

/**
 * The origin of a page, as stated in its header.
 *
 * @param command the command that reproduces the page; options that do not affect results are
 *     omitted
 * @param devices devices whose products the page's header names
 */
public record Origin(String version, String command, List<DeviceSpec> devices) {
  public Origin {
    devices = List.copyOf(devices);
  }

  public Origin(String version, String command) {
    this(version, command, List.of());
  }

  /** Returns a copy with the given devices. */
  public Origin on(List<DeviceSpec> named) {
    return new Origin(version, command, named);
  }
}
