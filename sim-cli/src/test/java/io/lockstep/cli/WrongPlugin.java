// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static io.lockstep.cli.ToyChanges.DEVICE;
import static io.lockstep.cli.ToyChanges.PROVIDER;
import static io.lockstep.cli.ToyChanges.YAML;
import static io.lockstep.cli.ToyChanges.garbage;
import static io.lockstep.cli.ToyChanges.inDevice;
import static io.lockstep.cli.ToyChanges.inProvider;
import static io.lockstep.cli.ToyChanges.inUnit;
import static io.lockstep.cli.ToyChanges.machine;
import static io.lockstep.cli.ToyChanges.newer;
import static io.lockstep.cli.ToyChanges.overridden;
import static io.lockstep.cli.ToyChanges.replaced;
import static io.lockstep.cli.ToyChanges.without;
import static io.lockstep.cli.ToyChanges.yaml;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A kind of wrong plug-in and what it comes to.
 *
 * @param toy what is wrong with it
 * @param end what it comes to
 * @param says what is said of it, in the warning or in its row
 * @param second another jar beside it, or null
 */
record WrongPlugin(ToyVariant toy, End end, String says, ToyVariant second) {
  /** What a plug-in comes to. */
  enum End {
    /** Not there, with a warning; an error where it was asked for. */
    LEFT_OUT,
    /** One of two is not there, with a warning; the device that was asked for is the other's. */
    FIRST_STAYS,
    /** A row that fails. */
    FAILED_ROW
  }

  private static final String CLASS = "public final class ToyProvider implements DeviceProvider {";
  private static final String HANDLER = "private void issue(long tick) {";
  private static final String THROW = "throw new IllegalStateException(\"no licence\");";
  private static final String OCCUPANCY =
      "io.lockstep.spi.Occupancy occupancy(MachineKernel k, Geometry g, int local)";

  /** A device beside the wrong one with which nothing is wrong. */
  static final ToyVariant GOOD =
      ToyVariant.of("nothing")
          .with(PROVIDER, "builder(\"toy\")", "builder(\"other\")")
          .packed(yaml("device: toy", "device: other"))
          .packed(yaml("family: toy", "family: other"));

  String kind() {
    return toy.kind();
  }

  private WrongPlugin beside(ToyVariant other) {
    return new WrongPlugin(toy, End.FIRST_STAYS, says, other);
  }

  /** Every kind that can be tried in this process. */
  static List<WrongPlugin> all() {
    List<WrongPlugin> all = new ArrayList<>();
    all.addAll(providers());
    all.addAll(jars());
    all.addAll(devices());
    all.addAll(machines());
    return all;
  }

  private static WrongPlugin leftOut(ToyVariant toy, String says) {
    return new WrongPlugin(toy, End.LEFT_OUT, says, null);
  }

  private static WrongPlugin row(ToyVariant toy, String says) {
    return new WrongPlugin(toy, End.FAILED_ROW, says, null);
  }

  /** Built against another version of the SPI; its code must not run. */
  private static ToyVariant stating(String kind, String version) {
    return ToyVariant.of(kind)
        .with(PROVIDER, "@SpiVersion(SpiVersion.CURRENT)", "@SpiVersion(" + version + ")")
        .with(PROVIDER, CLASS, CLASS + " static { if (true) " + THROW + "}");
  }

