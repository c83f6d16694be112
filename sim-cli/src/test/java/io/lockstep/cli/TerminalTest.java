// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Ascii;
import io.lockstep.cli.terminal.LineWrap;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Terminal;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What terminals of different widths, locales and kinds get to see. */
class TerminalTest {
  private static Screen wide(int columns) {
    return new Screen(columns, false, true);
  }

  private static Table table() {
    Table table =
        new Table(List.of("device", ">µs", ">hits", ">misses", "meaning"))
            .dropping("elsewhere", List.of("misses", "hits"));
    table.row(
        Table.Emphasis.NONE,
        List.of("hd5870", "1.25", "1,000,000", "20", "words that tell what it is in a sentence"));
    table.row(Table.Emphasis.BOLD, List.of("gtx280", "31.50", "7", "3,000,000", "few words"));
    return table;
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 44, 52, 60, 80, 100, 160})
  @DisplayName("no line of a table is wider than the screen")
  void noLineOfATableIsWiderThanTheScreen(int columns) {
    assertThat(table().render(wide(columns)).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
  }

  @Test
  @DisplayName("text is wrapped first, then the least important column goes, and a line says so")
  void textIsWrappedFirstThenTheLeastImportantColumnGoesAndALineSaysSo() {
    assertThat(table().render(wide(70)))
        .contains("misses")
        .contains("\n                                     sentence\n")
        .doesNotContain("not shown");
    assertThat(table().render(wide(52)))
        .contains("\nnot shown at 52 columns: misses; elsewhere\n")
        .contains("1,000,000");
    assertThat(table().render(wide(40)))
        .contains("\nnot shown at 40 columns: hits, misses;\n  elsewhere\n");
  }

  @Test
  @DisplayName("a pipe gets every column in full, whatever COLUMNS, TERM and the locale say")
  void aPipeGetsEveryColumnInFullWhateverCOLUMNSTERMAndTheLocaleSay() {
    Terminal pipe =
        new Terminal(
            Map.of("LOCKSTEP_TTY", "0", "LOCKSTEP_COLUMNS", "40", "TERM", "dumb", "LC_ALL", "C"));
    assertThat(table().render(pipe.out())).isEqualTo(table().render(Screen.plain()));
    assertThat(table().render(pipe.out())).contains("µs").contains("what it is in a sentence\n");
  }

  @Test
  @DisplayName("a terminal: its width, 80 where it is not known; colours unless NO_COLOR or dumb")
  void aTerminalItsWidth80WhereItIsNotKnownColoursUnlessNOCOLOROrDumb() {
    Map<String, String> usual =
        Map.of("LOCKSTEP_TTY", "1", "LOCKSTEP_COLUMNS", "100", "LANG", "en_US.UTF-8");
    assertThat(new Terminal(usual).out()).isEqualTo(new Screen(100, true, true));
    assertThat(new Terminal(Map.of("LOCKSTEP_TTY", "1")).out())
        .isEqualTo(new Screen(80, true, false));
    assertThat(new Terminal(Map.of("LOCKSTEP_TTY", "1", "NO_COLOR", "")).out().colours()).isFalse();
    assertThat(new Terminal(Map.of("LOCKSTEP_TTY", "1", "TERM", "dumb")).out().colours()).isFalse();
    assertThat(new Terminal(Map.of("LOCKSTEP_ERR_TTY", "1")).showsProgress()).isTrue();
    assertThat(new Terminal(Map.of("LOCKSTEP_ERR_TTY", "1", "TERM", "dumb")).showsProgress())
        .isFalse();
    for (String width : List.of("", "0", "-5", "wide", "99999999999")) {
      Map<String, String> odd = Map.of("LOCKSTEP_TTY", "1", "LOCKSTEP_COLUMNS", width);
      assertThat(new Terminal(odd).out().width()).as(width).isEqualTo(80);
    }
  }

  @Test
  @DisplayName("the locale is LC_ALL, else LC_CTYPE, else LANG; without UTF-8 output is ASCII")
  void theLocaleIsLCALLElseLCCTYPEElseLANGWithoutUTF8OutputIsASCII() throws IOException {
    assertThat(unicode("LC_ALL", "C", "LANG", "de_DE.UTF-8")).isFalse();
    assertThat(unicode("LC_ALL", "", "LC_CTYPE", "C.utf8", "LANG", "C")).isTrue();
    assertThat(unicode("LANG", "de_DE.ISO-8859-1")).isFalse();
    String ascii = table().render(new Screen(80, false, false));
    assertThat(ascii).contains("   us  ").matches("\\p{ASCII}*");
    StringWriter out = new StringWriter();
    try (Writer writer = Ascii.writer(out)) {
      writer.write("1 … 2 µs × 3 → ü");
    }
    assertThat(out).hasToString("1 ... 2 us x 3 -> ?");
  }

  @Test
  @DisplayName("a wrapped line keeps its margin, its gaps and hangs under its text")
  void aWrappedLineKeepsItsMarginItsGapsAndHangsUnderItsText() {
    assertThat(LineWrap.wrap("  name     some words that go on\nnext", 20, "         "))
        .isEqualTo("  name     some\n           words\n           that go\n           on\nnext");
  }

  private static boolean unicode(String... pairs) {
    Map<String, String> environment = new java.util.HashMap<>(Map.of("LOCKSTEP_TTY", "1"));
    for (int i = 0; i < pairs.length; i += 2) {
      environment.put(pairs[i], pairs[i + 1]);
    }
    return new Terminal(environment).out().unicode();
  }

  @Property(tries = 300)
  @Label("wrapping keeps the words and their order; lines fit but for words too long for one")
  void wrappingKeepsTheWordsAndTheirOrderLinesFitButForWordsTooLongForOne(
      @ForAll @Size(max = 30) List<@AlphaChars @StringLength(min = 1, max = 12) String> words,
      @ForAll @IntRange(min = 10, max = 90) int columns) {
    String text = String.join(" ", words);
    String wrapped = LineWrap.wrap(text, columns, "  ");
    assertThat(Arrays.asList(wrapped.strip().split("\\s+")))
        .isEqualTo(Arrays.asList(text.strip().split("\\s+")));
    assertThat(wrapped.lines().filter(l -> l.length() > columns))
        .allSatisfy(line -> assertThat(line.strip()).doesNotContain(" "));
  }
}
