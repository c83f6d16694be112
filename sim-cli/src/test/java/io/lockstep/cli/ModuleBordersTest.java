// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.module.ModuleDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data flows left to right and never back (docs/architecture.md, "Modules"). */
@Tag("slow")
class ModuleBordersTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.lockstep");

  /**
   * Circles of classes that are still there; what is taken out here stays out. On purpose: a YAML
   * map's values are nodes, and a node may be a map; a workload says itself how it is read and how
   * it is bound; a program is sealed and opens itself as one of its kinds. To be opened: variants
   * of instructions and items of programs name their families and are named by them; a device's
   * figures, their schema and their reader are one knot.
   */
  private static final List<String> CIRCLES =
      List.of(
          "YamlMap YamlNode",
          "BoundWorkload Workload WorkloadReader",
          "SharedProgram TextPrograms TraceProgram WorkloadProgram",
          "HostStep LaunchEnd ProgramItem ProgramSink ProgramSource WorkGroupRecord",
          "CrossCheck Derived DeviceSpec GivenFigures Part Setting SpecReader SpecSchema");

  /** Number of classes that a package may have, so that it can be read as a whole. */
  private static final int MOST_CLASSES = 30;

  /** Packages that are still larger, with the number of classes that each may have. */
  private static final Map<String, Integer> LARGER =
      Map.ofEntries(
          Map.entry("cli.option", 36),
          Map.entry("core.engine", 44),
          Map.entry("gcn.lowering", 36),
          Map.entry("report.compare", 31),
          Map.entry("trace.file", 32));

  /** Libraries that devices of a family share. */
  private static final List<String> FAMILIES =
      List.of("io.lockstep.gcn..", "io.lockstep.sm..", "io.lockstep.terascale..");

  /** Packages that plug-ins compile against (docs/stability.md, "Packages of the SPI"). */
  private static final Pattern SPI =
      Pattern.compile(
          "io\\.lockstep\\.((spi|parts|lower|core)(\\..*)?|kernel\\.(?!pass)\\w+"
              + "|trace\\.record|io|tck)");

  /** What rules of advice of one's own compile against (docs/advice/README.md). */
  private static final List<String> RULES =
      List.of(
          "io.lockstep.advise",
          "io.lockstep.explain.roof",
          "io.lockstep.inspect.card",
          "io.lockstep.inspect.occupancy",
          "io.lockstep.observe.line",
          "io.lockstep.run",
          "io.lockstep.trace.change");

  /** Every library's packages, with the libraries that it may know. */
  private static final Map<String, List<String>> MAY_KNOW =
      Map.ofEntries(
          Map.entry("core", List.of()),
          Map.entry("io", List.of()),
          Map.entry("kernel", List.of("io")),
          Map.entry("trace", List.of("io", "kernel")),
          Map.entry("execute", List.of("io", "kernel", "trace")),
          Map.entry("workload", List.of("io", "kernel", "trace", "execute")),
          Map.entry("program", List.of("io", "kernel", "trace", "execute", "workload")),
          Map.entry("spi", List.of("io", "kernel", "trace", "core")),
          Map.entry("parts", List.of("io", "kernel", "trace", "core", "spi")),
          Map.entry("lower", List.of("io", "kernel", "trace", "core", "spi")),
          Map.entry("observe", List.of("io", "kernel", "trace", "core", "spi")),
          Map.entry(
              "run",
              List.of(
                  "io",
                  "kernel",
                  "trace",
                  "execute",
                  "workload",
                  "core",
                  "spi",
                  "parts",
                  "observe")),
          Map.entry(
              "inspect",
              List.of(
                  "io",
                  "kernel",
                  "trace",
                  "execute",
                  "workload",
                  "core",
                  "spi",
                  "parts",
                  "observe",
                  "run")),
          Map.entry(
              "study",
              List.of(
                  "io",
                  "kernel",
                  "trace",
                  "execute",
                  "workload",
                  "core",
                  "spi",
                  "parts",
                  "observe",
                  "run")),
          Map.entry(
              "judge",
              List.of(
                  "io",
                  "kernel",
                  "trace",
                  "execute",
                  "workload",
                  "core",
                  "spi",
                  "parts",
                  "observe",
                  "run",
                  "study")),
          Map.entry(
              "explain",
              List.of(
                  "io",
                  "kernel",
                  "trace",
                  "execute",
                  "workload",
                  "core",
                  "spi",
                  "parts",
                  "observe",
                  "run",
                  "inspect",
                  "study",
                  "judge")),
          Map.entry(
              "advise",
              List.of(
                  "io",
                  "kernel",
                  "trace",
                  "execute",
                  "workload",
                  "core",
                  "spi",
                  "parts",
                  "observe",
                  "run",
                  "inspect",
                  "study",
                  "judge",
                  "explain")),
          Map.entry(
              "report",
              List.of(
                  "io",
                  "kernel",
                  "trace",
                  "execute",
                  "workload",
                  "core",
                  "spi",
                  "parts",
                  "observe",
                  "run",
                  "inspect",
                  "study",
                  "judge",
                  "explain",
                  "advise",
                  "sweep")),
          Map.entry(
              "sweep",
              List.of(
                  "io",
                  "kernel",
                  "trace",
                  "execute",
                  "workload",
                  "core",
                  "spi",
                  "parts",
                  "observe",
                  "run",
                  "study")));

  @Test
  @DisplayName("data flows from left to right: no library knows one to its right, nor a device")
  void dataFlowsFromLeftToRightNoLibraryKnowsOneToItsRightNorADevice() {
    MAY_KNOW.forEach(
        (name, known) -> {
          String own = "io.lockstep." + name + "..";
          String[] may =
              Stream.concat(known.stream(), Stream.of(name))
                  .map(m -> "io.lockstep." + m + "..")
                  .toArray(String[]::new);
          noClasses()
              .that()
              .resideInAPackage(own)
              .should()
              .dependOnClassesThat(
                  resideInAPackage("io.lockstep..").and(resideOutsideOfPackages(may)))
              .check(ALL);
        });
  }

  @Test
  @DisplayName("packages of the command line know none to their right")
  void packagesOfTheCommandLineKnowNoneToTheirRight() {
    List<String> order =
        List.of("terminal", "table", "page", "option", "help", "command", "sweep", "");
    for (int i = 0; i < order.size() - 1; i++) {
      noClasses()
          .that()
          .resideInAPackage("io.lockstep.cli." + order.get(i))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              order.subList(i + 1, order.size()).stream()
                  .map(p -> "io.lockstep.cli" + (p.isEmpty() ? "" : "." + p))
                  .toArray(String[]::new))
          .check(ALL);
    }
  }

  @Test
  @DisplayName("devices see neither executor nor workloads nor trace files")
  void devicesSeeNeitherExecutorNorWorkloadsNorTraceFiles() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.lockstep.device..",
            "io.lockstep.gcn..",
            "io.lockstep.terascale..",
            "io.lockstep.sm..",
            "io.lockstep.spi..",
            "io.lockstep.lower..",
            "io.lockstep.parts..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.lockstep.execute..", "io.lockstep.workload..", "io.lockstep.trace.file..")
        .check(ALL);
  }

  @Test
  @DisplayName("a family knows no other, but those with a common module that module")
  void aFamilyKnowsNoOtherButThoseWithACommonModuleThatModule() {
    List<String> families = List.of("evergreen", "cayman", "cdna", "g80", "nvidia");
    Map<String, List<String>> common =
        Map.of(
            "io.lockstep.gcn..", List.of("cdna"),
            "io.lockstep.terascale..", List.of("evergreen", "cayman"),
            "io.lockstep.sm..", List.of("nvidia", "g80"));
    for (String family : families) {
      List<String> others =
          families.stream()
              .filter(f -> !f.equals(family))
              .map(f -> "io.lockstep.device." + f + "..")
              .collect(Collectors.toCollection(ArrayList::new));
      common.forEach(
          (module, users) -> {
            if (!users.contains(family)) {
              others.add(module);
            }
          });
      noClasses()
          .that()
          .resideInAPackage("io.lockstep.device." + family + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(others.toArray(String[]::new))
          .check(ALL);
    }
  }

  @Test
  @DisplayName("the libraries of families know no device")
  void theLibrariesOfFamiliesKnowNoDevice() {
    noClasses()
        .that()
        .resideInAnyPackage(FAMILIES.toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.lockstep.device..")
        .check(ALL);
    for (String family : FAMILIES) {
      noClasses()
          .that()
          .resideInAPackage(family)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              FAMILIES.stream().filter(f -> !f.equals(family)).toArray(String[]::new))
          .check(ALL);
    }
  }

  @Test
  @DisplayName("front-ends see portable kernels alone")
  void frontEndsSeePortableKernelsAlone() {
    noClasses()
        .that()
        .resideInAPackage("io.lockstep.frontend..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.lockstep..")
                .and(
                    resideOutsideOfPackages(
                        "io.lockstep.frontend..", "io.lockstep.kernel..", "io.lockstep.io..")))
        .check(ALL);
  }

  @Test
  @DisplayName("no class of a library is named after a device, a vendor or a front-end")
  void noClassOfALibraryIsNamedAfterADeviceAVendorOrAFrontEnd() {
    noClasses()
        .that()
        .resideInAnyPackage(
            MAY_KNOW.keySet().stream().map(m -> "io.lockstep." + m + "..").toArray(String[]::new))
        .should()
        .haveNameMatching(
            "(?i).*(evergreen|cayman|terascale|cdna|g80|tesla|radeon|geforce|nvidia|cuda|ptx"
                + "|amdil|instinct).*")
        .check(ALL);
  }

  /** The library that implements the host interfaces of programs, and so has to name them. */
  private static final String HOST_INTERFACES = "program";

  /** Vendors, their devices and languages, and what their profilers' counters are called. */
  private static final Pattern VENDORS_WORD =
      Pattern.compile(
          "(?i:evergreen|cayman|terascale|cdna|\\bg80\\b|tesla|radeon|geforce|nvidia|cuda|ptx"
              + "|amdil|\\bamd\\b|instinct|rocprof|nvprof)"
              + "|\\b(SQ|TCC|TCP|TA|TD)_[A-Z]|VALUUtil|MemUnit|FetchSize|L2CacheHit"
              + "|\\b(gld|gst|tex_cache|warp|divergent)_|achieved_occupancy");

  @Test
  @DisplayName("no string of a library is a word of a vendor or a front-end")
  void noStringOfALibraryIsAWordOfAVendorOrAFrontEnd() {
    List<String> found = new ArrayList<>();
    Set<String> read = new TreeSet<>();
    for (JavaClass c : ALL) {
      String library = c.getPackageName().replaceAll("^io\\.lockstep\\.([a-z]+).*", "$1");
      if (MAY_KNOW.containsKey(library) && !library.equals(HOST_INTERFACES)) {
        List<String> strings = StringConstants.of(c.getSource().orElseThrow().getUri());
        if (!strings.isEmpty()) {
          read.add(library);
        }
        strings.stream()
            .filter(s -> VENDORS_WORD.matcher(s).find())
            .forEach(s -> found.add(c.getName() + ": \"" + s + '"'));
      }
    }
    assertThat(found).isEmpty();
    read.add(HOST_INTERFACES);
    assertThat(read).isEqualTo(new TreeSet<>(MAY_KNOW.keySet()));
  }

  /** Generations, boards and instruction sets of those vendors whose devices share libraries. */
  private static final String AMD =
      "cdna|rdna|radeon|instinct|hawaii|fiji|vega|\\bgfx\\d|\\bmi\\d{2,3}";

  private static final String NVIDIA =
      "tesla|fermi|kepler|maxwell|pascal|volta|turing|ampere|\\bada\\b|hopper|blackwell"
          + "|geforce|quadro|\\b(g[0-9]|gt200|g[fkmpvtabh][0-9]|[rg]tx|[kmptvahb][0-9]+\\b)";

  @ParameterizedTest
  @CsvSource({"gcn, 80", "sm, 30", "lower, 40"})
  @DisplayName("no class and no string of a library of devices names a product")
  void noClassAndNoStringOfALibraryOfDevicesNamesAProduct(String library, int least) {
    Pattern product = Pattern.compile("(?i)" + (library.equals("gcn") ? AMD : AMD + "|" + NVIDIA));
    List<String> found = new ArrayList<>();
    int classes = 0;
    for (JavaClass c : ALL) {
      if ((c.getPackageName() + ".").startsWith("io.lockstep." + library + ".")) {
        classes++;
        Stream.concat(
                Stream.of(c.getSimpleName()),
                StringConstants.of(c.getSource().orElseThrow().getUri()).stream())
            .filter(s -> product.matcher(s).find())
            .forEach(s -> found.add(c.getName() + ": \"" + s + '"'));
      }
    }
    assertThat(found).isEmpty();
    assertThat(classes).isGreaterThan(least);
  }

  @Test
  @DisplayName("the strings of a class are found, those of concatenations too")
  void theStringsOfAClassAreFoundThoseOfConcatenationsToo() {
    JavaClass planted = new ClassFileImporter().importClass(Planted.class);
    List<String> strings = StringConstants.of(planted.getSource().orElseThrow().getUri());
    assertThat(strings).anyMatch(s -> s.equals("amdil"));
    assertThat(strings).anyMatch(s -> s.contains("counters of rocprof for "));
    assertThat(strings.stream().filter(s -> VENDORS_WORD.matcher(s).find())).hasSize(2);
  }

  @Test
  @DisplayName("packages depend on each other in one direction")
  void packagesDependOnEachOtherInOneDirection() {
    assertThat(CirclesTest.packages(ALL)).isEmpty();
  }

  @Test
  @DisplayName(
      "all modules may use the packages of the SPI and of rules, other packages only those named")
  void allModulesMayUseThePackagesOfTheSpiAndOfRulesOtherPackagesOnlyThoseNamed() {
    List<String> open =
        ModuleLayer.boot().modules().stream()
            .filter(m -> m.getName().startsWith("io.lockstep."))
            .flatMap(m -> m.getDescriptor().exports().stream())
            .filter(exported -> !exported.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .toList();
    assertThat(open).contains("io.lockstep.spi", "io.lockstep.kernel.ir").containsAll(RULES);
    assertThat(open).allMatch(name -> SPI.matcher(name).matches() || RULES.contains(name));
  }

  @Test
  @DisplayName("no package has more than 30 classes, but for those listed here")
  void noPackageHasMoreThanThirtyClassesButForThoseListedHere() {
    Map<String, Integer> sizes = new TreeMap<>();
    for (JavaClass c : ALL) {
      if (c.isTopLevelClass() && !c.getSimpleName().equals("package-info")) {
        sizes.merge(c.getPackageName().substring("io.lockstep.".length()), 1, Integer::sum);
      }
    }
    List<String> wrong = new ArrayList<>();
    sizes.forEach(
        (name, size) -> {
          int most = LARGER.getOrDefault(name, MOST_CLASSES);
          if (size > most) {
            wrong.add(name + " has " + size + " classes; at most " + most + " were expected");
          }
        });
    LARGER.keySet().stream()
        .filter(name -> sizes.getOrDefault(name, 0) <= MOST_CLASSES)
        .forEach(name -> wrong.add(name + " is listed, but not larger than " + MOST_CLASSES));
    assertThat(wrong).isEmpty();
  }

  @Test
  @DisplayName("classes depend on each other in one direction, but for the circles listed here")
  void classesDependOnEachOtherInOneDirectionButForTheCirclesListedHere() {
    assertThat(CirclesTest.classes(ALL)).containsExactlyInAnyOrderElementsOf(CIRCLES);
  }

  /** What no library may hold. */
  private static final class Planted {
    private static final String LANGUAGE = "amdil";

    static String text(String what) {
      return what.equals(LANGUAGE) ? "value" : "counters of rocprof for " + what;
    }
  }

  @Test
  @DisplayName("devices know neither each other nor what runs them")
  void devicesApart() {
    String[] devices = {"evergreen", "cayman", "cdna", "g80", "nvidia"};
    for (String one : devices) {
      for (String other : devices) {
        if (!one.equals(other)) {
          noClasses()
              .that()
              .resideInAPackage("io.lockstep.device." + one + "..")
              .should()
              .dependOnClassesThat()
              .resideInAPackage("io.lockstep.device." + other + "..")
              .check(ALL);
        }
      }
    }
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.lockstep.device..",
            "io.lockstep.gcn..",
            "io.lockstep.sm..",
            "io.lockstep.terascale..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.lockstep.observe..",
            "io.lockstep.run..",
            "io.lockstep.cli..",
            "io.lockstep.frontend..")
        .check(ALL);
  }

  @Test
  @DisplayName("no Disruptor outside the engine")
  void disruptorInside() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.lockstep.core.engine..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.lmax..")
        .check(ALL);
  }

  @Test
  @DisplayName("no java.lang.Math function whose last bit differs between processors")
  void noInexactMath() {
    for (String function :
        new String[] {
          "sin", "cos", "tan", "exp", "log", "log10", "pow", "cbrt", "sinh", "cosh", "tanh",
          "expm1", "log1p", "asin", "acos", "atan", "atan2", "hypot"
        }) {
      noClasses()
          .should()
          .callMethodWhere(
              com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                      com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                          com.tngtech.archunit.core.domain.JavaClass.Predicates.type(Math.class)))
                  .and(
                      com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                          com.tngtech.archunit.core.domain.properties.HasName.Predicates.name(
                              function))))
          .check(ALL);
    }
  }
}
