// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.TagFilter.excludeTags;
import static org.junit.platform.launcher.TagFilter.includeTags;

import io.lockstep.spi.DeviceProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kit is tried: the example device passes it, and whatever breaks a contract fails that one.
 */
@Tag("slow")
class SaboteursTest {
  private static final String WHOLE = "toy.whole";

  /** Faults of the specification, and what is said of them. */
  private static final Saboteur[] FAULTS = {
    Saboteur.of(
        "any",
        "an impossible value",
        "toy.yaml:7:18: 'unit.count': 0 is impossible; expected 1 to 2048; nearest legal: 1",
        "toy.yaml",
        "count: {value: 4,",
        "count: {value: 0,"),
    Saboteur.of(
            "any",
            "several figures missing",
            "toy.yaml:2:1: 5 figures are missing: network.request_latency, network.response_latency,"
                + " network.response_rate, network.header, dram.tcl",
            "toy.yaml",
            "network:\n",
            "claims:\n")
        .and("toy.yaml", "  tcl: {value: 15ns, from: guessed, range: [7ns, 30ns]}\n", ""),
    Saboteur.of(
        "any",
        "figures that contradict each other",
        "'dram.drain_until'",
        "toy.yaml",
        "drain_until: {value: 25%, from: guessed, range: [0%, 50%]}",
        "drain_until: {value: 90%, from: guessed, range: [0%, 95%]}"),
  };

  @TempDir static Path folder;

  /** Eleven mistakes, and the beginning of the check that finds each. */
  private static final Map<String, String> FINDINGS =
      Map.ofEntries(
          Map.entry(
              "wakes only the first of those that wait for room",
              "progress: all wavefronts whose stores wait for room go on"),
          Map.entry(
              "counts no branch whose lanes part",
              "accounting: branches whose lanes part are counted once a wavefront"),
          Map.entry(
              "holds half of what its rules allow",
              "accounting: compute units hold as many wavefronts at once as the rules"),
          Map.entry("opens a row for each line", "accounting: a linear read stays in its rows"),
          Map.entry(
              "issues in the tick of a response",
              "tie shuffle: what comes in a tick is acted on in a later"),
          Map.entry(
              "drops the lines of lanes that stand in descending order",
              "accounting: the transactions of an access cover the bytes of its lanes"),
          Map.entry(
              "loses one response in five hundred",
              "progress: a wavefront's thousandth load and store come back"),
          Map.entry(
              "books waiting as issued", "accounting: a port that waits for memory does not issue"),
          Map.entry("counts lanes that are off", "accounting: every lane's work is counted once"),
          Map.entry(
              "units take turns without a port", "tie shuffle: events of one tick in any order"),
          Map.entry(
              "shares a static with other simulations",
              "threads: beside a simulation of the same device"));

  private static final Map<Saboteur, KitRun> HEARD = new LinkedHashMap<>();

  private static DeviceVariants toys;
  private static DeviceProvider tested;

  /** The kit for whichever provider is being tested; run by the launcher, not by this build. */
  static final class Kit extends DeviceKit {
    @Override
    protected DeviceProvider provider() {
      return tested;
    }

    @Override
    protected List<String> devices() {
      return List.of("toy");
    }

    @Override
    protected Map<String, String> withoutEffect() {
      String reason = "as ToyTest of the example device says";
      return Map.of(
          "dispatch.window", reason,
          "issue.group", reason,
          "atomics.lanes", reason,
          "memory.base_address", reason,
          "dram.tref*", reason,
          "dram.trfc", reason,
          "dram.refresh_idle", reason);
    }
  }

  @BeforeAll
  static void compile() throws Exception {
    Map<String, List<DeviceVariants.Edit>> variants = new LinkedHashMap<>();
    variants.put(WHOLE, List.of());
    Saboteur.all().forEach(s -> variants.put(s.module(), s.edits()));
    Stream.of(FAULTS).forEach(s -> variants.put(s.module(), s.edits()));
    toys = DeviceVariants.of(folder, DeviceVariants.TOY, variants);
  }

  @Test
  void theExampleDevicePassesTheKit() throws Exception {
    KitRun heard = run(WHOLE, true);
    assertThat(heard.failures()).isEmpty();
    assertThat(heard.passed()).isGreaterThan(20);
    assertThat(Files.readString(Path.of("..", "docs", "your-first-device.md")))
        .contains(
            "the kit's " + contracts().size() + " contracts in " + heard.passed() + " checks.");
  }

  @Test
  void noContractIsWithoutItsSaboteur() {
    assertThat(Saboteur.all().stream().map(Saboteur::contract).collect(Collectors.toSet()))
        .isEqualTo(contracts());
  }

  private static Set<String> contracts() {
    return Stream.of(DeviceKit.class.getDeclaredClasses())
        .filter(c -> c.isAnnotationPresent(Nested.class))
        .map(c -> c.getAnnotation(DisplayName.class).value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @TestFactory
  @DisplayName("a device that breaks a contract fails that one, with device, contract and figures")
  Stream<DynamicTest> aDeviceThatBreaksAContractFailsThatOne() {
    return Saboteur.all().stream()
        .map(s -> DynamicTest.dynamicTest(s.contract() + ": " + s.what(), () -> check(s)));
  }

  @TestFactory
  @DisplayName("a fault of the specification fails the kit once, with its line")
  Stream<DynamicTest> aFaultOfTheSpecificationFailsTheKitOnceWithItsLine() {
    return Stream.of(FAULTS)
        .map(
            fault ->
                DynamicTest.dynamicTest(
                    fault.what(),
                    () -> {
                      KitRun heard = run(fault.module(), true);
                      assertThat(heard.failures().values().stream().flatMap(List::stream))
                          .singleElement()
                          .asString()
                          .startsWith("device 'toy', contract '")
                          .contains(fault.figures());
                      assertThat(heard.passed()).isZero();
                      assertThat(heard.aborted()).isGreaterThan(20);
                    }));
  }

  @Test
  void theKitAloneFindsElevenDeliberateMistakesEachByItsCheck() throws Exception {
    Map<String, String> found = new TreeMap<>();
    for (Saboteur saboteur : Saboteur.all()) {
      String check = FINDINGS.get(saboteur.what());
      if (check != null) {
        Set<String> checks = heard(saboteur).checks();
        found.put(
            saboteur.what(),
            checks.stream().anyMatch(c -> c.startsWith(check)) ? check : checks.toString());
      }
    }
    assertThat(found).hasSize(11).isEqualTo(FINDINGS);
  }

  /** What the kit says of a device; run once. */
  private static KitRun heard(Saboteur saboteur) throws Exception {
    KitRun heard = HEARD.get(saboteur);
    if (heard == null) {
      heard = run(saboteur.module(), saboteur.isThorough());
      HEARD.put(saboteur, heard);
    }
    return heard;
  }

  private static void check(Saboteur saboteur) throws Exception {
    Map<String, List<String>> failures = heard(saboteur).failures();
    assertThat(failures.keySet()).as("%s", failures).containsExactly(saboteur.contract());
    assertThat(failures.get(saboteur.contract()))
        .anySatisfy(
            message ->
                assertThat(message)
                    .contains("contract '" + saboteur.contract() + "': ", saboteur.figures())
                    .containsAnyOf("device 'toy'", "com.example.toy.ToyProvider"));
  }

  private static KitRun run(String variant, boolean thorough) throws Exception {
    tested = toys.provider(variant);
    return KitRun.of(
        thorough ? includeTags("any() | none()") : excludeTags("thorough"), selectClass(Kit.class));
  }
}
