// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecReaderTest {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("toy")
          .key("clock.core", Dimension.FREQUENCY, "core clock")
          .between(1, 10_000_000_000L)
          .key("l1.line", Dimension.BYTES, "line of the first-level cache")
          .between(16, 1024)
          .powerOfTwo()
          .key("l1.size", Dimension.BYTES, "size of the first-level cache")
          .between(64, 1 << 20)
          .key("mall.size", Dimension.BYTES, "memory-side cache")
          .optional()
          .key("policy", Dimension.CHOICE, "scheduler")
          .oneOf("oldest", "round_robin")
          .key("fast", Dimension.FLAG, "whether it is fast")
          .key("share", Dimension.RATIO, "a share")
          .between(0, 1_000_000)
          .build();

  private static final String GOOD =
      """
      device: toy1
      name: Toy One
      family: toy
      sources: {book: "A book, page 7"}
      clock: {core: {value: 1.5GHz, from: datasheet, source: book}}
      l1:
        line: {value: 64B, from: guessed, range: [32B, 128B]}
        size: {value: 16KiB, from: measured, source: book}
      policy: oldest
      fast: {value: true, from: derived}
      share: {value: 85%, from: derived}
      """;

  private static DeviceSpec read(String text) {
    return SpecReader.read(
        "toy.yaml",
        text,
        f -> f.equals("toy") ? SCHEMA : null,
        d -> d.equals("toy1") ? read(GOOD) : null);
  }

  @Test
  void vendorGenerationAndDateAreStatedOnceAndInherited() {
    assertThat(read(GOOD).product()).isEqualTo(Product.UNKNOWN);
    String stated = GOOD + "vendor: ACME\ngeneration: Toy 2\nreleased: 2009-09\n";
    assertThat(read(stated).product()).isEqualTo(new Product("ACME", "Toy 2", "2009-09"));
    assertThat(read(stated).hash()).isEqualTo(read(GOOD).hash());
    assertThatThrownBy(() -> read(GOOD + "released: September 2009\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("for example 2009-09");
  }

  @Test
  void whatIsNotStatedComesLastAndIsNoGeneration() {
    Product old = new Product("AMD", "TeraScale 2", "2009-09");
    Product sister = new Product("AMD", "TeraScale 2", "2010-02");
    Product other = new Product("NVIDIA", "", "2006-11");
    List<Product> mixed = new ArrayList<>(List.of(Product.UNKNOWN, other, sister, old));
    mixed.sort(Product.ORDER);
    assertThat(mixed).containsExactly(old, sister, other, Product.UNKNOWN);
    assertThat(old.isOfSameGeneration(sister)).isTrue();
    assertThat(other.isOfSameGeneration(other)).isFalse();
  }

  @Test
  @DisplayName("every figure comes out in its canonical unit, with its source")
  void everyFigureComesOutInItsCanonicalUnit() {
    DeviceSpec spec = read(GOOD);
    assertThat(spec.id()).isEqualTo("toy1");
    assertThat(spec.family()).isEqualTo("toy");
    assertThat(spec.value("clock.core")).isEqualTo(1_500_000_000L);
    assertThat(spec.integer("l1.size")).isEqualTo(16384);
    assertThat(spec.choice("policy")).isEqualTo("oldest");
    assertThat(spec.flag("fast")).isTrue();
    assertThat(spec.value("share")).isEqualTo(850_000);
    assertThat(spec.optional("mall.size")).isEmpty();
    assertThat(spec.figure("l1.line").from()).isEqualTo(Provenance.GUESSED);
    assertThat(spec.figure("l1.line").high()).isEqualTo("128B");
    assertThat(spec.figure("policy").from()).isEqualTo(Provenance.USER);
    assertThat(spec.sources()).containsEntry("book", "A book, page 7");
  }

  @Test
  @DisplayName("a specification that extends another changes what it says and keeps the rest")
  void extendsAnother() {
    DeviceSpec spec = read("device: mine\nextends: toy1\nl1: {size: 32KiB}\n");
    assertThat(spec.integer("l1.size")).isEqualTo(32768);
    assertThat(spec.integer("l1.line")).isEqualTo(64);
    assertThat(spec.name()).isEqualTo("Toy One");
    assertThat(spec.hash()).isNotEqualTo(read(GOOD).hash());
  }

  @Test
  @DisplayName("an inherited figure names the device whose file has it, over any number of steps")
  void anInheritedFigureNamesTheDeviceWhoseFileHasIt() {
    String first = "device: mine\nextends: toy1\nl1: {size: 32KiB}\n";
    String second = "device: yours\nextends: mine\npolicy: oldest\n";
    DeviceSpec spec =
        SpecReader.read(
            "yours.yaml", second, f -> SCHEMA, d -> d.equals("mine") ? read(first) : null);
    assertThat(spec.inheritedFrom("l1.size")).contains("mine");
    assertThat(spec.inheritedFrom("l1.line")).contains("toy1");
    assertThat(spec.inheritedFrom("policy")).as("its own").isEmpty();
    assertThat(spec.with("l1.line", "32B").inheritedFrom("l1.line")).as("set").isEmpty();
    assertThat(read(GOOD).inheritedFrom("l1.line")).as("extends nothing").isEmpty();
  }

  @Test
  @DisplayName("an override is checked like the file and changes the hash; the original stays")
  void anOverrideIsCheckedLikeTheFileAndChangesTheHash() {
    DeviceSpec spec = read(GOOD);
    DeviceSpec changed = spec.with("l1.size", "8KiB");
    assertThat(changed.integer("l1.size")).isEqualTo(8192);
    assertThat(changed.overrides()).containsEntry("l1.size", "8KiB");
    assertThat(changed.hash()).isNotEqualTo(spec.hash());
    assertThat(spec.integer("l1.size")).isEqualTo(16384);
    assertThat(spec.with("l1.size", "16KiB").hash()).isEqualTo(spec.hash());
    assertThatThrownBy(() -> spec.with("l1.sise", "8KiB"))
        .isInstanceOf(InputException.class)
        .hasMessage("--set l1.sise=8KiB: toy1 has no figure 'l1.sise'; did you mean 'l1.size'?");
    assertThatThrownBy(() -> spec.with("l1.size", "8cycles"))
        .hasMessage(
            "--set l1.size=8cycles: 'l1.size': expected bytes in B, KiB, MiB, GiB, found '8cycles'");
    assertThatThrownBy(() -> spec.with("l1.size", "0B"))
        .hasMessageContaining("0B is impossible; expected 64 to 1048576 B; nearest legal: 64B");
    assertThatThrownBy(() -> spec.with("l1.line", "48B"))
        .hasMessageContaining("is not a power of two; nearest legal: 32B");
    assertThatThrownBy(() -> spec.with("policy", "oldst"))
        .hasMessageContaining("did you mean 'oldest'?");
    assertThatThrownBy(() -> spec.with("fast", "yes"))
        .hasMessageContaining("expected true or false");
  }

  @ParameterizedTest(name = "{0} -> {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "size: {value: 16KiB | sise: {value: 16KiB | toy.yaml:8:3: unknown figure 'l1.sise' of family toy; did you mean 'l1.size'?",
        "value: 16KiB | value: 16 | toy.yaml:8:17: 'l1.size': expected bytes in B, KiB, MiB, GiB, found '16'",
        "value: 64B | value: 48B | toy.yaml:7:17: 'l1.line': 48B is not a power of two; nearest legal: 32B",
        "from: measured, source: book | from: measured | toy.yaml:8:30: a measured figure names its source",
        "source: book}} | source: bok}} | toy.yaml:5:56: source 'bok' is not listed; did you mean 'book'?",
        ", range: [32B, 128B] | '' | toy.yaml:7:28: a guessed figure carries a range: [lowest, highest]",
        "[32B, 128B] | [128B, 32B] | a range is [lowest, highest]",
        "from: derived} | from: dreamt} | expected datasheet, measured, derived, fitted or guessed, found 'dreamt'",
        "from: derived} | from: mesured} | found 'mesured'; did you mean 'measured'?",
        "family: toy | family: boy | toy.yaml:3:9: unknown family 'boy'",
        "policy: oldest | '' | figure 'policy' is missing (scheduler)",
        "1.5GHz | 1.5Hz | '''1.5Hz'' is not a whole number of Hz; nearest legal: 1Hz'",
        "device: toy1 | device: Toy 1 | a device's id is lower-case letters",
        "fast: {value: true | fast: {valeu: true | did you mean 'value'?",
      })
  void wrongFilesAreRefusedWithTheReason(String from, String to, String message) {
    assertThat(GOOD).contains(from);
    assertThatThrownBy(
            () ->
                read(
                    GOOD.replaceFirst(
                        java.util.regex.Pattern.quote(from),
                        java.util.regex.Matcher.quoteReplacement(to))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  @Test
  @DisplayName("a figure that the model asks for must be in its schema")
  void unknownPathInModel() {
    assertThatThrownBy(() -> read(GOOD).value("l3.size")).hasMessageContaining("no figure l3.size");
    assertThatThrownBy(() -> read(GOOD).value("mall.size")).hasMessageContaining("toy1");
  }

  @Property
  @Label("the nearest legal value that a message names is accepted when it is tried")
  void nearestIsLegal(
      @ForAll("figures") String path,
      @ForAll @BigRange(min = "-3000", max = "9000000") @Scale(2) BigDecimal number,
      @ForAll @IntRange(min = 0, max = 3) int unit) {
    DeviceSpec spec = read(GOOD);
    String[] units =
        switch (SCHEMA.key(path).dimension()) {
          case BYTES -> new String[] {"B", "KiB", "MiB", "GiB"};
          case FREQUENCY -> new String[] {"Hz", "kHz", "MHz", "GHz"};
          default -> new String[] {"", "%", "ppm", ""};
        };
    String text = number.toPlainString() + units[unit];
    try {
      spec.with(path, text);
    } catch (InputException e) {
      assertThat(e.getMessage()).contains("; nearest legal: ");
      String named = e.getMessage().substring(e.getMessage().indexOf("legal: ") + 7);
      assertThat(spec.with(path, named).has(path)).isTrue();
    }
  }

  @Provide
  Arbitrary<String> figures() {
    return Arbitraries.of("clock.core", "l1.line", "l1.size", "mall.size", "share");
  }

  @Test
  @DisplayName("17KiB where only powers of two are possible: 16KiB, in the unit that was typed")
  void nearestInItsUnit() {
    SpecSchema caches =
        SpecSchema.builder("toy")
            .key("l1.size", Dimension.BYTES, "size")
            .between(64, 1 << 20)
            .powerOfTwo()
            .build();
    DeviceSpec spec =
        SpecReader.read(
            "t.yaml", "{device: t, family: toy, l1: {size: 16KiB}}", f -> caches, d -> null);
    assertThatThrownBy(() -> spec.with("l1.size", "17KiB"))
        .hasMessage(
            "--set l1.size=17KiB: 'l1.size': 17KiB is not a power of two; nearest legal: 16KiB");
    assertThatThrownBy(() -> spec.with("l1.size", "1e999999999B"))
        .hasMessageContaining("nearest legal: 1048576B");
  }
}
