// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.plugin.DeviceFamily;
import io.lockstep.run.plugin.PluginSearch;
import io.lockstep.spi.DeviceProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds device providers and front-ends: built-in modules, and jars of plug-in folders. */
public final class Plugins {
  /** Created once: providers read the files of their devices on demand and keep them. */
  private static final List<DeviceProvider> BUILT_IN =
      ServiceLoader.load(DeviceProvider.class).stream().map(ServiceLoader.Provider::get).toList();

  private Plugins() {}

  /**
   * {@return all providers} Unlike {@link Catalogue#of}, it fails if a plug-in is faulty.
   *
   * @param folders plug-in folders; each must exist and may be empty
   * @throws InputException if a jar is faulty
   */
  public static List<DeviceProvider> providers(List<Path> folders) {
    List<DeviceProvider> all = new ArrayList<>(BUILT_IN);
    PluginSearch search = new PluginSearch();
    folders.forEach(search::in);
    if (!search.leftOut().isEmpty()) {
      throw new InputException("devices", search.leftOut().get(0).line());
    }
    search.families().stream().map(DeviceFamily::provider).forEach(all::add);
    return all;
  }

  /** {@return the providers of the built-in modules} */
  public static List<DeviceProvider> builtIn() {
    return BUILT_IN;
  }

  /** {@return all built-in kernel front-ends, by id} */
  public static List<KernelFrontend> frontends() {
    return ServiceLoader.load(KernelFrontend.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(KernelFrontend::id))
        .toList();
  }
}
