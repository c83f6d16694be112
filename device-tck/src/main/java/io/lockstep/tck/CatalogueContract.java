// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Figure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks the catalogue: the module is found, states its SPI version, and always returns the same
 * devices and figures; every figure has a provenance.
 */
public abstract class CatalogueContract extends DeviceContract {
  /** Dimensions of figures that need neither a source nor a range. */
  private static final Set<Dimension> NAMED =
      EnumSet.of(Dimension.FLAG, Dimension.CHOICE, Dimension.POLICY);

  private static final String SERVICE = DeviceProvider.class.getName();

  /** Creates the contract. */
  protected CatalogueContract() {
    super("catalogue");
  }

  @Test
  @DisplayName("the provider states the SPI version that it was compiled against")
  void theProviderStatesItsSpiVersion() {
    module(
        () -> {
          SpiVersion stated = provider().getClass().getAnnotation(SpiVersion.class);
          require(stated != null, "no @SpiVersion(SpiVersion.CURRENT) on the class");
          require(
              stated.value() == SpiVersion.CURRENT,
              "states version %s of the device SPI; this kit is of version %s, and"
                  + " docs/plugins.md#migration lists what to change"
                      .formatted(stated.value(), SpiVersion.CURRENT));
        });
  }

  @Test
  @DisplayName("the provider is declared in META-INF/services and, where there is one, module-info")
  void theProviderIsDeclaredBothWays() {
    module(
        () -> {
          Class<?> type = provider().getClass();
          require(services(type), "is not named in META-INF/services/" + SERVICE);
          require(
              modules(type),
              "is not named in module-info: provides " + SERVICE + " with " + type.getName());
        });
  }

  private static boolean services(Class<?> type) throws IOException {
    List<URL> files =
        Collections.list(type.getClassLoader().getResources("META-INF/services/" + SERVICE));
    for (URL file : files) {
      try (InputStream in = file.openStream()) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        if (text.lines().anyMatch(l -> l.replaceAll("#.*", "").strip().equals(type.getName()))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean modules(Class<?> type) throws IOException {
    String root = type.getProtectionDomain().getCodeSource().getLocation().toString();
    URL file = new URL((root.endsWith(".jar") ? "jar:" + root + "!/" : root) + "module-info.class");
    try (InputStream in = file.openStream()) {
      return ModuleDescriptor.read(in).provides().stream()
          .anyMatch(p -> p.service().equals(SERVICE) && p.providers().contains(type.getName()));
    } catch (FileNotFoundException e) {
      return true; // a jar without a descriptor is found through its services file
    }
  }

  @Test
  @DisplayName("asked again, it supplies the same devices in the same order")
  void askedAgainItSuppliesTheSameDevicesInTheSameOrder() {
    module(
        () -> {
          List<String> first = ids(provider());
          require(!first.isEmpty(), "supplies no device");
          require(first.equals(ids(provider())), "supplied " + first + ", then " + ids(provider()));
          List<String> named = provider().devices();
          require(named.equals(first), "devices() says " + named + ", catalogue() has " + first);
        });
  }

  private static List<String> ids(DeviceProvider provider) {
    return provider.catalogue().stream().map(DeviceSpec::id).toList();
  }

  @TestFactory
  @DisplayName("a device has the same figures each time and on both ways")
  Stream<DynamicTest> aDeviceHasTheSameFiguresEachTimeAndOnBothWays() {
    return each(
        device -> {
          same(device, provider().spec(device.id()));
          for (DeviceSpec spec : provider().catalogue()) {
            if (spec.id().equals(device.id())) {
              same(device, spec);
            }
          }
        });
  }

  private static void same(DeviceSpec first, DeviceSpec then) {
    for (Figure f : first.figures()) {
      String text = then.has(f.path()) ? then.figure(f.path()).text() : "absent";
      require(
          then.has(f.path()) && then.figure(f.path()).value() == f.value(),
          f.path() + " is " + f.text() + ", and " + text + " when asked again");
    }
    require(first.hash().equals(then.hash()), "another specification when asked again");
  }

  @TestFactory
  @DisplayName("every figure says where it comes from: a source, or a range where it is guessed")
  Stream<DynamicTest> everyFigureSaysWhereItComesFrom() {
    return each(
        device -> {
          List<String> without = new ArrayList<>();
          for (Figure f : device.figures()) {
            boolean ranged = !f.low().isEmpty() && !f.high().isEmpty();
            if (f.source().isEmpty() && !ranged && !NAMED.contains(f.dimension())) {
              without.add(f.path() + " = " + f.text());
            }
          }
          require(without.isEmpty(), "figures without a source or a range: " + without);
        });
  }

  @TestFactory
  @DisplayName("its clocks run and its model is that of the specification")
  Stream<DynamicTest> itsClocksRunAndItsModelIsThatOfTheSpecification() {
    return each(
        device -> {
          var model = bench().device(device); // a wrapper that checks the results of all calls
          require(model.clockHertz() <= model.tickHertz(), "a tick is longer than a cycle");
          model.capabilities();
          model.hostCosts();
        });
  }
}
