// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Figures that are written: as factors, on condition, through derived ones. */
class SettingsTest {
  /** Memory of two figures, and one that only some devices have. */
  private static final Part MEMORY =
      keys ->
          keys.key("dram.clock", Dimension.FREQUENCY, "clock")
              .between(1_000_000, 4_000_000_000L)
              .key("dram.width", Dimension.BYTES, "bus")
              .between(1, 64)
              .key("dram.banks", Dimension.COUNT, "banks")
              .between(1, 64)
              .key("mall.size", Dimension.BYTES, "cache")
              .between(1, 1 << 20)
              .optional()
              .derived(
                  Derived.of(
                      "dram.bandwidth",
                      Dimension.RATE,
                      "peak",
                      f -> f.value("dram.clock") * f.value("dram.width"),
                      "dram.clock",
                      (rate, f) -> new long[] {rate / f.value("dram.width")}));

  private static final SpecSchema SCHEMA =
      SpecSchema.builder("toy")
          .part(MEMORY)
          .key("dram.banks")
          .between(1, 16)
          .powerOfTwo()
          .usually("8", "4", "16")
          .steps(List.of("folding", "spills"))
          .build();

  private static final DeviceSpec TOY =
      read("{device: t, family: toy, dram: {clock: 800MHz, width: 4B, banks: 8}}");

  private static DeviceSpec read(String text) {
    return SpecReader.read("t.yaml", text, f -> SCHEMA, d -> TOY);
  }

  @Test
  void aFileThatGivesAFigureTwiceIsToldBothPlaces() {
    assertThatThrownBy(() -> read("{device: m, extends: t, dram: {bandwidth: 1GB/s, clock: 1GHz}}"))
        .hasMessageContaining("as 'dram.bandwidth' (t.yaml:1:32) and as 'dram.clock'");
  }

  @Test
  void aCommandThatGivesAFigureTwiceIsToldBothPlaces() {
    assertThatThrownBy(() -> TOY.with(Map.of("dram.clock?", "*2", "dram.clock", "2GHz")))
        .hasMessageContaining("'dram.clock' is given twice")
        .hasMessageContaining("--set dram.clock?=*2")
        .hasMessageContaining("--set dram.clock=2GHz");
  }

  @Test
  void aFactorOfADerivedFigureIsListedAsWritten() {
    assertThat(TOY.with("dram.bandwidth", "*2").overrides())
        .containsExactly(Map.entry("dram.bandwidth", "*2"));
  }

  @Test
  void aFactorMultipliesWhatTheDeviceHas() {
    assertThat(TOY.with("dram.clock", "*1.5").value("dram.clock")).isEqualTo(1_200_000_000);
    assertThat(TOY.with("dram.clock", "*1.5").figure("dram.clock").text()).isEqualTo("1200MHz");
    assertThat(TOY.with("dram.clock", "* 0.5").value("dram.clock")).isEqualTo(400_000_000);
    assertThat(TOY.with("dram.banks", "*2").integer("dram.banks")).isEqualTo(16);
  }

  @Test
  void aFactorThatFitsNothingSaysWhy() {
    assertThatThrownBy(() -> TOY.with("dram.clock", "*x"))
        .hasMessage("--set dram.clock=*x: expected a factor such as *2 or *0.5");
    assertThatThrownBy(() -> TOY.with("dram.width", "*0.3"))
        .hasMessage(
            "--set dram.width=*0.3: 'dram.width': '1.2B' is not a whole number of B;"
                + " nearest legal: 1B");
    assertThatThrownBy(() -> TOY.with("dram.banks", "*3"))
        .hasMessageContaining("expected 1 to 16; nearest legal: 16");
    assertThatThrownBy(() -> TOY.with("mall.size", "*2"))
        .hasMessage("--set mall.size=*2: there is no 'mall.size' to multiply");
  }

  @Test
  void aConditionLeavesDevicesWithoutTheFigureAlone() {
    assertThat(TOY.with("mall.size?", "64KiB").hash()).isEqualTo(TOY.hash());
    assertThat(TOY.with("mall.size?", "64KiB").overrides()).isEmpty();
    assertThat(TOY.with("l3.size?", "64KiB").hash()).isEqualTo(TOY.hash());
    DeviceSpec with = TOY.with("mall.size", "32KiB");
    assertThat(with.with("mall.size?", "*2").value("mall.size")).isEqualTo(64 << 10);
    assertThat(with.with("mall.size?", "*2").overrides()).containsEntry("mall.size", "*2");
  }

