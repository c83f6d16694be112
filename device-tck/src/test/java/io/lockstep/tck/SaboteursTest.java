package io.lockstep.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.TagFilter.excludeTags;
import static org.junit.platform.launcher.TagFilter.includeTags;

import io.lockstep.spi.DeviceProvider;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The kit is tried: the example device passes it, and whatever breaks a contract fails that one.
 */
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

  private static ToyModule toys;
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
  }

  @BeforeAll
  static void compile() throws Exception {
    Map<String, List<ToyModule.Edit>> variants = new LinkedHashMap<>();
    variants.put(WHOLE, List.of());
    Saboteur.all().forEach(s -> variants.put(s.module(), s.edits()));
    Stream.of(FAULTS).forEach(s -> variants.put(s.module(), s.edits()));
    toys = ToyModule.of(folder, variants);
  }

  @Test
  void theExampleDevicePassesTheKit() throws Exception {
    Heard heard = run(WHOLE, true);
    assertThat(heard.failures).isEmpty();
    assertThat(heard.passed).isGreaterThan(20);
  }

  @Test
  void noContractIsWithoutItsSaboteur() {
    Set<String> contracts =
        Stream.of(DeviceKit.class.getDeclaredClasses())
            .filter(c -> c.isAnnotationPresent(Nested.class))
            .map(c -> c.getAnnotation(DisplayName.class).value())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(Saboteur.all().stream().map(Saboteur::contract).collect(Collectors.toSet()))
        .isEqualTo(contracts);
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
                      Heard heard = run(fault.module(), true);
                      assertThat(heard.failures.values().stream().flatMap(List::stream))
                          .singleElement()
                          .asString()
                          .startsWith("device 'toy', contract '")
                          .contains(fault.figures());
                      assertThat(heard.passed).isZero();
                      assertThat(heard.aborted).isGreaterThan(20);
                    }));
  }

  private static void check(Saboteur saboteur) throws Exception {
    Map<String, List<String>> failures = run(saboteur.module(), saboteur.isThorough()).failures;
    assertThat(failures.keySet()).as("%s", failures).containsExactly(saboteur.contract());
    assertThat(failures.get(saboteur.contract()))
        .anySatisfy(
            message ->
                assertThat(message)
                    .contains("contract '" + saboteur.contract() + "': ", saboteur.figures())
                    .containsAnyOf("device 'toy'", "com.example.toy.ToyProvider"));
  }

  private static Heard run(String variant, boolean thorough) throws Exception {
    tested = toys.provider(variant);
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(Kit.class))
            .filters(thorough ? includeTags("any() | none()") : excludeTags("thorough"))
            .build();
    Heard heard = new Heard();
    LauncherFactory.create().execute(request, heard);
    return heard;
  }

  /** What failed, by contract. */
  private static final class Heard implements TestExecutionListener {
    private final Map<String, List<String>> failures = new TreeMap<>();
    private TestPlan plan;
    private int passed;
    private int aborted;

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
      plan = started;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
        passed += test.isTest() ? 1 : 0;
        return;
      }
      if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
        aborted++;
        return;
      }
      failures
          .computeIfAbsent(contract(test), c -> new ArrayList<>())
          .add(result.getThrowable().map(Throwable::getMessage).orElse(""));
    }

    /** The display name two steps below the engine: kit, contract. */
    private String contract(TestIdentifier test) {
      List<String> names = new ArrayList<>();
      for (TestIdentifier at = test; at != null; at = plan.getParent(at).orElse(null)) {
        names.add(0, at.getDisplayName());
      }
      return names.size() > 2 ? names.get(2) : names.toString();
    }
  }
}
