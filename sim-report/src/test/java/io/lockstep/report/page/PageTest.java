// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.run.answer.Heading;
import io.lockstep.testsupport.Xml;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final String EVIL =
      "</script><script>alert('1')</script>\" onload=\"x ]]> & \u0000 \uD800 \u202E \u2066 \uFEFF \u2028";

  private static String page(String words) {
    return new Page(words, new Origin(words, words))
        .lead(words)
        .data("{\n  \"lockstep\": \"1\", \"text\": " + quoted(words) + "\n}\n")
        .add(
            new Section(
                "one",
                words,
                page ->
                    new HtmlTable(
                            page,
                            "t",
                            words,
                            Heading.all(Heading.words(words).meaning(words), ">b"))
                        .row(words, words)))
        .write();
  }

  private static String quoted(String words) {
    try {
      return new ObjectMapper().writeValueAsString(words);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @DisplayName("nothing that people write becomes markup, script or a change of direction")
  void nothingThatPeopleWriteBecomesMarkupScriptOrAChangeOfDirection() throws Exception {
    String page = page(EVIL);
    Xml document = Xml.parse(page);
    assertThat(document.texts("script")).hasSize(2);
    assertThat(page).doesNotContain("\u0000", "\uD800", "\u202E", "\u2066", "\uFEFF", "\u2028");
    assertThat(page).doesNotContain("<script>alert");
    assertThat(document.texts("h2").get(0))
        .startsWith("</script><script>alert('1')</script>\" onload=\"x ]]> & \uFFFD \uFFFD \uFFFD");
  }

  @Test
  @DisplayName("the page is well-formed XML, and its data come out of it as they went in")
  void thePageIsWellFormedXMLAndItsDataComeOutOfItAsTheyWentIn() throws Exception {
    String words = EVIL.replace("\uD800", "\uD83D\uDE00");
    Xml document = Xml.parse(page(words));
    String json = document.texts("script").get(0);
    JsonNode data = new ObjectMapper().readTree(json);
    assertThat(data.get("text").asText()).isEqualTo(words);
    assertThat(json).doesNotContain("<", ">", "&", "\n", "\u202E");
  }

  @Test
  @DisplayName("the policy allows the page's own script and nothing from elsewhere")
  void thePolicyAllowsThePagesOwnScriptAndNothingFromElsewhere() throws Exception {
    String page = page("words");
    MatchResult policy =
        Pattern.compile("content=\"default-src 'none';.*? script-src 'sha256-(.*?)';")
            .matcher(page)
            .results()
            .findFirst()
            .orElseThrow();
    String script = page.substring(page.lastIndexOf("<script>") + 8, page.lastIndexOf("</script>"));
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
    assertThat(policy.group(1)).isEqualTo(Base64.getEncoder().encodeToString(hash));
    assertThat(page).doesNotContain("<link", "<img", "src=", "url(", "://", "<iframe", "<object");
  }

  @Test
  @DisplayName("the same sections give the same bytes")
  void theSameSectionsGiveTheSameBytes() {
    assertThat(page("words")).isEqualTo(page("words"));
  }

  @Test
  @DisplayName("a row with a cell too many or too few is a defect that shows")
  void aRowWithACellTooManyOrTooFewIsADefectThatShows() {
    HtmlTable table = new HtmlTable(Element.of("section"), "t", "c", Heading.all("a", "b"));
    assertThatThrownBy(() -> table.row("x"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("t: 1 cells in 2 columns");
  }

  @Property(tries = 200)
  void sharesAddUpToAHundredPercentAndAreWithinATenthOfTheExactOnes(
      @ForAll @Size(min = 1, max = 12) List<@LongRange(min = 0, max = 1L << 40) Long> parts) {
    long[] all = parts.stream().mapToLong(p -> p).toArray();
    long sum = Arrays.stream(all).sum();
    int[] shares = Shares.of(all);
    assertThat(Arrays.stream(shares).sum()).isEqualTo(sum == 0 ? 0 : 1000);
    for (int i = 0; i < all.length && sum > 0; i++) {
      assertThat(Math.abs(shares[i] - 1000.0 * all[i] / sum)).isLessThan(1.0);
    }
  }

  @Property(tries = 200)
  void aRatioHasThreeDigitsAndIsNearWhatItIs(@ForAll @IntRange(min = 1, max = 1_000_000) int n) {
    double ratio = n / 1000.0;
    String text = Lengths.ratio(ratio);
    assertThat(Double.parseDouble(text))
        .isCloseTo(ratio, org.assertj.core.api.Assertions.withinPercentage(0.51));
    assertThat(text).matches("\\d+(\\.\\d{1,5})?");
  }
}