  private static List<WrongPlugin> providers() {
    return List.of(
        leftOut(
            inProvider("constructor throws", CLASS, "public ToyProvider() {" + THROW + "}"),
            "constructor of com.example.toy.ToyProvider threw IllegalStateException: no licence"),
        leftOut(
            inProvider("static initialiser throws", CLASS, "static { if (true) " + THROW + "}"),
            "static initialiser of com.example.toy.ToyProvider threw IllegalStateException"),
        leftOut(
            inProvider(
                "provider() throws",
                CLASS,
                "public static DeviceProvider provider() {" + THROW + "}"),
            "ToyProvider.provider threw IllegalStateException: no licence"),
        leftOut(
            inProvider(
                "provider() returns null",
                CLASS,
                "public static DeviceProvider provider() { return null; }"),
            "ToyProvider.provider returned null"),
        leftOut(
            stating("of a newer device SPI", "SpiVersion.CURRENT + 1"),
            "of the device SPI; this Lockstep speaks version 5: use a newer Lockstep"),
        leftOut(
            stating("of an older device SPI", "SpiVersion.OLDEST - 1"),
            "version 5: change it as docs/plugins.md#migration says, and compile it anew"),
        leftOut(
            inProvider(
                "constructor takes all memory",
                CLASS,
                "public ToyProvider() { new java.util.ArrayList<long[]>().add(new long[2147483647]); }"),
            "constructor of com.example.toy.ToyProvider threw OutOfMemoryError"),
        leftOut(
            inProvider(
                "constructor calls itself for ever",
                CLASS,
                "public ToyProvider() { this(1); } private ToyProvider(int n) { new ToyProvider(n + 1); }"),
            "constructor of com.example.toy.ToyProvider threw StackOverflowError"),
        leftOut(
            replaced(PROVIDER, "family() returns null", "return SCHEMA.family();", "return null;"),
            "ToyProvider.family returned null"),
        leftOut(
            replaced(PROVIDER, "family() throws", "return SCHEMA.family();", THROW),
            "ToyProvider.family threw IllegalStateException: no licence"),
        leftOut(
            replaced(PROVIDER, "family() is blank", "return SCHEMA.family();", "return \" \";"),
            "ToyProvider.family returned ' '"),
        leftOut(
            replaced(
                PROVIDER,
                "family() is not the schema's",
                "return SCHEMA.family();",
                "return \"fable\";"),
            "ToyProvider.schema returned the schema of family 'toy'; its own is 'fable'"),
        leftOut(
            replaced(PROVIDER, "schema() returns null", "return SCHEMA;", "return null;"),
            "ToyProvider.schema returned null"),
        leftOut(
            replaced(PROVIDER, "schema() throws", "return SCHEMA;", THROW),
            "ToyProvider.schema threw IllegalStateException: no licence"),
        leftOut(
            replaced(
                PROVIDER,
                "catalogue() returns null",
                "return List.of(",
                "return null; }" + " List<DeviceSpec> unused() { return List.of("),
            "ToyProvider.catalogue returned null"),
        leftOut(
            replaced(
                PROVIDER,
                "catalogue() throws",
                "return List.of(",
                "if (true) " + THROW + " return List.of("),
            "ToyProvider.catalogue threw IllegalStateException: no licence"),
        leftOut(
            replaced(
                PROVIDER,
                "catalogue() holds null",
                "return List.of(",
                "return java.util.Arrays.asList((DeviceSpec) null, "),
            "ToyProvider.catalogue returned a list that holds null"),
        leftOut(
            ToyVariant.of("missing resource").packed(without(YAML)), "toy.yaml: no such resource"),
        leftOut(
            ToyVariant.of("bad figure").packed(yaml("value: 4,", "value: 0,")),
            "toy.yaml:7:18: 'unit.count': 0 is impossible; expected 1 to 2048"),
        leftOut(
            ToyVariant.of("bad unit").packed(yaml("value: 500MHz", "value: 500KiB")),
            "toy.yaml:5:26: 'clock.compute': "),
        leftOut(ToyVariant.of("no id").packed(yaml("device: toy", "device:")), "toy.yaml:2:"),
        leftOut(
            ToyVariant.of("odd id").packed(yaml("device: toy", "device: \"Tö y\"")),
            "toy.yaml:2:9: a device's id is lower-case letters"),
        leftOut(
            ToyVariant.of("id of a built-in device").packed(yaml("device: toy", "device: hd5870")),
            "its device 'hd5870' is supplied by io.lockstep.device.evergreen.EvergreenProvider"));
  }

