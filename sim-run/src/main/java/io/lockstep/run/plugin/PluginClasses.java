// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The classes of one plug-in in a separate module layer, so that two plug-ins may bring different
 * versions of a library, and a faulty plug-in does not affect others. If Lockstep runs on a class
 * path, a separate class loader is used instead.
 *
 * @param module null on a class path
 */
record PluginClasses(
    Module module, ClassLoader loader, ModuleLayer.Controller controller, Set<Path> used) {
  /**
   * Opens a jar.
   *
   * @param libraries jars without providers, which the jar may need
   * @throws java.lang.module.FindException and other exceptions of module resolution
   */
  static PluginClasses of(PluginJar jar, List<Path> libraries) {
    Module ours = PluginClasses.class.getModule();
    return ours.isNamed() ? inLayer(ours, jar, libraries) : onClassPath(jar, libraries);
  }

  private static PluginClasses inLayer(Module ours, PluginJar jar, List<Path> libraries) {
    ModuleLayer parent = ours.getLayer();
    ModuleFinder finder = ModuleFinder.of(jar.path());
    Set<String> names =
        finder.findAll().stream().map(m -> m.descriptor().name()).collect(Collectors.toSet());
    Configuration configuration;
    try {
      configuration = parent.configuration().resolve(finder, modules(libraries), names);
    } catch (RuntimeException e) {
      try { // libraries that the jar does not need may conflict
        configuration = parent.configuration().resolve(finder, ModuleFinder.of(), names);
      } catch (RuntimeException alone) {
        throw e;
      }
    }
    ModuleLayer.Controller controller =
        ModuleLayer.defineModulesWithOneLoader(
            configuration, List.of(parent), PluginClasses.class.getClassLoader());
    Module module = controller.layer().findModule(names.iterator().next()).orElseThrow();
    Set<URI> places =
        configuration.modules().stream()
            .map(m -> m.reference())
            .map(ModuleReference::location)
            .flatMap(java.util.Optional::stream)
            .collect(Collectors.toSet());
    Set<Path> used = new TreeSet<>(libraries);
    used.removeIf(library -> !places.contains(library.toUri()));
    return new PluginClasses(module, module.getClassLoader(), controller, used);
  }

  /** Finds the libraries that can be modules; others would make every resolution fail. */
  private static ModuleFinder modules(List<Path> libraries) {
    List<Path> modules = new ArrayList<>();
    for (Path library : libraries) {
      try {
        ModuleFinder.of(library).findAll();
        modules.add(library);
      } catch (FindException e) {
        // The search reports this library as left out; a plug-in that needs it fails.
      }
    }
    return ModuleFinder.of(modules.toArray(Path[]::new));
  }

  private static PluginClasses onClassPath(PluginJar jar, List<Path> libraries) {
    List<URL> urls = new ArrayList<>();
    try {
      urls.add(jar.path().toUri().toURL());
      for (Path library : libraries) {
        urls.add(library.toUri().toURL());
      }
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e); // every path has a URL
    }
    URLClassLoader loader =
        new URLClassLoader(
            "plug-in", urls.toArray(URL[]::new), PluginClasses.class.getClassLoader());
    // Which libraries the plug-in needs is not known before it runs.
    return new PluginClasses(null, loader, null, new TreeSet<>(libraries));
  }

  /**
   * Finds a class without initialising it, and opens its package to this module.
   *
   * @throws ClassNotFoundException if the jar has no such class
   */
  Class<?> find(String name) throws ClassNotFoundException {
    if (module == null) {
      return Class.forName(name, false, loader);
    }
    Class<?> found = Class.forName(module, name);
    if (found == null) {
      throw new ClassNotFoundException(name);
    }
    controller.addOpens(module, found.getPackageName(), PluginClasses.class.getModule());
    return found;
  }
}