  @Test
  void aConditionOnAFigureThatNoFamilyKnowsIsAMistake() {
    assertThatCode(() -> DeviceSpec.requireKnown(Map.of("mall.size?", "1KiB"), List.of(TOY)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> DeviceSpec.requireKnown(Map.of("mall.sise?", "1KiB"), List.of(TOY)))
        .hasMessage(
            "--set mall.sise?=1KiB: t has no figure 'mall.sise'; did you mean 'mall.size'?");
  }

  @Test
  void aDerivedFigureIsPrintedAndSetsItsSource() {
    assertThat(TOY.value("dram.bandwidth")).isEqualTo(3_200_000_000L);
    assertThat(TOY.shown()).anyMatch(f -> f.path().equals("dram.bandwidth"));
    assertThat(TOY.figure("dram.bandwidth").text()).isEqualTo("3.2GB/s");
    DeviceSpec twice = TOY.with("dram.bandwidth", "*2");
    assertThat(twice.figure("dram.clock").text()).isEqualTo("1600MHz");
    assertThat(twice.hash()).isEqualTo(TOY.with("dram.clock", "1600MHz").hash());
    assertThatThrownBy(() -> TOY.with("dram.bandwidth", "20GB/s"))
        .hasMessage(
            "--set dram.bandwidth=20GB/s: 'dram.bandwidth': 20GB/s makes 'dram.clock' 5000MHz;"
                + " expected 1000000 to 4000000000; nearest legal: 16GB/s");
  }

  @Test
  void aDerivedFigureIsWorkedOutLastWhereverItStands() {
    String before = "{device: m, extends: t, dram: {bandwidth: 8GB/s, width: 8B}}";
    String behind = "{device: m, extends: t, dram: {width: 8B, bandwidth: 8GB/s}}";
    assertThat(read(before).value("dram.clock")).isEqualTo(1_000_000_000);
    assertThat(read(behind).hash()).isEqualTo(read(before).hash());
    DeviceSpec both = TOY.with(Map.of("dram.bandwidth", "*2", "dram.width", "*2"));
    assertThat(both.value("dram.bandwidth")).isEqualTo(2 * TOY.value("dram.bandwidth"));
    assertThat(both.value("dram.clock")).isEqualTo(800_000_000);
  }

  @Property(tries = 200)
  void whatWasSetIsSetAgainByWhatIsListed(
      @ForAll @IntRange(min = 1, max = 4) int clock, @ForAll @IntRange(min = 1, max = 16) int bus) {
    DeviceSpec once = TOY.with(Map.of("dram.clock", "*" + clock, "dram.width", bus + "B"));
    assertThat(TOY.with(once.overrides()).hash()).isEqualTo(once.hash());
    assertThat(once.value("dram.bandwidth")).isEqualTo(800_000_000L * clock * bus);
  }

  @Test
  void aFamilyLeavesOutNarrowsAndGuessesWhatAPartHas() {
    assertThatThrownBy(() -> TOY.with("dram.banks", "3")).hasMessageContaining("a power of two");
    SpecSchema less = SpecSchema.builder("less").part(MEMORY).without("dram.banks").build();
    assertThat(less.key("dram.banks")).isNull();
    assertThatThrownBy(() -> SpecSchema.builder("b").part(MEMORY).key("dram.banks").between(1, 65))
        .hasMessageContaining("wider than its part");
    assertThatThrownBy(() -> SpecSchema.builder("b").part(MEMORY).part(MEMORY))
        .hasMessageContaining("defined twice");
  }

  @Test
  void anOptionalFigureOrASectionOfSuchCanBeTakenFromADevice() {
    DeviceSpec with = TOY.with("mall.size", "1KiB");
    assertThat(with.with("mall.size", "absent").has("mall.size")).isFalse();
    DeviceSpec without = with.with("mall", "absent");
    assertThat(without.hash()).isEqualTo(TOY.hash());
    assertThat(without.overrides()).isEqualTo(Map.of("mall", "absent"));
    assertThat(TOY.with("mall", "absent").hash()).isEqualTo(TOY.hash());
    assertThat(without.with("mall.size", "2KiB").overrides()).containsEntry("mall.size", "2KiB");
  }

  @Test
  void whatIsOnlyThereBesideAFigureGoesWithIt() {
    SpecSchema schema =
        SpecSchema.builder("toy")
            .part(MEMORY)
            .key("dram.page", Dimension.BYTES, "before the next cache")
            .between(1, 64)
            .optional()
            .usually("4B", "4B", "8B")
            .beside("mall.size")
            .build();
    DeviceSpec with =
        SpecReader.read(
            "t.yaml",
            "{device: t, family: toy, dram: {clock: 1GHz, width: 4B, banks: 8}, mall: {size: 8B}}",
            f -> schema,
            d -> null);
    assertThat(with.value("dram.page")).isEqualTo(4);
    assertThat(with.with("mall", "absent").has("dram.page")).isFalse();
    assertThat(with.with("mall.size", "absent").has("dram.page")).isFalse();
  }

  @Test
  void aFileLeavesOutAFigureOrASectionOfItsBase() {
    DeviceSpec with = TOY.with("mall.size", "1KiB");
    for (String absent : List.of("mall: absent", "mall: {size: absent}", "mall.size: absent")) {
      DeviceSpec without =
          SpecReader.read(
              "t.yaml", "{device: m, extends: t, " + absent + "}", f -> null, d -> with);
      assertThat(without.has("mall.size")).as(absent).isFalse();
      assertThat(without.hash()).as(absent).isEqualTo(TOY.hash());
    }
    assertThatThrownBy(() -> read("{device: m, extends: t, dram: {clock: absent}}"))
        .hasMessage("t.yaml:1:32: 'dram.clock' cannot be absent (clock); expected a value");
    assertThatThrownBy(() -> read("{device: m, extends: t, dram.bandwidth: absent}"))
        .hasMessageContaining("'dram.bandwidth' cannot be absent (peak)");
    assertThatThrownBy(() -> read("{device: m, extends: t, mal: absent}"))
        .hasMessageContaining("unknown figure 'mal' of family toy");
    assertThatThrownBy(() -> read("{device: m, extends: t, mall.size: 1KiB, mall: absent}"))
        .hasMessageContaining("'mall.size' is given twice");
  }

  @Test
  void aDefaultThatABaseLeavesOutStaysOut() {
    SpecSchema schema =
        SpecSchema.builder("toy")
            .key("port", Dimension.BYTES, "port")
            .optional()
            .usually("4B", "4B", "8B")
            .key("size", Dimension.BYTES, "size")
            .build();
    DeviceSpec base =
        SpecReader.read(
            "b.yaml", "{device: b, family: toy, port: absent, size: 4B}", f -> schema, d -> null);
    DeviceSpec next =
        SpecReader.read("n.yaml", "{device: n, extends: b, size: 8B}", f -> schema, d -> base);
    assertThat(base.has("port")).isFalse();
    assertThat(next.has("port")).as("of a file that extends it").isFalse();
    assertThat(next.with("size", "2B").has("port")).as("after --set of another").isFalse();
    assertThat(next.with("port", "8B").value("port")).isEqualTo(8);
  }

  @Test
  void whatADeviceCannotBeWithoutIsNotTakenFromIt() {
    assertThatThrownBy(() -> TOY.with("dram.clock", "absent"))
        .hasMessageContaining("--set dram.clock=absent")
        .hasMessageContaining("'dram.clock' cannot be absent (clock)");
    assertThatThrownBy(() -> TOY.with("dram", "absent")).hasMessageContaining("cannot be absent");
    assertThatThrownBy(() -> TOY.with("mal", "absent"))
        .hasMessageContaining("t has no figure 'mal'");
    assertThatThrownBy(() -> TOY.with(Map.of("mall", "absent", "mall.size", "1KiB")))
        .hasMessageContaining("given twice");
    assertThatCode(() -> TOY.with("mal?", "absent")).doesNotThrowAnyException();
  }

  @Test
  void stepsOfTheCompilerAreLeftOutByName() {
    DeviceSpec less = TOY.with("compiler.without", "spills+folding");
    assertThat(less.omits("spills")).isTrue();
    assertThat(less.given("dram.extra", 1).omits("folding")).isTrue();
    assertThat(TOY.omits("spills")).isFalse();
    assertThat(less.overrides()).containsExactly(Map.entry("compiler.without", "folding+spills"));
    assertThat(List.of(TOY.with("compiler.without", "spills").hash(), TOY.hash()))
        .doesNotContain(less.hash());
    DeviceSpec later = less.with("dram.banks", "16");
    assertThat(later.omits("spills")).isTrue();
    assertThat(later.with("compiler.without", "folding").omits("spills")).isFalse();
    assertThat(less.with("compiler.without", "none").hash()).isEqualTo(TOY.hash());
    assertThat(TOY.with("compiler.without?", "spills+other").overrides())
        .containsExactly(Map.entry("compiler.without", "spills"));
  }

  @Test
  void aStepThatTheCompilerDoesNotHaveIsRefusedWithTheNearest() {
    assertThatThrownBy(() -> TOY.with("compiler.without", "spils"))
        .hasMessage(
            "--set compiler.without=spils: the compiler of t has no step 'spils'; did you mean"
                + " 'spills'?");
    assertThatThrownBy(() -> TOY.with("compiler.without", "vectors"))
        .hasMessageEndingWith("has no step 'vectors'; expected folding, spills");
    assertThatThrownBy(
            () -> DeviceSpec.requireKnown(Map.of("compiler.without?", "vectors"), List.of(TOY)))
        .hasMessageContaining("has no step 'vectors'");
    assertThatThrownBy(() -> read("device: m\nextends: t\ncompiler:\n  without: spills\n"))
        .hasMessageContaining("unknown figure 'compiler'");
  }
}
