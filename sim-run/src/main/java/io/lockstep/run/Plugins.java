package io.lockstep.run;

import io.lockstep.core.device.DeviceProvider;
import io.lockstep.trace.InputException;
import io.lockstep.trace.frontend.KernelFrontend;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolutionException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds device providers and front-ends: built-in modules, and jars of plug-in folders.
 *
 * <p>Each jar is resolved in a module layer of its own, so that two plug-ins may bring different
 * versions of a library. On a class path (no module layer of ours) a class loader of its own
 * serves.
 */
public final class Plugins {
  private Plugins() {}

  /**
   * All providers.
   *
   * @param folders plug-in folders; one that does not exist is an error, an empty one is not
   * @throws InputException where a jar holds no provider or cannot be resolved
   */
  public static List<DeviceProvider> providers(List<Path> folders) {
    List<DeviceProvider> all = new ArrayList<>();
    for (DeviceProvider p : ServiceLoader.load(DeviceProvider.class)) {
      all.add(p);
    }
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new InputException(folder.toString(), "no such plug-in folder");
      }
      List<Path> jars;
      try (Stream<Path> files = Files.list(folder)) {
        jars = files.filter(f -> f.getFileName().toString().endsWith(".jar")).sorted().toList();
      } catch (IOException e) {
        throw new InputException(folder.toString(), "cannot be read: " + e.getMessage(), e);
      }
      for (Path jar : jars) {
        all.addAll(load(jar));
      }
    }
    return all;
  }

  /** All kernel front-ends that are built in. */
  public static List<KernelFrontend> frontends() {
    List<KernelFrontend> all = new ArrayList<>();
    for (KernelFrontend f : ServiceLoader.load(KernelFrontend.class)) {
      all.add(f);
    }
    all.sort((a, b) -> a.id().compareTo(b.id()));
    return all;
  }

  private static List<DeviceProvider> load(Path jar) {
    List<DeviceProvider> found = new ArrayList<>();
    try {
      if (Plugins.class.getModule().isNamed()) {
        ModuleLayer parent = Plugins.class.getModule().getLayer();
        ModuleFinder finder = ModuleFinder.of(jar);
        Set<String> names =
            finder.findAll().stream().map(m -> m.descriptor().name()).collect(Collectors.toSet());
        Configuration configuration =
            parent.configuration().resolveAndBind(finder, ModuleFinder.of(), names);
        ModuleLayer layer =
            parent.defineModulesWithOneLoader(configuration, Plugins.class.getClassLoader());
        for (ServiceLoader.Provider<DeviceProvider> p :
            ServiceLoader.load(layer, DeviceProvider.class).stream().toList()) {
          // A layer also answers for its parents; those providers were found before.
          if (p.type().getModule().getLayer() == layer) {
            found.add(p.get());
          }
        }
      } else {
        URLClassLoader loader =
            new URLClassLoader(new URL[] {jar.toUri().toURL()}, Plugins.class.getClassLoader());
        for (ServiceLoader.Provider<DeviceProvider> p :
            ServiceLoader.load(DeviceProvider.class, loader).stream().toList()) {
          if (p.type().getClassLoader() == loader) {
            found.add(p.get());
          }
        }
      }
    } catch (FindException
        | ResolutionException
        | ServiceConfigurationError
        | java.lang.LayerInstantiationException
        | MalformedURLException e) {
      throw new InputException(jar.toString(), "is no plug-in: " + e.getMessage(), e);
    }
    if (found.isEmpty()) {
      throw new InputException(
          jar.toString(),
          "holds no device provider; expected 'provides "
              + DeviceProvider.class.getName()
              + "' in its module descriptor and META-INF/services");
    }
    return found;
  }
}
