// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.explain.figures.Side;
import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.plugin.LeftOut;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideals;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that select devices and override figures, shared by commands. */
public final class DeviceOptions {
  /** The name that stands for all devices of the catalogue. */
  public static final String ALL = "all";

  @Option(
      names = {"-d", "--device"},
      paramLabel = "DEVICE,…",
      hideParamSyntax = true,
      split = ",",
      description = "Device id, .yaml file, or all; repeatable.")
  public List<String> devices = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "PARAMETER=VALUE",
      description = "Set a device parameter, e.g. l1.size=16KiB.")
  public Map<String, String> overrides = new LinkedHashMap<>();

  @Rare
  @Option(
      names = "--ideal",
      paramLabel = "PART,…",
      description = "Make parts ideal, e.g. caches,memory.latency.")
  private String ideal;

  @Mixin public PluginOption plugins = new PluginOption();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /**
   * Loads all devices: built-in devices, plugins/ of the installation, and --plugin-path. Warns of
   * plug-ins that are left out, unless their absence causes an error.
   */
  public Catalogue catalogue() {
    return catalogue(Set.copyOf(devices));
  }

  /** Loads all devices; {@code asked} has the names of devices that the command requests. */
  public Catalogue catalogue(Set<String> asked) {
    Catalogue catalogue = PluginOption.quietly(plugins.folders);
    for (LeftOut wrong : catalogue.leftOut()) {
      boolean error = false; // whether the missing device is reported as an error
      for (String device : asked) {
        error |= wrong.devices().contains(device) && !catalogue.has(device);
      }
      if (!error) {
        warn(wrong.line(), wrong.cause());
      }
    }
    return catalogue;
  }

  /** Prints a warning, with its stack trace if --debug is given. */
  public void warn(String line, Throwable cause) {
    PrintWriter err = command.commandLine().getErr();
    err.println("lockstep: warning: " + line);
    OptionSpec debug = command.root().findOption("--debug");
    if (cause != null && debug != null && Boolean.TRUE.equals(debug.getValue())) {
      cause.printStackTrace(err);
    }
  }

  public Map<String, String> settings() {
    Map<String, String> all = new LinkedHashMap<>(overrides);
    if (ideal != null) {
      all.put(
          Ideals.SETTING, ideal.replace(',', Ideals.AND)); // commas separate the points of a sweep
    }
    return all;
  }

  /** Rejects --ideal changes of the program's accesses if no recorded program is simulated. */
  public void refuseChangedLines() {
    String all = settings().get(Ideals.SETTING);
    if (all != null && Ideals.of(all, "--ideal").isOfProgram()) {
      Ideals own = Ideals.of(all, "--ideal");
      throw new UsageException(
          String.format(
              "--ideal=%s changes the %s of a recorded program, so it has no effect on '%s'; use"
                  + " 'lockstep run'",
              own.changes().isEmpty() ? own.rewrites().first() : own.changes().first(),
              own.changes().isEmpty() ? "code" : "memory accesses",
              command.qualifiedName()));
    }
  }

  /** Returns the specifications of the named devices. */
  public static List<DeviceSpec> named(Catalogue catalogue, List<String> names) {
    List<DeviceSpec> found = new ArrayList<>();
    for (String name : names) {
      found.addAll(name.equals(ALL) ? catalogue.specs() : List.of(catalogue.spec(name)));
    }
    return found;
  }

  /** Rejects an optional override whose figure no device family has. */
  public void requireKnown(Catalogue catalogue, List<DeviceSpec> asked) {
    if (overrides.keySet().stream().anyMatch(name -> name.endsWith("?"))) {
      List<DeviceSpec> all = new ArrayList<>(asked); // messages name the first devices
      all.addAll(catalogue.specs());
      DeviceSpec.requireKnown(overrides, all);
    }
  }

  /**
   * Returns the chosen specifications with overrides, or the reasons for mismatches.
   *
   * @param several whether to choose a device of each generation if none is named
   */
  public List<Runner.Target> chosen(Catalogue catalogue, boolean several) {
    if (devices.isEmpty() && !several) {
      throw new UsageException("name at least one device: --device hd5870");
    }
    List<DeviceSpec> base =
        devices.isEmpty() ? catalogue.representatives() : named(catalogue, devices);
    requireKnown(catalogue, base);
    List<Runner.Target> chosen = new ArrayList<>();
    InputException last = null;
    int fitting = 0;
    for (DeviceSpec spec : base) {
      try {
        chosen.add(new Runner.Target(spec.with(settings()), ""));
        fitting++;
      } catch (InputException e) {
        last = e;
        chosen.add(new Runner.Target(spec, e.getMessage()));
      }
    }
    if (fitting == 0 && last != null) {
      throw last; // an override of a figure that no device has is a mistake
    }
    return chosen;
  }

  /** Returns a chosen device under the name given by the user, or under its id. */
  public Side side(Catalogue catalogue, List<Runner.Target> chosen, int number) {
    DeviceSpec spec = chosen.get(number).spec();
    boolean listed = devices.isEmpty() || devices.contains(ALL);
    String name = listed ? spec.id() : devices.get(number);
    return new Side(name, catalogue.spec(name), spec);
  }
}