  private static List<WrongPlugin> jars() {
    ToyVariant module = ToyVariant.of("missing module");
    return List.of(
        leftOut(
            ToyVariant.of("garbage jar").damaged(b -> garbage()),
            "it is not a jar, or was cut off"),
        leftOut(
            ToyVariant.of("jar of no bytes").damaged(b -> new byte[0]), "it is empty (0 bytes)"),
        leftOut(
            ToyVariant.of("cut jar").damaged(b -> Arrays.copyOf(b, b.length / 2)),
            "it is not a jar, or was cut off"),
        leftOut(ToyVariant.of("empty jar").packed(f -> Map.of()), "holds no device provider"),
        leftOut(
            ToyVariant.of("foreign jar").packed(f -> Map.of("org/other/Thing.txt", new byte[1])),
            "holds no device provider"),
        leftOut(
            ToyVariant.of("all class files of a newer Java").packed(newer(".class")),
            "it needs Java 55; this is Java " + Runtime.version().feature()),
        leftOut(
            ToyVariant.of("provider of a newer Java").packed(newer("ToyProvider.class")),
            "class com.example.toy.ToyProvider needs Java 55; this is Java "),
        leftOut(
            module.with(
                "module-info.java",
                "requires io.lockstep.parts;",
                "requires io.lockstep.parts; requires absent.library;"),
            "Module absent.library not found"),
        leftOut(
            ToyVariant.of("missing provider").packed(without("com/example/toy/ToyProvider.class")),
            "com.example.toy.ToyProvider is declared, but not in the jar"),
        leftOut(
            ToyVariant.of("cut class file")
                .packed(
                    files -> {
                      files.computeIfPresent(
                          "com/example/toy/ToyProvider.class",
                          (n, b) -> Arrays.copyOf(b, b.length / 2));
                      return files;
                    }),
            "com.example.toy.ToyProvider cannot be loaded: ClassFormatError"),
        leftOut(
            ToyVariant.of("service that is not a provider")
                .packed(without("module-info.class"))
                .packed(
                    files -> {
                      files.put(
                          "META-INF/services/io.lockstep.spi.DeviceProvider",
                          "com.example.toy.ToyUnit".getBytes());
                      return files;
                    }),
            "com.example.toy.ToyUnit is not public"),
        leftOut(ToyVariant.of("two jars of one family"), "its family 'toy' is supplied by")
            .beside(ToyVariant.of("second of one family")),
        leftOut(ToyVariant.of("two jars of one device"), "its device 'toy' is supplied by")
            .beside(
                ToyVariant.of("second of one device")
                    .with(PROVIDER, "builder(\"toy\")", "builder(\"double\")")
                    .packed(yaml("family: toy", "family: double"))));
  }

  private static List<WrongPlugin> devices() {
    String device = "com.example.toy.ToyDevice.";
    return List.of(
        row(
            replaced(
                PROVIDER, "device() returns null", "return new ToyDevice(spec);", "return null;"),
            "com.example.toy.ToyProvider.device returned null"),
        row(
            replaced(PROVIDER, "device() throws", "return new ToyDevice(spec);", THROW),
            "com.example.toy.ToyProvider.device threw IllegalStateException: no licence"),
        row(
            ToyVariant.of("missing class").packed(without("com/example/toy/ToyDevice.class")),
            "com.example.toy.ToyProvider.device threw NoClassDefFoundError: com/example/toy/Toy"),
        row(
            ToyVariant.of("one class of a newer Java").packed(newer("ToyUnit.class")),
            "class com.example.toy.ToyUnit needs Java 55; this is Java "),
        row(
            overridden("spec() returns null", "DeviceSpec spec()", "return null;"),
            device + "spec returned null"),
        row(
            overridden(
                "capabilities() returns null", "Capabilities capabilities()", "return null;"),
            device + "capabilities returned null"),
        row(
            overridden("capabilities() throws", "Capabilities capabilities()", THROW),
            device + "capabilities threw IllegalStateException: no licence"),
        row(
            replaced(
                DEVICE,
                "wavefronts of no lanes",
                ".groupSize(group)",
                ".groupSize(group).wavefront(0)"),
            device + "capabilities returned wavefront 0; expected 1 to 64"),
        row(
            overridden("clockHertz() is zero", "long clockHertz()", "return 0;"),
            device + "clockHertz returned 0"),
        row(
            overridden("tickHertz() throws", "long tickHertz()", THROW),
            device + "tickHertz threw IllegalStateException: no licence"),
        row(
            overridden(
                "hostCosts() returns null",
                "io.lockstep.spi.host.HostCosts hostCosts()",
                "return null;"),
            device + "hostCosts returned null"),
        row(
            replaced(DEVICE, "lower() returns null", "return new ToyCode(kernel);", "return null;"),
            device + "lower returned null"),
        row(
            replaced(DEVICE, "lower() throws", "return new ToyCode(kernel);", THROW),
            device
                + "lower threw IllegalStateException: no licence (at "
                + device
                + "lower, ToyDevice"),
        row(
            replaced(
                DEVICE,
                "refusal without a reason",
                "return new ToyCode(kernel);",
                "throw new io.lockstep.spi.RefusalException(null);"),
            device + "lower threw RefusalException"),
        row(
            replaced(DEVICE, "kernel() returns null", "new ToyCode(kernel)", "new ToyCode(null)"),
            "com.example.toy.ToyCode.kernel returned null"),
        row(
            overridden("occupancy() returns null", OCCUPANCY, "return null;"),
            device + "occupancy returned null"),
        row(
            overridden(
                "occupancy() is not what its rules allow",
                OCCUPANCY,
                "return new io.lockstep.spi.Occupancy(77, 77, 99, 1, \"x\");"),
            device + "occupancy returned groups 77; its rules allow "),
        row(
            inDevice(
                "needs() returns null",
                "Geometry geometry, int dynamicLocalBytes) {",
                "if (true) return null;"),
            device + "needs returned null"),
        row(
            inDevice(
                "assemble() returns null",
                "assemble(Simulation simulation) {",
                "if (true) return null;"),
            device + "assemble returned null"),
        row(
            inDevice(
                "assemble() throws", "assemble(Simulation simulation) {", "if (true) " + THROW),
            device + "assemble threw IllegalStateException: no licence"));
  }

