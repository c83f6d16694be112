// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.io.InputException;
import io.lockstep.io.InputFile;
import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.parts.board.SharedStatistics;
import io.lockstep.run.plugin.DeviceFamily;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.run.plugin.LeftOut;
import io.lockstep.run.plugin.PluginSearch;
import io.lockstep.run.plugin.Profiler;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.address.AddressKind;
import io.lockstep.spi.policy.Policies;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Product;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All built-in devices and devices of plug-ins, by name. Immutable and thread-safe. */
public final class Catalogue {
  private final Map<String, DeviceFamily> families = new TreeMap<>();
  private final Map<String, DeviceFamily> devices = new LinkedHashMap<>(); // by id
  private final List<LeftOut> leftOut;
  private final Policies policies;

  /**
   * Collects the devices of built-in providers.
   *
   * @throws InputException if two providers supply the same family or device id
   */
  public Catalogue(List<DeviceProvider> providers) {
    this(providers.stream().map(DeviceFamily::builtIn).toList(), List.of(), Policies.BUILT_IN);
  }

  private Catalogue(List<DeviceFamily> found, List<LeftOut> before, Policies offered) {
    policies = offered;
    List<LeftOut> wrong = new ArrayList<>(before);
    List<DeviceFamily> taken = new ArrayList<>();
    Map<String, DeviceFamily> owners = new TreeMap<>(); // by device id
    for (DeviceFamily family : found) {
      String clash = clash(family, owners);
      if (clash.isEmpty()) {
        taken.add(family);
        families.put(family.name(), family);
        family.devices().forEach(id -> owners.put(id, family));
      } else if (family.isPlugin()) {
        wrong.add(family.leftOut(clash));
      } else {
        throw new InputException("devices", family.origin() + ": " + clash);
      }
    }
    taken.sort((a, b) -> a.origin().compareTo(b.origin()));
    taken.forEach(family -> family.devices().forEach(id -> devices.put(id, family)));
    leftOut = List.copyOf(wrong);
  }

  private String clash(DeviceFamily family, Map<String, DeviceFamily> owners) {
    DeviceFamily same = families.get(family.name());
    if (same != null) {
      return "its family '" + family.name() + "' is supplied by " + same.origin() + " already";
    }
    for (String id : family.devices()) {
      DeviceFamily owner = owners.get(id);
      if (owner != null) {
        return "its device '" + id + "' is supplied by " + owner.origin() + " already";
      }
    }
    return "";
  }

  /**
   * {@return a catalogue of the built-in devices and the devices of plug-ins} Faulty plug-ins are
   * left out. If two providers supply the same family or device, the built-in one is kept,
   * otherwise the first by folder and jar name.
   *
   * @param installed the plug-in folder of the installation; need not exist
   * @param asked additional plug-in folders that the user named
   * @throws InputException if a folder that the user named does not exist or cannot be read
   */
  public static Catalogue of(Optional<Path> installed, List<Path> asked) {
    List<DeviceFamily> all =
        new ArrayList<>(Plugins.builtIn().stream().map(DeviceFamily::builtIn).toList());
    all.sort((a, b) -> a.origin().compareTo(b.origin()));
    PluginSearch search = new PluginSearch();
    installed.ifPresent(search::inInstallation);
    asked.forEach(search::in);
    all.addAll(search.families());
    if (search.policies().isEmpty()) {
      return new Catalogue(all, search.leftOut(), Policies.BUILT_IN);
    }
    Policies policies = new Policies(search.policies());
    all.replaceAll(family -> family.offering(policies));
    return new Catalogue(all, search.leftOut(), policies);
  }

  /**
   * {@return the devices of one provider, with the contract checks of plug-ins, for tests}
   *
   * @throws io.lockstep.run.plugin.ModelException if the provider breaks its contract
   */
  public static Catalogue held(DeviceProvider provider) {
    return new Catalogue(List.of(DeviceFamily.held(provider)), List.of(), Policies.BUILT_IN);
  }

  /** {@return plug-ins that were left out because they are faulty} */
  public List<LeftOut> leftOut() {
    return leftOut;
  }

  /** {@return policies that specifications may name} */
  public Policies policies() {
    return policies;
  }

  /** {@return all specifications by vendor and date; within a month, in their provider's order} */
  public List<DeviceSpec> specs() {
    return devices.entrySet().stream()
        .map(e -> e.getValue().spec(e.getKey()))
        .sorted(Comparator.comparing(DeviceSpec::product, Product.ORDER))
        .toList();
  }

  /**
   * {@return one device per generation, the first that its provider lists, in the order of {@link
   * #specs}} A device without a generation represents itself.
   */
  public List<DeviceSpec> representatives() {
    List<DeviceSpec> chosen = new ArrayList<>();
    devices.forEach(
        (id, family) -> {
          DeviceSpec spec = family.spec(id);
          if (chosen.stream().noneMatch(c -> c.product().isOfSameGeneration(spec.product()))) {
            chosen.add(spec);
          }
        });
    return specs().stream().filter(chosen::contains).toList();
  }

  public boolean has(String id) {
    return devices.containsKey(id);
  }

  public List<String> families() {
    return List.copyOf(families.keySet());
  }

  /**
   * {@return the specification behind a name on the command line}
   *
   * @param nameOrFile a device id, or the path of a specification file (ends in .yaml or .yml),
   *     which may extend a device of the catalogue or of another file
   */
  public DeviceSpec spec(String nameOrFile) {
    if (isFile(nameOrFile)) {
      return file(nameOrFile, List.of());
    }
    DeviceFamily family = devices.get(nameOrFile);
    if (family == null) {
      throw new InputException(
          "device '" + nameOrFile + "'",
          "unknown device" + hint(nameOrFile, devices.keySet(), LeftOut::devices));
    }
    return family.spec(nameOrFile);
  }

