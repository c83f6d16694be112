// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.TagFilter.includeTags;

import io.lockstep.judge.conformance.CheckResult;
import io.lockstep.spi.DeviceProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Mistakes of architects: the kit notices most of them, kit and checks all. */
@Tag("slow")
class MistakesTest {
  private static final String WHOLE = "pair.whole";
  private static final String EVERY = "any() | none()"; // tags

  @TempDir static Path folder;

  private static DeviceVariants variants;
  private static DeviceProvider tested;
  private static String parameter = ""; // the one that is tried; empty for all

  /** The kit and the checks for whichever variant is being tested; run by a launcher. */
  static final class Kit extends DeviceKit {
    @Override
    protected DeviceProvider provider() {
      return tested;
    }

    @Override
    protected Map<String, String> withoutEffect() {
      String refresh = "no refresh: dram.trefi is 0, or beyond the corpus";
      return Map.ofEntries(
          Map.entry("dispatch.window", "all units are of one domain"),
          Map.entry("issue.group", "of issue.policy=two_level alone"),
          Map.entry("l1.seed", "of l1.replacement=random alone"),
          Map.entry("l2.seed", "of l2.replacement=random alone"),
          Map.entry("l2.merges", "no units wait for the same line of the corpus"),
          Map.entry("atomics.lanes", "atomics of the corpus wait for their addresses"),
          Map.entry("memory.base_address", "channels, rows and banks begin at 0"),
          Map.entry(
              "l1.latency", "hits of the corpus are waited for beside misses, which take longer"),
          Map.entry("l1.merges", "waiters of the corpus find room for all entries together"),
          Map.entry("dram.drain_*", "no write queue of the corpus fills"),
          Map.entry("dram.twtr", "writes come long after reads, when lines are evicted"),
          Map.entry("dram.trefi", refresh),
          Map.entry("dram.trfc", refresh),
          Map.entry("dram.refresh_idle", refresh));
    }

    @Nested
    @DisplayName("check")
    class Check extends CheckContract {
      @Override
      protected DeviceProvider provider() {
        return tested;
      }
    }
  }

  /** One parameter of the variant that is being tested. */
  static final class OneParameter extends ParametersContract {
    @Override
    protected DeviceProvider provider() {
      return tested;
    }

    @Override
    boolean isTried(String name) {
      return name.equals(parameter);
    }
  }

  @BeforeAll
  static void compile() throws Exception {
    Map<String, List<DeviceVariants.Edit>> all = new LinkedHashMap<>();
    all.put(WHOLE, List.of());
    Mistake.all().forEach(m -> all.put(m.module(), m.edits()));
    variants = DeviceVariants.of(folder, DeviceVariants.PAIR, all);
  }

  @Test
  @DisplayName("the device without a mistake passes the kit and every check")
  void theDeviceWithoutAMistakePasses() throws Exception {
    tested = variants.provider(WHOLE);
    KitRun run = KitRun.of(includeTags(EVERY), selectClass(Kit.class));
    assertThat(run.failures()).isEmpty();
    assertThat(run.passed()).isGreaterThan(45);
  }

  @Test
  @DisplayName("the kit alone notices 17 of 22 mistakes, and the checks the others")
  void theKitNoticesMost() {
    assertThat(Mistake.all()).hasSize(22);
    assertThat(Mistake.all().stream().filter(Mistake::isOfKit)).hasSize(17);
  }

  @TestFactory
  @DisplayName("a mistake is noticed by its contract or its check")
  Stream<DynamicTest> aMistakeIsNoticed() {
    return Mistake.all().stream()
        .map(m -> DynamicTest.dynamicTest(m.contract() + ": " + m.what(), () -> notices(m)));
  }

  private static void notices(Mistake m) throws Exception {
    tested = variants.provider(m.module());
    if (!m.isOfKit()) {
      assertThat(check(m.figures()).ok()).isFalse();
      tested = variants.provider(WHOLE);
      assertThat(check(m.figures()).ok()).isTrue();
      return;
    }
    KitRun run;
    if (m.contract().equals("parameters")) {
      parameter = m.figures();
      run = KitRun.of(includeTags(EVERY), selectClass(OneParameter.class));
    } else {
      run =
          KitRun.of(
              includeTags(EVERY),
              DiscoverySelectors.selectNestedClass(List.of(Kit.class), nested(m.contract())));
    }
    assertThat(run.failures().values().stream().flatMap(List::stream))
        .anySatisfy(
            message ->
                assertThat(message)
                    .startsWith("device 'pair', contract '" + m.contract() + "': ")
                    .contains(m.figures()));
  }

  private static CheckResult check(String name) throws Exception {
    Path corpus = Files.createTempDirectory(folder, "corpus");
    TestBench bench = new TestBench(tested, corpus);
    return bench.checks(bench.spec("pair"), name::equals).get(0);
  }

  private static Class<?> nested(String contract) {
    return Stream.of(DeviceKit.class.getDeclaredClasses())
        .filter(c -> c.isAnnotationPresent(Nested.class))
        .filter(c -> c.getAnnotation(DisplayName.class).value().equals(contract))
        .findFirst()
        .orElseThrow();
  }
}
