// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.io.InputException;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.policy.Policies;
import io.lockstep.spi.policy.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Searches plug-in folders, jar by jar. An error in one jar is reported and does not affect others.
 * Jars without a provider are libraries for the other jars of their folder. An instance performs
 * one search.
 */
public final class PluginSearch {
  /** Property with the time limit, in seconds, for the queries of a plug-in's catalogue. */
  private static final String SECONDS = "lockstep.plugin.seconds";

  private static final int DEFAULT_SECONDS = 20;

  private final List<DeviceFamily> families = new ArrayList<>();
  private final List<Policies.Offer> policies = new ArrayList<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private final Set<Path> seen = new HashSet<>(); // never iterated
  private final Duration limit = Duration.ofSeconds(Integer.getInteger(SECONDS, DEFAULT_SECONDS));

  public PluginSearch() {}

  /** {@return the families found, in order of folders and names of jars} */
  public List<DeviceFamily> families() {
    return List.copyOf(families);
  }

  /** {@return the policies found, in the same order} */
  public List<Policies.Offer> policies() {
    return List.copyOf(policies);
  }

  /** {@return the jars and providers left out, in the same order} */
  public List<LeftOut> leftOut() {
    return List.copyOf(leftOut);
  }

  /**
   * Searches a folder that the user named. Files other than jars are ignored.
   *
   * @throws InputException if the path is not a folder or cannot be read
   */
  public PluginSearch in(Path folder) {
    if (!Files.exists(folder)) {
      throw new InputException(folder.toString(), "no such plug-in folder");
    }
    if (!Files.isDirectory(folder)) {
      throw new InputException(
          folder.toString(), "is a file; expected a folder that holds jars of device modules");
    }
    try {
      jars(folder);
    } catch (IOException e) {
      throw new InputException(folder.toString(), "cannot be read: " + Faults.message(e), e);
    }
    return this;
  }

  /** Searches the plug-in folder of the installation, if it exists. */
  public PluginSearch inInstallation(Path folder) {
    if (Files.isDirectory(folder)) {
      try {
        jars(folder);
      } catch (IOException e) {
        leaveOut(folder, "", "it cannot be read: " + Faults.message(e), e);
      }
    }
    return this;
  }

  private void jars(Path folder) throws IOException {
    List<Path> paths;
    try (Stream<Path> files = Files.list(folder)) {
      paths =
          files
              .filter(f -> f.getFileName().toString().endsWith(".jar"))
              .sorted((a, b) -> a.getFileName().toString().compareTo(b.getFileName().toString()))
              .toList();
    }
    List<PluginJar> plugins = new ArrayList<>();
    List<Path> libraries = new ArrayList<>();
    for (Path path : paths) {
      if (!seen.add(real(path))) {
        continue;
      }
      try {
        PluginJar jar = PluginJar.read(path);
        if (jar.providers().isEmpty() && jar.policies().isEmpty()) {
          libraries.add(path);
        } else {
          plugins.add(jar);
        }
      } catch (PluginJar.UnreadableException e) {
        leaveOut(path, "", e.getMessage(), e.getCause() == null ? e : e.getCause());
      }
    }
    Set<Path> used = new TreeSet<>();
    for (PluginJar jar : plugins) {
      used.addAll(load(jar, libraries));
    }
    libraries.removeAll(used);
    for (Path foreign : libraries) {
      leaveOut(
          foreign,
          "",
          "it holds no device provider and no policy (no 'provides "
              + DeviceProvider.class.getName()
              + "', no META-INF/services file of that name), and no plug-in beside it needs it",
          null);
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize(); // an error is reported when the jar is read
    }
  }

  /** Loads the policies and providers of a jar; returns the libraries that it needs. */
  private Set<Path> load(PluginJar jar, List<Path> libraries) {
    PluginClasses classes;
    try {
      classes = PluginClasses.of(jar, libraries);
    } catch (RuntimeException | LinkageError e) {
      leaveOut(
          jar.path(), "", PluginJar.newer(jar.path(), "it cannot be resolved: " + chain(e)), e);
      return Set.of();
    }
    ModelBoundary boundary = new ModelBoundary(jar.packages());
    for (String policy : jar.policies()) {
      take(
          jar,
          policy,
          boundary,
          () ->
              PolicyOffer.of(
                  ProviderClass.make(Policy.class, classes, policy, boundary),
                  boundary,
                  jar.path().toString(),
                  policies),
          policies);
    }
    for (String provider : jar.providers()) {
      take(
          jar,
          provider,
          boundary,
          () ->
              DeviceFamily.of(
                  ProviderClass.make(DeviceProvider.class, classes, provider, boundary),
                  boundary,
                  jar.path().toString()),
          families);
    }
    return classes.used();
  }

  /** Adds one provider or policy of a jar, or reports why it is left out. */
  private <T> void take(
      PluginJar jar, String provider, ModelBoundary boundary, Callable<T> made, List<T> into) {
    Guard.Outcome<T> outcome = Guard.call("plug-in " + jar.path().getFileName(), limit, made);
    if (outcome.value() != null) {
      into.add(outcome.value());
    } else if (outcome.stuck() != null) {
      leaveOut(
          jar.path(),
          provider,
          (ModelStack.isExit(outcome.stuck())
                  ? "has called System.exit"
                  : "has not said what it supplies after " + limit.toSeconds() + " s")
              + boundary.place(outcome.stuck()),
          null);
    } else {
      Throwable e = outcome.thrown();
      leaveOut(
          jar.path(), provider, e instanceof ModelException ? e.getMessage() : Faults.text(e), e);
    }
  }

  private void leaveOut(Path jar, String provider, String reason, Throwable cause) {
    PluginJar.Names names = PluginJar.names(jar);
    leftOut.add(
        new LeftOut(jar.toString(), provider, reason, names.devices(), names.families(), cause));
  }

  /**
   * Returns the messages of an exception and its cause, because in module resolution often only the
   * cause names the problem.
   */
  private static String chain(Throwable thrown) {
    String text = Faults.message(thrown);
    String cause = thrown.getCause() == null ? "" : Faults.message(thrown.getCause());
    return text.isEmpty()
        ? Faults.text(thrown)
        : cause.isEmpty() || text.contains(cause) ? text : text + ": " + cause;
  }
}
