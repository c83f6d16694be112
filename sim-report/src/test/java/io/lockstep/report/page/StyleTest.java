// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page's style: what stands on what can be read in both themes, by WCAG's formula. */
class StyleTest {
  private static final String STYLE = Page.resource(Page.class, "page.css");
  private static final Map<String, String[]> COLOURS = new LinkedHashMap<>();

  static {
    for (MatchResult m : all("--(\\w+): light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)", STYLE)) {
      COLOURS.put(m.group(1), new String[] {m.group(2), m.group(3)});
    }
  }

  private static List<MatchResult> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().toList();
  }

  private static double luminance(String colour) {
    double sum = 0;
    double[] weights = {0.2126, 0.7152, 0.0722};
    for (int i = 0; i < 3; i++) {
      double c = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      sum += weights[i] * (c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
  }

  static double contrast(String one, String other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  @Test
  @DisplayName("contrast is WCAG's: black on white 21, equal colours 1, a known grey 4.54")
  void contrastIsWCAGsBlackOnWhite21EqualColours1AKnownGrey454() {
    assertThat(contrast("#000000", "#ffffff")).isEqualTo(21);
    assertThat(contrast("#123456", "#123456")).isEqualTo(1);
    assertThat(contrast("#767676", "#ffffff")).isBetween(4.53, 4.55);
  }

  @Test
  @DisplayName("every text can be read on every class that has a background: 4.5 to 1, both themes")
  void everyTextCanBeReadOnEveryClassThatHasABackground45To1BothThemes() {
    List<String> backgrounds = new ArrayList<>(List.of("page", "head", "mark"));
    for (MatchResult m : all("\\.([sfh]\\d) \\{ background: var\\(--(\\w+)\\); \\}", STYLE)) {
      assertThat(m.group(2)).isEqualTo(m.group(1));
      backgrounds.add(m.group(2));
    }
    assertThat(backgrounds).hasSize(3 + 11);
    for (String background : backgrounds) {
      for (String text : List.of("ink", "link", "soft")) {
        boolean cell = background.matches("[sfh]\\d"); // these hold ink alone
        for (int theme = 0; theme < 2; theme++) {
          if (!cell || text.equals("ink")) {
            assertThat(contrast(COLOURS.get(text)[theme], COLOURS.get(background)[theme]))
                .as(text + " on " + background + (theme == 0 ? ", light" : ", dark"))
                .isGreaterThanOrEqualTo(4.5);
          }
        }
      }
    }
  }

  @Test
  @DisplayName("marks, lines and bars stand out from the page, 3 to 1, both themes")
  void marksLinesAndBarsStandOutFromThePage3To1BothThemes() {
    List<String> drawn = COLOURS.keySet().stream().filter(n -> n.matches("[ck]\\d")).toList();
    assertThat(drawn).hasSize(8 + 10);
    for (String name : drawn) {
      for (int theme = 0; theme < 2; theme++) {
        assertThat(contrast(COLOURS.get(name)[theme], COLOURS.get("page")[theme]))
            .as(name + (theme == 0 ? ", light" : ", dark"))
            .isGreaterThanOrEqualTo(3);
      }
    }
  }

  @Test
  @DisplayName(
      "the text of drawings has the page's ink, and no rule gives a colour outside the table")
  void theTextOfDrawingsHasThePagesInkAndNoRuleGivesAColourOutsideTheTable() {
    assertThat(STYLE).contains("svg text { fill: var(--ink);");
    String rules = STYLE.substring(STYLE.indexOf("}") + 1);
    assertThat(all("#[0-9a-fA-F]{3,8}\\b|rgba?\\(", rules)).isEmpty();
    assertThat(
            all(
                "color: (?!var\\(--(ink|soft|link)\\)|light|dark)[^;]+",
                rules.replace("border-color", "").replaceAll("[a-z-]+-color", "")))
        .isEmpty();
  }

  @Test
  @DisplayName("style and script ask for nothing from elsewhere")
  void styleAndScriptAskForNothingFromElsewhere() {
    for (String text : List.of(STYLE, Page.resource(Page.class, "page.js"))) {
      assertThat(text).doesNotContain("url(", "@import", "://", "fetch(", "XMLHttp", "]]>", "</");
    }
  }
}
