// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("source lines in a sentence")
class SourceLinesTest {
  private static final Pattern ONE = Pattern.compile("the store at line \\d+ asks");
  private static final Pattern UNKNOWN = Pattern.compile("the store at an unknown line asks");
  private static final Pattern SEVERAL =
      Pattern.compile(
          "the stores at (line \\d+ and an unknown line|lines \\d+(, \\d+)* and (\\d+|an unknown line)) ask");

  @Test
  @DisplayName("agree with nouns and verbs in number, whatever list there is")
  void agreeWithNounsAndVerbsInNumber() {
    Random random = new Random(41);
    for (int round = 0; round < 2_000; round++) {
      List<Integer> list = new ArrayList<>();
      for (int i = random.nextInt(6); i >= 0; i--) {
        list.add(random.nextInt(8));
      }
      SourceLines lines = new SourceLines(list);
      String sentence = "the " + lines.noun("store") + " at " + lines + " " + lines.verb("ask");
      TreeSet<Integer> each = new TreeSet<>(list);
      Pattern expected = each.size() > 1 ? SEVERAL : each.first() == 0 ? UNKNOWN : ONE;
      assertThat(sentence).as("" + list).matches(expected);
      List<Integer> named = new ArrayList<>();
      Matcher number = Pattern.compile("\\d+").matcher(sentence);
      while (number.find()) {
        named.add(Integer.valueOf(number.group()));
      }
      each.remove(0);
      assertThat(named).as("" + list).containsExactlyElementsOf(each);
    }
  }

  @Test
  @DisplayName("are named once each, with commas and one and")
  void areNamedOnceEach() {
    assertThat(new SourceLines(List.of(9, 9))).hasToString("line 9");
    assertThat(new SourceLines(List.of(12, 9))).hasToString("lines 9 and 12");
    assertThat(new SourceLines(List.of(12, 3, 9, 3))).hasToString("lines 3, 9 and 12");
    assertThat(SourceLines.of(0)).hasToString("an unknown line");
    assertThat(new SourceLines(List.of(0, 7))).hasToString("line 7 and an unknown line");
    assertThat(SourceLines.verb(1, "access")).isEqualTo("accesses");
    assertThat(SourceLines.verb(1, "touch")).isEqualTo("touches");
    assertThat(SourceLines.verb(2, "take")).isEqualTo("take");
  }
}
