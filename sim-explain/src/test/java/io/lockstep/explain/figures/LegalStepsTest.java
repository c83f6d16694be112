// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.SmallRuns;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LegalStepsTest {
  private static final String LATENCY = "lds.latency";

  private static LegalSteps steps(DeviceSpec spec) {
    return new LegalSteps(SmallRuns.INSTALLED.catalogue(), spec);
  }

  private static DeviceSpec gtx280(String path, String value) {
    return SmallRuns.side("gtx280", path, value).spec();
  }

  private static SpecSchema.Key key(DeviceSpec spec, String path) {
    return spec.schema().key(path);
  }

  private static List<String> texts(DeviceSpec spec, String path) {
    return steps(spec).of(key(spec, path)).stream().map(LegalSteps.Legal::text).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 800, 1200",
    "38, 30, 46", // 30.4 and 45.6
    "10, 8, 12",
    "4, 3, 5",
    "3, 2, 4", // 2.4 and 3.6
    "2, 1, 3", // 1.6 is nearer to 2 than to 1, but 2 is its own value
  })
  void aQuantityIsTriedNearestToFourAndSixFifths(long own, long less, long more) {
    assertThat(texts(gtx280(LATENCY, own + "cycles"), LATENCY))
        .containsExactly(less + "cycles", more + "cycles");
  }

  @Test
  void aStepIsTheDeviceWithThatValue() {
    DeviceSpec spec = gtx280(LATENCY, "38cycles");
    LegalSteps.Legal first = steps(spec).of(key(spec, LATENCY)).get(0);
    assertThat(first.value()).isEqualTo(30);
    assertThat(first.spec().hash()).isEqualTo(spec.with(LATENCY, "30cycles").hash());
  }

  @Test
  void whereAChecksAcceptsMultiplesOnlyTheNearestMultipleIsTaken() {
    DeviceSpec spec = SmallRuns.side("gtx280").spec(); // 30 units in clusters of 3
    assertThat(texts(spec, "unit.count")).containsExactly("24", "36");
  }

  @Test
  void whereOnlyDistantMultiplesAreLegalSharesOfTheValueAreTried() {
    DeviceSpec spec =
        SmallRuns.side("gtx280")
            .spec()
            .with(Map.of("unit.count", "128", "unit.per_cluster", "16", "texture.sharing", "16"));
    assertThat(texts(spec, "unit.count")).containsExactly("96", "160");
    assertThat(steps(spec).nearest(key(spec, "unit.count"), 120).orElseThrow().value())
        .isEqualTo(128);
  }

  @Test
  void aPowerOfTwoIsHalvedAndDoubled() {
    DeviceSpec spec = SmallRuns.side("gtx280").spec();
    SpecSchema.Key key =
        spec.schema().keys().stream()
            .filter(k -> k.powerOfTwo() && spec.has(k.path()) && spec.value(k.path()) >= 4)
            .filter(k -> steps(spec).of(k).size() == 2)
            .findFirst()
            .orElseThrow();
    long own = spec.value(key.path());
    assertThat(steps(spec).of(key))
        .extracting(LegalSteps.Legal::value)
        .containsExactly(own / 2, 2 * own);
  }

  @Test
  void aPolicyIsTriedAtEachOtherNameInOrder() {
    DeviceSpec spec = SmallRuns.side("gtx280").spec();
    SpecSchema.Key key = key(spec, "dram.mapping");
    assertThat(texts(spec, key.path()))
        .isSubsetOf(SmallRuns.INSTALLED.catalogue().policies().offers(key.policy()).keySet())
        .contains("channel_hash", "row_interleaved")
        .isSorted()
        .doesNotContain(spec.figure(key.path()).text());
    DeviceSpec other = gtx280("dram.mapping", "channel_hash");
    assertThat(texts(other, key.path())).contains(spec.figure(key.path()).text());
  }

  @Test
  void aChoiceIsTriedAtEachOtherName() {
    DeviceSpec spec = SmallRuns.side("gtx280").spec();
    List<SpecSchema.Key> choices =
        spec.schema().keys().stream()
            .filter(k -> k.dimension() == Dimension.CHOICE && spec.has(k.path()))
            .toList();
    assertThat(choices).isNotEmpty();
    for (SpecSchema.Key key : choices) {
      assertThat(texts(spec, key.path()))
          .isSubsetOf(key.choices())
          .doesNotContain(spec.choice(key.path()));
    }
  }

  @Test
  void aQuantityOfNothingHasNoShare() {
    DeviceSpec spec = gtx280("host.launch", "0ns");
    LegalSteps steps = steps(spec);
    assertThat(steps.of(key(spec, "host.launch"))).isEmpty();
    assertThat(steps.refusal()).startsWith("is 0").endsWith(", of which there is no share");
    assertThat(steps.of(key(spec, LATENCY))).hasSize(2);
    assertThat(steps.refusal()).isEmpty();
  }

  @Test
  void valuesBeyondTheBoundsOfAParameterAreNotTried() {
    DeviceSpec spec = gtx280(LATENCY, "1cycles");
    SpecSchema.Key key = key(spec, LATENCY);
    assertThat(steps(spec).of(key)).extracting(LegalSteps.Legal::value).containsExactly(2L);
    long most = key.high();
    DeviceSpec last = gtx280(LATENCY, most + "cycles");
    assertThat(steps(last).of(key))
        .extracting(LegalSteps.Legal::value)
        .containsExactly(Math.round(0.8 * most));
  }

  @Test
  void theNearestValueMayLieOnEitherSideAndIsWithinBounds() {
    DeviceSpec spec = gtx280(LATENCY, "64cycles");
    LegalSteps steps = steps(spec);
    SpecSchema.Key key = key(spec, LATENCY);
    assertThat(steps.nearest(key, 51.4).orElseThrow().value()).isEqualTo(51);
    assertThat(steps.nearest(key, 51.6).orElseThrow().value()).isEqualTo(52);
    assertThat(steps.nearest(key, 300.2).orElseThrow().value()).isEqualTo(300);
    assertThat(steps.nearest(key, 0.2).orElseThrow().value()).isEqualTo(Math.max(1, key.low()));
    assertThat(steps(spec).nearest(key(spec, "unit.count"), 31.4).orElseThrow().value() % 3)
        .isZero();
  }

  @Test
  void theLastRefusalIsRemembered() {
    DeviceSpec spec = SmallRuns.side("gtx280").spec();
    LegalSteps steps = steps(spec);
    assertThat(steps.at(key(spec, "unit.count"), 31)).isEmpty();
    assertThat(steps.refusal()).contains("unit.count");
    assertThat(steps.at(key(spec, "unit.count"), 27).orElseThrow().text()).isEqualTo("27");
  }
}
