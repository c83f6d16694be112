package io.lockstep.run;

import io.lockstep.core.device.Device;
import io.lockstep.core.device.DeviceProvider;
import io.lockstep.core.device.DeviceSpec;
import io.lockstep.core.device.SpecReader;
import io.lockstep.core.device.SpecSchema;
import io.lockstep.trace.InputException;
import io.lockstep.trace.yaml.Suggestions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;

/**
 * All devices that can be named: those of built-in modules and of plug-ins. Immutable after
 * construction; thread-safe.
 */
public final class Catalogue {
  private final Map<String, DeviceProvider> families = new TreeMap<>();
  private final Map<String, DeviceSpec> specs = new LinkedHashMap<>();

  /**
   * Collects the devices of providers.
   *
   * @throws InputException where two providers supply one family or one device id
   */
  public Catalogue(List<DeviceProvider> providers) {
    List<DeviceProvider> ordered = new ArrayList<>(providers);
    ordered.sort(Comparator.comparing(Catalogue::origin));
    Map<String, String> owner = new TreeMap<>();
    for (DeviceProvider provider : ordered) {
      String name = origin(provider);
      DeviceProvider other = families.putIfAbsent(provider.family(), provider);
      if (other != null) {
        throw new InputException(
            "devices",
            "two providers supply the family '"
                + provider.family()
                + "': "
                + origin(other)
                + " and "
                + name);
      }
      for (DeviceSpec spec : provider.catalogue()) {
        String before = owner.putIfAbsent(spec.id(), name);
        if (before != null) {
          throw new InputException(
              "devices",
              "two providers supply the device '" + spec.id() + "': " + before + " and " + name);
        }
        specs.put(spec.id(), spec);
      }
    }
  }

  /** The provider's class and where it was loaded from, for messages. */
  private static String origin(DeviceProvider provider) {
    CodeSource source = provider.getClass().getProtectionDomain().getCodeSource();
    String name = provider.getClass().getName();
    return source == null || source.getLocation() == null
        ? name
        : name + " (" + source.getLocation().getPath() + ")";
  }

  /** Specifications in the order of families and of their catalogues. */
  public List<DeviceSpec> specs() {
    return List.copyOf(specs.values());
  }

  /** Names of the families. */
  public List<String> families() {
    return List.copyOf(families.keySet());
  }

  /**
   * The specification behind a name on the command line.
   *
   * @param nameOrFile a device id, or the path of a specification file (ends in .yaml or .yml)
   */
  public DeviceSpec spec(String nameOrFile) {
    if (nameOrFile.endsWith(".yaml") || nameOrFile.endsWith(".yml")) {
      Path path = Path.of(nameOrFile);
      String text;
      try {
        text = Files.readString(path);
      } catch (IOException e) {
        throw new InputException(
            nameOrFile,
            Files.exists(path) ? "cannot be read: " + e.getMessage() : "no such file",
            e);
      }
      return SpecReader.read(nameOrFile, text, this::schema, this::base);
    }
    DeviceSpec spec = specs.get(nameOrFile);
    if (spec == null) {
      throw new InputException(
          "device '" + nameOrFile + "'",
          "unknown device" + Suggestions.hint(nameOrFile, specs.keySet()));
    }
    return spec;
  }

  private SpecSchema schema(String family) {
    DeviceProvider provider = families.get(family);
    if (provider == null) {
      throw new NoSuchElementException(
          "unknown family '" + family + "'" + Suggestions.hint(family, families.keySet()));
    }
    return provider.schema();
  }

  private DeviceSpec base(String device) {
    DeviceSpec spec = specs.get(device);
    if (spec == null) {
      throw new NoSuchElementException(
          "unknown device '" + device + "'" + Suggestions.hint(device, specs.keySet()));
    }
    return spec;
  }

  /** The model for a specification. */
  public Device device(DeviceSpec spec) {
    return families.get(spec.family()).device(spec);
  }
}
