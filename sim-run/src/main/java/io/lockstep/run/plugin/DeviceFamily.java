// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.io.InputException;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.address.AddressKind;
import io.lockstep.spi.policy.Policies;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The contributions of one provider, queried once and checked against the contract, so that later
 * answers of the provider cannot change a catalogue. A built-in module is not checked, and its
 * specifications are read on demand. Thread-safe if the provider is.
 */
public final class DeviceFamily {
  private final DeviceProvider provider;
  // empty for built-in modules, whose tests check the contract
  private final Optional<ModelBoundary> boundary;
  private final String jar;
  private final String name;
  private SpecSchema schema; // null until queried, for a built-in module
  private FamilyStatistics statistics; // null until queried, for a built-in module
  private final Policies offered;
  private final List<String> devices;
  // specifications read so far, by device id
  private final Map<String, DeviceSpec> specs = new ConcurrentHashMap<>();

  private DeviceFamily(DeviceFamily family, Policies policies) {
    provider = family.provider;
    boundary = family.boundary;
    jar = family.jar;
    name = family.name;
    schema = family.schema;
    devices = family.devices;
    statistics = family.statistics;
    offered = policies;
    family.specs.forEach((id, spec) -> specs.put(id, spec.offered(policies)));
  }

  private DeviceFamily(DeviceProvider provider, Optional<ModelBoundary> boundary, String jar) {
    this.provider = provider;
    this.boundary = boundary;
    this.jar = jar;
    offered = Policies.BUILT_IN;
    if (boundary.isEmpty()) {
      name = provider.family();
      devices = List.copyOf(provider.devices());
      return;
    }
    ModelBoundary b = boundary.get();
    name = b.call(provider, "family", provider::family);
    if (!name.matches("[a-z0-9][a-z0-9_.-]*")) {
      throw b.wrong(
          provider,
          "family",
          "returned '" + name + "'; a family's name is lower-case letters, digits, '-', '_', '.'");
    }
    schema = b.call(provider, "schema", provider::schema);
    requireOwn("schema", schema);
    statistics = b.call(provider, "statistics", () -> new FamilyStatistics(name, provider));
    List<DeviceSpec> all =
        b.call(
            provider, "catalogue", () -> copy(b.call(provider, "catalogue", provider::catalogue)));
    for (DeviceSpec spec : all) {
      if (spec == null) {
        throw b.wrong(provider, "catalogue", "returned a list that holds null");
      }
      requireOwn("catalogue", spec.schema());
    }
    if (new TreeSet<>(all.stream().map(DeviceSpec::id).toList()).size() < all.size()) {
      throw b.wrong(provider, "catalogue", "returned two devices of one id");
    }
    devices = all.stream().map(DeviceSpec::id).toList();
    all.forEach(spec -> specs.put(spec.id(), spec));
  }

  /** Copies a list that may contain null, which is reported later. */
  private static List<DeviceSpec> copy(List<DeviceSpec> list) {
    return new ArrayList<>(list);
  }

  private void requireOwn(String method, SpecSchema found) {
    if (!name.equals(found.family())) {
      throw boundary
          .orElseThrow()
          .wrong(
              provider,
              method,
              "returned the schema of family '" + found.family() + "'; its own is '" + name + "'");
    }
  }

  /** {@return the family of a built-in module, which is not checked} */
  public static DeviceFamily builtIn(DeviceProvider provider) {
    return new DeviceFamily(provider, Optional.empty(), "");
  }

  /**
   * {@return the family of a module in this process, checked like a plug-in's, for tests}
   *
   * @throws ModelException if the provider breaks its contract
   */
  public static DeviceFamily held(DeviceProvider provider) {
    if (provider.getClass().isAnnotationPresent(SpiVersion.class)) { // the kit reports its absence
      SpiCheck.require(provider.getClass());
    }
    ModelBoundary boundary = new ModelBoundary(Set.of(provider.getClass().getPackageName()));
    return of(provider, boundary, "under test");
  }

  /**
   * Queries a jar's provider.
   *
   * @throws ModelException if the provider breaks its contract
   */
  static DeviceFamily of(DeviceProvider provider, ModelBoundary boundary, String jar) {
    return new DeviceFamily(provider, Optional.of(boundary), jar);
  }

  /** {@return a copy of this family whose specifications may name the given policies} */
  public DeviceFamily offering(Policies policies) {
    return new DeviceFamily(this, policies);
  }

  /** {@return whether the provider is checked: it comes from a plug-in jar or is under test} */
  public boolean isPlugin() {
    return boundary.isPresent();
  }

  public DeviceProvider provider() {
    return provider;
  }

  public String name() {
    return name;
  }

  public synchronized SpecSchema schema() {
    if (schema == null) {
      schema = provider.schema();
    }
    return schema;
  }

  public synchronized FamilyStatistics statistics() {
    if (statistics == null) {
      statistics = new FamilyStatistics(name, provider);
    }
    return statistics;
  }

  /** {@return the family's address kinds, in the provider's order} */
  public List<AddressKind> addressKinds() {
    if (boundary.isEmpty()) {
      return provider.addressKinds();
    }
    ModelBoundary b = boundary.get();
    List<AddressKind> kinds =
        b.call(provider, "addressKinds", () -> List.copyOf(provider.addressKinds()));
    return b.call(
        provider,
        "addressKinds",
        () -> kinds.stream().<AddressKind>map(k -> new CheckedAddressKind(k, b)).toList());
  }

  /** {@return the ids of the family's devices, in the provider's order} */
  public List<String> devices() {
    return devices;
  }

  /** {@return a specification by its id, always the same object} */
  public DeviceSpec spec(String id) {
    // For a plug-in, all specifications have been read before.
    return specs.computeIfAbsent(id, i -> provider.spec(i).offered(offered));
  }

  /** {@return the provider's class, and the jar of a plug-in, for messages} */
  public String origin() {
    String type = provider.getClass().getName();
    return isPlugin() ? type + " (" + jar + ")" : type;
  }

  /**
   * {@return the model for a specification of this family}
   *
   * @throws InputException if figures that the user wrote contradict each other
   * @throws ModelException if a plug-in breaks its contract
   */
  public Device device(DeviceSpec spec) {
    DeviceSpec figures = spec.withoutClaims(); // models must not see published measurements
    if (boundary.isEmpty()) {
      return provider.device(figures);
    }
    ModelBoundary b = boundary.get();
    Device device;
    try {
      device = provider.device(figures);
    } catch (InputException e) {
      // Identity distinguishes the plug-in's own figures from the user's figures.
      if (specs.containsValue(spec)) {
        throw b.fault(provider, "device", e);
      }
      throw e;
    } catch (Throwable e) {
      throw b.fault(provider, "device", e);
    }
    if (device == null) {
      throw b.wrong(provider, "device", "returned null");
    }
    return new CheckedDevice(device, figures, b);
  }

  /**
   * {@return expected values that the provider declares for checks, in addition to values that
   * follow from shared figures}
   *
   * @throws ModelException if a plug-in breaks its contract
   */
  public Map<String, Double> declares(DeviceSpec spec) {
    DeviceSpec figures = spec.withoutClaims();
    return boundary.isEmpty()
        ? provider.declares(figures)
        : boundary.get().call(provider, "declares", () -> Map.copyOf(provider.declares(figures)));
  }

  /**
   * Describes this family as left out.
   *
   * @param reason reason, without jar and provider
   */
  public LeftOut leftOut(String reason) {
    return new LeftOut(
        jar,
        provider.getClass().getName(),
        reason,
        new TreeSet<>(devices),
        new TreeSet<>(List.of(name)),
        null);
  }
}