  private static List<WrongPlugin> machines() {
    String unit = "com.example.toy.ToyUnit.issue, ToyUnit.java:";
    return List.of(
        row(
            machine("launch() throws", "launch", THROW),
            "com.example.toy.ToyMachine.launch threw IllegalStateException: no licence"),
        row(
            machine("place() throws", "place", THROW),
            "com.example.toy.ToyMachine.place threw IllegalStateException: no licence"),
        row(machine("idle() never", "idle", "return false;"), "the launch has not ended"),
        row(
            machine("finishedAt() before the launch", "finishedAt", "return -1;"),
            "com.example.toy.ToyMachine.finishedAt returned -1; its launch started at tick"),
        row(
            machine("statistics() throws", "statistics", THROW),
            "com.example.toy.ToyMachine.statistics threw IllegalStateException: no licence"),
        row(
            machine("statistic without a name", "statistics", "out.count(null, 1);"),
            "com.example.toy.ToyMachine.statistics gave a statistic without a name"),
        row(
            machine("statistic that is not declared", "statistics", "out.count(\"l2.hitz\", 1);"),
            "com.example.toy.ToyMachine.statistics gave the statistic 'l2.hitz', which neither"
                + " family 'toy' nor a shared part declares; did you mean 'l2.hits'?"),
        row(
            machine(
                "statistic that is negative",
                "statistics",
                "out.count(\"lds.conflict_cycles\", -25514);"),
            "com.example.toy.ToyMachine.statistics gave the statistic 'lds.conflict_cycles' as"
                + " -25514; no statistic is negative"),
        row(
            inUnit(
                "addStatistics() throws",
                "addStatistics(long tick, Totals out) {",
                "if (true) " + THROW),
            "GpuMachine.statistics threw IllegalStateException: no licence (at com.example.toy"),
        row(
            inUnit("handler throws", HANDLER, "if (true) " + THROW),
            "IllegalStateException: cu[0]: no licence (toy.issue at tick 2506) (at " + unit),
        row(
            inUnit(
                "handler throws an AssertionError",
                HANDLER,
                "if (true) throw new AssertionError(7);"),
            "AssertionError: 7 (at " + unit),
        row(
            inUnit("handler calls itself for ever", HANDLER, "issue(tick);"),
            "StackOverflowError (at com.example.toy.ToyUnit.issue, ToyUnit.java)"),
        row(
            inUnit(
                "handler blames the input",
                HANDLER,
                "if (true) throw new io.lockstep.io.InputException(\"a.yaml:1:1\", \"is wrong\");"),
            "a.yaml:1:1: is wrong (at " + unit),
        row(
            inUnit(
                "event in the past",
                HANDLER,
                "cluster.partition().at(tick - 1, issue, component, 0);"),
            ", before "));
  }

  /** Variants to be built for a list of kinds. */
  static List<ToyVariant> variants(List<WrongPlugin> kinds) {
    List<ToyVariant> variants = new ArrayList<>(List.of(GOOD));
    for (WrongPlugin kind : kinds) {
      variants.add(kind.toy());
      if (kind.second() != null) {
        variants.add(kind.second());
      }
    }
    return variants;
  }

  /** Puts its jars into a folder. */
  void jars(ToyJars jars, Path into) {
    jars.jar(toy, into, "toy.jar");
    if (second != null) {
      jars.jar(second, into, "toy2.jar");
    }
    jars.jar(GOOD, into, "other.jar");
  }
}