  private static boolean isFile(String name) {
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  /**
   * Reads a specification file.
   *
   * @param extending the files that extend it, the one that the user named first
   */
  private DeviceSpec file(String file, List<Path> extending) {
    Path path = Path.of(file);
    String text;
    try {
      text = InputFile.text(path, YamlFile.MAX_BYTES);
    } catch (IOException e) {
      throw new InputException(
          file, Files.exists(path) ? "cannot be read: " + e.getMessage() : "no such file", e);
    }
    List<Path> files = new ArrayList<>(extending);
    files.add(path);
    return SpecReader.read(file, text, this::schema, base -> base(base, files), policies);
  }

  /**
   * Returns the device that the last of some files extends: a file, by its path from there, a
   * device of the catalogue, or one of a file {@code ID.yaml} in the same folder.
   */
  private DeviceSpec base(String device, List<Path> files) {
    boolean isFile = isFile(device);
    if (!isFile && has(device)) {
      return devices.get(device).spec(device);
    }
    Path path;
    try {
      path = files.get(files.size() - 1).resolveSibling(isFile ? device : device + ".yaml");
    } catch (InvalidPathException e) {
      throw new NoSuchElementException("is not a path: " + e.getReason(), e);
    }
    if (!Files.exists(path)) {
      throw new NoSuchElementException(
          isFile
              ? "no file " + path
              : "unknown device '%s'%s"
                  .formatted(device, hint(device, devices.keySet(), LeftOut::devices)));
    }
    if (files.stream().anyMatch(f -> isSame(f, path))) {
      throw new NoSuchElementException(
          "a device cannot extend itself: "
              + Stream.concat(files.stream(), Stream.of(path))
                  .map(Path::toString)
                  .collect(Collectors.joining(" extends ")));
    }
    DeviceSpec spec = file(path.toString(), files);
    if (!isFile && !spec.id().equals(device)) {
      throw new NoSuchElementException(
          "%s describes device '%s'; expected '%s'".formatted(path, spec.id(), device));
    }
    return spec;
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException e) {
      return false; // reading it says why
    }
  }

  /** Suggests the nearest names, and faulty plug-ins that may supply the name. */
  private String hint(String name, Set<String> known, Function<LeftOut, Set<String>> names) {
    List<LeftOut> sure = leftOut.stream().filter(l -> names.apply(l).contains(name)).toList();
    boolean near = Suggestions.nearest(name, known).isPresent();
    StringBuilder hint = new StringBuilder(sure.isEmpty() ? Suggestions.hint(name, known) : "");
    leftOut.stream()
        .filter(l -> sure.isEmpty() ? !near && names.apply(l).isEmpty() : sure.contains(l))
        .forEach(l -> hint.append("; ").append(l.line()));
    return hint.toString();
  }

  private SpecSchema schema(String name) {
    DeviceFamily family = families.get(name);
    if (family == null) {
      throw new NoSuchElementException(
          "unknown family '" + name + "'" + hint(name, families.keySet(), LeftOut::families));
    }
    return family.schema();
  }

  public DeviceProvider provider(String family) {
    return families.get(family).provider();
  }

  /** {@return statistics that devices of a family may write} */
  public FamilyStatistics statistics(String family) {
    return families.get(family).statistics();
  }

  /** {@return the profilers whose counters results of some devices show, a family each} */
  public List<Profiler> profilers(List<DeviceSpec> specs) {
    Map<String, List<String>> ids = new LinkedHashMap<>();
    for (DeviceSpec spec : specs) {
      List<String> of = ids.computeIfAbsent(spec.family(), f -> new ArrayList<>());
      if (!of.contains(spec.id())) {
        of.add(spec.id());
      }
    }
    List<Profiler> all = new ArrayList<>();
    ids.forEach((family, of) -> statistics(family).profiler(of).ifPresent(all::add));
    return all;
  }

  /** {@return the statistics of shared parts and of runs, which all families have} */
  public List<Statistic> sharedStatistics() {
    List<Statistic> all = new ArrayList<>(RunStatistics.all());
    all.addAll(SharedStatistics.all());
    return all;
  }

  /** {@return all statistics that a result of any device may hold} */
  public StatisticsRegistry statistics() {
    return statistics(families.keySet());
  }

  /** {@return all statistics that results of some families may hold, with unique names} */
  public StatisticsRegistry statistics(Set<String> wanted) {
    Map<String, Statistic> all = new LinkedHashMap<>();
    sharedStatistics().forEach(s -> all.putIfAbsent(s.name(), s));
    wanted.forEach(f -> statistics(f).registry().all().forEach(s -> all.putIfAbsent(s.name(), s)));
    return new StatisticsRegistry(List.copyOf(all.values()));
  }

  /**
   * {@return the address kinds of all families by name; the first if several have the same name}
   */
  public Map<String, AddressKind> addressKinds() {
    Map<String, AddressKind> all = new LinkedHashMap<>();
    families.values().forEach(f -> f.addressKinds().forEach(k -> all.putIfAbsent(k.name(), k)));
    return all;
  }

  /**
   * {@return the model for a specification}
   *
   * @throws io.lockstep.run.plugin.ModelException if a plug-in breaks its contract
   */
  public Device device(DeviceSpec spec) {
    return families.get(spec.family()).device(spec);
  }

  /** {@return expected values that the provider declares for checks, by name of the check} */
  public Map<String, Double> declares(DeviceSpec spec) {
    return families.get(spec.family()).declares(spec);
  }
}
