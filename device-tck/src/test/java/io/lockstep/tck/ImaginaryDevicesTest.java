// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;
import static org.junit.platform.launcher.TagFilter.includeTags;

import io.lockstep.judge.conformance.CheckResult;
import io.lockstep.spi.DeviceProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices with rules of their own, and with parameters that do not fit each other. */
@Tag("slow")
class ImaginaryDevicesTest {
  private static final DeviceVariants.Edit SWIZZLED =
      new DeviceVariants.Edit(
          "PairBanks.java", "its % banks == word % banks", "bank(its) == bank(word)");
  private static final DeviceVariants.Edit SWIZZLE =
      new DeviceVariants.Edit(
          "PairBanks.java",
          "  @Override\n  public int conflictFree",
          "  private long bank(long word) {\n    return (word ^ word / banks) % banks;\n  }\n\n"
              + "  @Override\n  public int conflictFree");
  private static final DeviceVariants.Edit HALVED =
      new DeviceVariants.Edit(
          "PairUnit.java",
          "new PairBanks(spec.integer(\"lds.banks\"))",
          "new PairBanks(spec.integer(\"lds.banks\") / 2)");
  private static final DeviceVariants.Edit SILENT =
      new DeviceVariants.Edit(
          "PairProvider.java",
          "DeclaredRules.conflicts(banks, spec.integer(\"unit.wavefront\"))",
          "");
  private static final DeviceVariants.Edit FEW_MISSES =
      new DeviceVariants.Edit("pair.yaml", "misses: {value: 128,", "misses: {value: 8,");
  private static final DeviceVariants.Edit IMAGINARY =
      new DeviceVariants.Edit("pair.yaml", "family: pair\n", "family: pair\nimaginary: true\n");

  @TempDir static Path folder;

  private static DeviceVariants variants;
  private static DeviceProvider tested;

  /** The kit and the checks for the variant that is being tested; run by a launcher. */
  static final class Kit extends DeviceKit {
    @Override
    protected DeviceProvider provider() {
      return tested;
    }
  }

  /** The checks alone. */
  static final class Checks extends CheckContract {
    @Override
    protected DeviceProvider provider() {
      return tested;
    }
  }

  @BeforeAll
  static void compile() throws Exception {
    variants =
        DeviceVariants.of(
            folder,
            DeviceVariants.PAIR,
            Map.of(
                "pair.swizzled", List.of(SWIZZLED, SWIZZLE),
                "pair.swizzled.halved", List.of(SWIZZLED, SWIZZLE, HALVED),
                "pair.swizzled.silent", List.of(SWIZZLED, SWIZZLE, SILENT),
                "pair.few", List.of(FEW_MISSES),
                "pair.few.imaginary", List.of(FEW_MISSES, IMAGINARY)));
  }

  private static KitRun uses() throws Exception {
    return KitRun.of(
        includeTags("any() | none()"),
        selectNestedClass(List.of(Kit.class), DeviceKit.UseTest.class));
  }

  private static List<CheckResult> conflicts() throws Exception {
    TestBench bench = new TestBench(tested, Files.createTempDirectory(folder, "corpus"));
    return bench.checks(bench.spec("pair"), name -> name.startsWith("local.conflict."));
  }

  private static KitRun checks() throws Exception {
    return KitRun.of(includeTags("any() | none()"), selectClass(Checks.class));
  }

  @Test
  @DisplayName("a device of swizzled banks passes: its own rule says which strides conflict")
  void swizzledBanksPass() throws Exception {
    tested = variants.provider("pair.swizzled");
    assertThat(uses().failures()).isEmpty();
    assertThat(conflicts()).hasSizeGreaterThan(5).allMatch(CheckResult::ok);
    assertThat(conflicts())
        .filteredOn(c -> c.name().equals("local.conflict.16"))
        .singleElement()
        .satisfies(c -> assertThat(c.claimed()).isEqualByComparingTo("1"));
    assertThat(conflicts()).anyMatch(c -> c.claimed().intValue() > 2); // 17 words apart
  }

  @Test
  @DisplayName("a device with half of the banks of its own rule fails")
  void fewerBanksThanTheOwnRuleHasFail() throws Exception {
    tested = variants.provider("pair.swizzled.halved");
    assertThat(conflicts()).anyMatch(c -> !c.ok());
  }

  @Test
  @DisplayName("a device that does not tell its rule is held to banks in turn")
  void aRuleThatIsNotToldFails() throws Exception {
    tested = variants.provider("pair.swizzled.silent");
    assertThat(uses().failures().get("use"))
        .singleElement()
        .asString()
        .contains("reads 16 words apart have no conflicts");
    assertThat(conflicts()).anyMatch(c -> !c.ok());
  }

  @Test
  @DisplayName("what a device does not reach names the parameter that has to change")
  void theMessageNamesTheParameterToChange() throws Exception {
    tested = variants.provider("pair.few");
    assertThat(checks().failures().values().stream().flatMap(List::stream))
        .singleElement()
        .asString()
        .startsWith("device 'pair', contract 'check': ")
        .contains(
            "; do not fit: ", " lines of 64 B under way, and there are 8: ", "raise l1.misses");
  }

  @Test
  @DisplayName("of a device that does not exist it is a warning, and the build goes on")
  void itIsAWarningOfADeviceThatNobodyBuilt() throws Exception {
    tested = variants.provider("pair.few.imaginary");
    KitRun run = checks();
    assertThat(run.failures()).isEmpty();
    assertThat(run.aborted()).isEqualTo(1);
  }
}
