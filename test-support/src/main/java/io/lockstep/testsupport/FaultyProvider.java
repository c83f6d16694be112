// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.queue.Phase;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.Machine;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Devices with one fault each, after which they are named; otherwise they behave as a gtx280. */
@SpiVersion(SpiVersion.CURRENT)
public final class FaultyProvider implements DeviceProvider {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("faulty")
          .key("clock", Dimension.FREQUENCY, "of nothing")
          .between(1_000_000, 10_000_000_000L)
          .build();

  /** System property with a folder that the slow model creates when it is simulated. */
  public static final String REACHED = "faulty.reached";

  /** Set to true to end models that loop. */
  public static volatile boolean released;

  /** Number of times that a device has reported a lack of memory. */
  public static final AtomicInteger SHORTAGES = new AtomicInteger();

  /** The faults; a fault named after a method occurs there, the others in an event handler. */
  enum Fault {
    ASSERTS,
    RECURSES,
    LACKS_A_CLASS,
    THROWS_IN_CAPABILITIES,
    THROWS_IN_ASSEMBLE,
    THROWS_IN_LOWER,
    THROWS_IN_STATISTICS,
    SAYS_MEMORY_IS_SHORT,
    EATS_MEMORY,
    LOOPS,
    LOOPS_IN_CAPABILITIES,
    LOOPS_IN_LOWER,
    LOOPS_IN_STATISTICS,
    NEVER_ENDS,
    IS_SLOW,
    EXITS,
    EXITS_IN_LOWER,
    HALTS,
    WAVERS,
    PRINTS;

    String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private String method() {
      int in = name().indexOf("_IN_");
      return in < 0 ? "" : name().substring(in + 4).toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String family() {
    return "faulty";
  }

  @Override
  public SpecSchema schema() {
    return SCHEMA;
  }

  @Override
  public List<DeviceSpec> catalogue() {
    List<DeviceSpec> all = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      String yaml =
          "device: %s\nname: %s\nfamily: faulty\nclock: {value: 1GHz, from: guessed, range: [1GHz, 2GHz]}\n"
              .formatted(fault.id(), fault.id());
      all.add(
          SpecReader.resource(
              fault.id() + ".yaml",
              new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)),
              SCHEMA));
    }
    return all;
  }

  @Override
  public List<Statistic> statistics() {
    return soundProvider().statistics();
  }

  @Override
  public Optional<IssueScheme> issue() {
    return soundProvider().issue();
  }

  @Override
  public Device device(DeviceSpec spec) {
    Fault fault = Fault.valueOf(spec.id().toUpperCase(Locale.ROOT).replace('-', '_'));
    return wrapped(Device.class, sound(), spec, fault);
  }

  private static DeviceProvider soundProvider() {
    return ServiceLoader.load(DeviceProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(p -> p.family().equals("g80"))
        .findFirst()
        .orElseThrow();
  }

  private static Device sound() {
    DeviceProvider provider = soundProvider();
    return provider.device(provider.spec("gtx280"));
  }

  private static <T> T wrapped(Class<T> type, T sound, DeviceSpec spec, Fault fault) {
    return type.cast(
        Proxy.newProxyInstance(
            FaultyProvider.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("spec")) {
                return spec;
              }
              if (method.getName().equals(fault.method())) {
                happen(fault);
              }
              try {
                if (method.getName().equals("assemble")) {
                  Simulation simulation = (Simulation) arguments[0];
                  if (fault.method().isEmpty()) {
                    inHandler(simulation, fault);
                  }
                  Machine machine = (Machine) method.invoke(sound, arguments);
                  return wrapped(Machine.class, machine, spec, fault);
                }
                Object result = method.invoke(sound, arguments);
                return result == sound ? proxy : result; // such as forKernel
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static void inHandler(Simulation simulation, Fault fault) {
    Partition partition = simulation.partition("fault");
    int component = partition.component("fault");
    EventKind[] kind = new EventKind[1];
    kind[0] =
        partition.kind(
            "fault",
            Phase.WORK,
            (tick, c, x) -> {
              if (fault == Fault.WAVERS) {
                if (x == 0) { // a different time in each run
                  partition.after(1 + System.nanoTime() % 1_000_003, kind[0], component, 1);
                }
              } else if (fault == Fault.NEVER_ENDS) {
                partition.after(10_000, kind[0], component, 0);
              } else {
                happen(fault);
                if (fault == Fault.IS_SLOW) {
                  partition.after(1, kind[0], component, 0);
                }
              }
            });
    partition.at(1, kind[0], component, 0);
  }

  private static void happen(Fault fault) {
    switch (fault) {
      case ASSERTS -> throw new AssertionError("a model's assertion");
      case RECURSES -> recurse(1);
      case LACKS_A_CLASS -> throw new NoClassDefFoundError("com/example/Missing");
      case SAYS_MEMORY_IS_SHORT -> {
        SHORTAGES.incrementAndGet();
        throw new OutOfMemoryError("Java heap space");
      }
      case EATS_MEMORY -> eat();
      case LOOPS, LOOPS_IN_CAPABILITIES, LOOPS_IN_LOWER, LOOPS_IN_STATISTICS -> loop();
      case EXITS, EXITS_IN_LOWER -> System.exit(0);
      case HALTS -> Runtime.getRuntime().halt(3);
      case PRINTS -> System.out.println("a model's own words");
      case IS_SLOW -> {
        String reached = System.getProperty(REACHED);
        if (reached != null) {
          new File(reached).mkdir();
        }
        LockSupport.parkNanos(1_000_000);
      }
      default -> throw new IllegalStateException("a model's exception");
    }
  }

  private static int recurse(int depth) {
    return depth == 0 ? 0 : recurse(depth + 1) + 1;
  }

  private static void loop() {
    while (!released) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static void eat() {
    List<long[]> all = new ArrayList<>();
    while (!all.isEmpty() || all.add(new long[1])) {
      all.add(new long[1 << 17]);
    }
  }
}
