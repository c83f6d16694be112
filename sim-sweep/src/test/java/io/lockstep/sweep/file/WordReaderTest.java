// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlNode;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WordReaderTest {
  private static YamlNode node(String text) {
    return YamlFile.read("s.yaml", text);
  }

  @Test
  void aValueIsOneWordWithoutSpaceAround() {
    assertThat(WordReader.item(node("' 64 '")).text()).isEqualTo("64");
    assertThatThrownBy(() -> WordReader.item(node("'  '")))
        .hasMessage("s.yaml:1:1: expected a value, found an empty text");
    for (String no : new String[] {"[1]", "{a: 1}", "~"}) {
      assertThatThrownBy(() -> WordReader.item(node(no)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("expected a value");
    }
  }

  @Test
  void aDurationIsAboveZeroAndNoLongerThanTheLongest() {
    assertThat(WordReader.duration(node("1ms"))).isEqualTo(Duration.ofMillis(1));
    assertThat(WordReader.duration(node("90s"))).isEqualTo(Duration.ofSeconds(90));
    assertThatThrownBy(() -> WordReader.duration(node("0s")))
        .hasMessageContaining("expected 1ms to ")
        .hasMessageEndingWith(", found 0s");
    assertThatThrownBy(() -> WordReader.duration(node("1000001h")))
        .hasMessageContaining("expected ");
    assertThatThrownBy(() -> WordReader.duration(node("soon"))).hasMessageContaining("'soon'");
  }

  @Test
  void bytesAreWithinBounds() {
    long low = 1L << 20;
    long high = 1L << 30;
    assertThat(WordReader.bytes(node("1MiB"), low, high)).isEqualTo(low);
    assertThat(WordReader.bytes(node("1GiB"), low, high)).isEqualTo(high);
    for (String no : new String[] {"1048575B", "1073741825B"}) {
      assertThatThrownBy(() -> WordReader.bytes(node(no), low, high))
          .hasMessage("s.yaml:1:1: expected 1MiB to 1GiB, found " + no);
    }
    assertThatThrownBy(() -> WordReader.bytes(node("much"), low, high))
        .hasMessageStartingWith("s.yaml:1:1: ")
        .hasMessageContaining("much");
  }

  @Test
  void aChoiceIsOneOfTheWords() {
    assertThat(WordReader.choice(node("two"), Stream.of("one", "two"), w -> w)).isEqualTo("two");
    assertThatThrownBy(() -> WordReader.choice(node("tow"), Stream.of("one", "two"), w -> w))
        .hasMessage("s.yaml:1:1: expected one of one, two, found 'tow'; did you mean 'two'?");
  }
}
