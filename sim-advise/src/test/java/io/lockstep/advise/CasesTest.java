// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Installed;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small workloads, each with one problem. */
@Tag("slow")
class CasesTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final StudyOptions OPTIONS = StudyOptions.defaults();

  private static Path workload(String name) {
    return Path.of("src/test/resources/cases", name + ".yaml");
  }

  private static List<Advice> advice(String name, String device) {
    ExperimentOptions options = new ExperimentOptions(OPTIONS, 1, true, Optional.empty());
    return new Advisor(new Installed(CATALOGUE, Plugins.frontends()), options, Advisor.rules())
        .advise(
            workload(name),
            Map.of(),
            List.of(new Side(device, CATALOGUE.spec(device))),
            StudyProgress.NONE)
        .findings();
  }

  private static Advice of(String rule, List<Advice> advice) {
    return advice.stream().filter(a -> a.rule().equals(rule)).findFirst().orElseThrow();
  }

  private static double picos(String name, String device) {
    RunResult result =
        SharedProgram.run(
                new Runner(CATALOGUE, Plugins.frontends()),
                workload(name),
                Map.of(),
                List.of(new Runner.Target(CATALOGUE.spec(device))),
                OPTIONS.run())
            .get(0);
    return result.kernelPicos();
  }

  @Test
  void advisesAnotherOrderOfElementsWherePaddingLosesAResidentGroup() {
    Advice advice = of("bank-conflicts", advice("pitch", "hd5870"));
    assertThat(advice.words().change())
        .startsWith("Order the elements")
        .contains("column x ^ y")
        .contains("512 bytes more, which leaves room for 1 work-group on a compute unit in place");
    double own = picos("pitch", "hd5870");
    assertThat(picos("padded", "hd5870")).isGreaterThan(1.2 * own);
    assertThat(own / picos("swizzled", "hd5870")).isBetween(1.3, advice.gain().mean());
  }

  @Test
  void advisesPaddingWhereLocalMemoryHasRoomForIt() {
    assertThat(of("bank-conflicts", advice("lines", "hd5870")).words().change())
        .startsWith("Pad each row");
  }

  @Test
  void saysThatSixteenGroupsWithBarriersLeaveFourteenOfThirtyUnitsWithoutWork() {
    Advice advice = of("few-groups", advice("grid", "gtx280"));
    assertThat(advice.words().finding()).contains("leave 14 of them without work");
    assertThat(advice.gain()).isEqualTo(Advice.Gain.NONE);
    assertThat(advice.words().simulated()).isEqualTo("nothing");
  }

  @Test
  void namesStoresWhoseNeighboursAreApartThoughAWholeWavefrontFillsItsLines() {
    Advice advice = of("uncoalesced-access", advice("tile", "gtx280"));
    assertThat(advice.place()).isEqualTo(new Place("tile", 5));
    assertThat(advice.words().finding())
        .contains("the store at line 5 accesses elements of 8 B that are 64 B apart")
        .contains("the device makes 2.5 transactions of a request");
    assertThat(advice.gain().mean()).isGreaterThan(1.5);
    assertThat(advice("tile", "mi300a")).noneMatch(a -> a.rule().equals("uncoalesced-access"));
  }

  @Test
  void namesTheAtomicBecauseOfWhichAllStoresOfAKernelAreSlow() {
    Advice advice = of("slow-stores", advice("counted", "hd5870"));
    assertThat(advice.place()).isEqualTo(new Place("counted", 6));
    assertThat(advice.words().finding())
        .contains("the atomic on global memory at line 6, all stores of counted take CompletePath");
    assertThat(advice.words().simulated()).isEqualTo("ideal=stores:counted:6");
    double repaired = picos("counted", "hd5870") / picos("plain", "hd5870");
    assertThat(advice.gain().mean()).isBetween(repaired / 1.1, repaired * 1.1);
    assertThat(advice("counted", "gtx280")).noneMatch(a -> a.rule().equals("slow-stores"));
  }

  @Test
  void namesTheStoreOfBytesBecauseOfWhichAllStoresOfAKernelAreSlow() {
    Advice advice = of("slow-stores", advice("bytes", "hd5870"));
    assertThat(advice.place()).isEqualTo(new Place("bytes", 4));
    assertThat(advice.words().change())
        .isEqualTo("Store whole words: several elements a work-item.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5870", "gtx280", "mi300a"})
  void promisesNothingToAKernelThatIsAtThePeakOfTheUnitForSpecialFunctions(String device) {
    assertThat(advice("special", device))
        .allSatisfy(a -> assertThat(a.gain().mean()).isLessThanOrEqualTo(1.1));
    assertThat(advice("mixed", device)) // sines, logarithms and divisions, already native ones
        .noneMatch(a -> a.rule().equals("special-functions"));
  }

  @Test
  void namesTheLineOfSixteenUnrolledStoresThatConflictMoreThanOneLoad() {
    for (String device : List.of("hd5870", "gtx280", "mi300a")) {
      Advice advice = of("bank-conflicts", advice("lines", device));
      assertThat(advice.place().line()).as(device).isEqualTo(9);
      assertThat(advice.words().finding()).contains("the 16 stores at line 9 take 4.0 times");
    }
  }
}
