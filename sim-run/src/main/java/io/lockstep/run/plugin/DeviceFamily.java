package io.lockstep.run.plugin;

import io.lockstep.io.InputException;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
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
 * answers cannot change a catalogue. A built-in module's specifications are read on demand.
 * Effectively immutable; thread-safe like the provider.
 */
public final class DeviceFamily {
  private final DeviceProvider provider;
  private final Optional<ModelBoundary> boundary; // of a plug-in; built-in modules have tests
  private final String jar;
  private final String name;
  private SpecSchema schema; // a built-in module is queried on demand
  private FamilyStatistics statistics; // likewise
  private final Policies offered;
  private final List<String> devices;
  private final Map<String, DeviceSpec> specs = new ConcurrentHashMap<>(); // read so far

  /** The same family, whose specifications may name policies of plug-ins. */
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

  /** Copies a list that may contain nulls, which are reported later. */
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

  /**
   * {@return a module that Lockstep was started with}
   *
   * @param provider of a module; trusted, so nothing is held against the contract
   */
  public static DeviceFamily builtIn(DeviceProvider provider) {
    return new DeviceFamily(provider, Optional.empty(), "");
  }

  /**
   * {@return a family of a module in this process, checked like a plug-in, for tests}
   *
   * @param provider of a module under test
   * @throws ModelException if it breaks its contract
   */
  public static DeviceFamily held(DeviceProvider provider) {
    SpiCheck.require(provider.getClass());
    ModelBoundary boundary = new ModelBoundary(Set.of(provider.getClass().getPackageName()));
    return of(provider, boundary, "under test");
  }

  /**
   * Loads what a jar's provider supplies.
   *
   * @throws ModelException if it breaks its contract
   */
  static DeviceFamily of(DeviceProvider provider, ModelBoundary boundary, String jar) {
    return new DeviceFamily(provider, Optional.of(boundary), jar);
  }

  /**
   * {@return this family with specifications that may name policies of plug-ins}
   *
   * @param policies built-in ones and those of plug-ins
   */
  public DeviceFamily offering(Policies policies) {
    return new DeviceFamily(this, policies);
  }

  /** {@return whether it comes from a jar of a plug-in folder} */
  public boolean isPlugin() {
    return boundary.isPresent();
  }

  /** {@return the provider} */
  public DeviceProvider provider() {
    return provider;
  }

  /** {@return name of the family} */
  public String name() {
    return name;
  }

  /** {@return what its specifications may hold} */
  public synchronized SpecSchema schema() {
    if (schema == null) {
      schema = provider.schema();
    }
    return schema;
  }

  /** {@return what its devices may write} */
  public synchronized FamilyStatistics statistics() {
    if (statistics == null) {
      statistics = new FamilyStatistics(name, provider);
    }
    return statistics;
  }

  /** {@return its questions about address spaces, in its order} */
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

  /** {@return their ids, in its order} */
  public List<String> devices() {
    return devices;
  }

  /**
   * {@return one of its specifications, always the same object}
   *
   * @param id one of {@link #devices()}
   */
  public DeviceSpec spec(String id) {
    return specs.computeIfAbsent(
        id, i -> provider.spec(i).offered(offered)); // a plug-in's are all there
  }

  /** {@return the provider's class, and the jar that it was loaded from, for messages} */
  public String origin() {
    String type = provider.getClass().getName();
    return isPlugin() ? type + " (" + jar + ")" : type;
  }

  /**
   * {@return the model for a specification}
   *
   * @param spec of this family
   * @throws InputException if figures that the user wrote contradict each other
   * @throws ModelException if a plug-in breaks its contract
   */
  public Device device(DeviceSpec spec) {
    DeviceSpec figures = spec.withoutClaims(); // what is published is no model's business
    if (boundary.isEmpty()) {
      return provider.device(figures);
    }
    ModelBoundary b = boundary.get();
    Device device;
    try {
      device = provider.device(figures);
    } catch (InputException e) {
      if (specs.containsValue(spec)) { // by identity: not the user's figures, but the plug-in's own
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
   * {@return the expected values of checks that a specification's shared figures do not determine}
   *
   * @param spec of this family
   * @throws ModelException if a plug-in violates its contract
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
   * @param reason without jar and provider
   * @return the description for messages
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
