package io.lockstep.sweep.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionTest {
  private static final Map<String, Object> NAMES =
      Map.of("n", 96L, "x", Quantity.value("0.5"), "device", "hd5870", "l1.size", 16384L);

  private static Object value(String text) {
    return Expression.of("s.yaml:1:1", text).value(NAMES::get);
  }

  private static String text(String text) {
    return Expression.text(value(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "1 + 2 * 3; 7",
        "(1 + 2) * 3; 9",
        "-n + 100; 4",
        "7 / 2; 3",
        "-7 / 2; -4",
        "-7 % 4; 1",
        "7 / 2.0; 3.5",
        "0.1 + 0.2; 0.3",
        "1 / 3.0; 0.3333333333333333",
        "n * x; 48",
        "1e3; 1000",
        "n % 32 == 0 && n > 64; true",
        "n == 96.0; true",
        "!(n == 96) || x < 1; true",
        "device == 'hd5870'; true",
        "device != \"hd5870\"; false",
        "n > 64 ? 'large' : 'small'; large",
        "n > 64 ? n > 90 ? 1 : 2 : 3; 1",
        "l1.size >= 16KiB; true",
        "l1.size / 64B; 256",
        "850MHz; 850000000",
        "20cycles - 0.5; 19.5",
        "min(3, 1, 2) + max(n, 100); 101",
        "abs(3 - 5) + floor(2.7) + ceil(2.2) + round(2.5); 10",
        "log2(1024); 10",
        "1 == 2 == false; true",
        "9223372036854775807; 9223372036854775807",
        "true; true"
      })
  void operatorsBindAsInWorkloadsAndWholeNumbersStayWhole(String expression, String expected) {
    assertThat(text(expression)).isEqualTo(expected);
  }

  @Test
  void valuesOfFiguresAreNumbersInPlainUnits() {
    assertThat(Expression.text(Quantity.value("85%"))).isEqualTo("0.85");
    assertThat(Quantity.value("16KiB")).isEqualTo(16384L);
    assertThat(Expression.text(Quantity.value("2.5cycles"))).isEqualTo("2.5");
    assertThat(Quantity.value("20cycles")).isEqualTo(20L);
    assertThat(Quantity.value("4B/cycle")).isEqualTo(4L);
    assertThat(Quantity.value("1.5ns")).isEqualTo(1500L);
    assertThat(Quantity.value("-3")).isEqualTo(-3L);
    assertThat(Quantity.value("fr_fcfs")).isEqualTo("fr_fcfs");
    assertThat(Quantity.value("*2")).isEqualTo("*2");
    assertThat(Quantity.value("true")).isEqualTo(true);
  }

  @Test
  void onlyTheSideThatCountsIsEvaluated() {
    assertThat(text("n == 96 || 1 / 0 > 0")).isEqualTo("true");
    assertThat(text("n != 96 && 1 / 0 > 0")).isEqualTo("false");
    assertThat(text("n == 96 ? 1 : 1 / 0")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "n +; in 'n +' at character 4: expected a number, a name, a text or '(', found the end",
        "(n; in '(n' at character 3: expected ')', found the end",
        "n n; in 'n n' at character 3: expected an operator, found 'n'",
        "'n; in ''n' at character 1: the quotation mark has no other one",
        "n = 1; in 'n = 1' at character 3: expected an operator, found '='",
        "1.2.3; in '1.2.3' at character 1: expected a number, with a unit or without, found '1.2.3'",
        "16Kib; in '16Kib' at character 1: expected a number, with a unit or without, found '16Kib'",
        "n % 0; in 'n % 0' at character 1: division by zero",
        "n % x; in 'n % x' at character 1: expected a whole number, found the number 0.5",
        "n && true; in 'n && true' at character 1: expected a comparison, found the whole number 96",
        "true && n; in 'true && n' at character 9: expected a comparison, found the whole number 96",
        "device + 1; in 'device + 1' at character 1: expected a number, found the text 'hd5870'",
        "device == 1; in 'device == 1' at character 1: cannot compare the text 'hd5870' with the"
            + " whole number 1",
        "9223372036854775807 + 1; in '9223372036854775807 + 1' at character 1: the result has more"
            + " than 64 bits",
        "log2(n); in 'log2(n)' at character 1: expected a power of two, found 96",
        "abs(1, 2); in 'abs(1, 2)' at character 1: 'abs' takes 1 argument, found 2",
        "min(1); in 'min(1)' at character 1: 'min' takes 2 arguments or more, found 1"
      })
  void whatIsWrongIsToldWithItsPlace(String expression, String expected) {
    assertThatThrownBy(() -> value(expression))
        .isInstanceOf(InputException.class)
        .hasMessage("s.yaml:1:1: " + expected);
  }

  @Test
  void hugeNumbersAndDeepNestingEndInAMessage() {
    String product = "1e99 * 1e99 * 1e99 * 1e99 * 1e99 * 1e99 * 1e99 * 1e99 * 1e99 * 1e99 * 1e99";
    assertThatThrownBy(() -> value(product)).hasMessageContaining("more than 1000 digits");
    assertThatThrownBy(() -> value("(".repeat(500))).hasMessageContaining("nested deeper than 100");
    assertThatThrownBy(() -> value("-".repeat(500) + "1")).hasMessageContaining("deeper than 100");
    assertThatThrownBy(() -> value("1" + "+1".repeat(2000)))
        .hasMessageContaining("at most 2000 characters");
  }

  @Property(tries = 200)
  void sumsProductsAndComparisonsOfWholeNumbersAreTheirs(
      @ForAll @IntRange(min = -1000, max = 1000) int a,
      @ForAll @IntRange(min = 1, max = 1000) int b) {
    String terms = "(" + a + ")";
    assertThat(value(terms + " + " + b + " * 3")).isEqualTo((long) a + b * 3L);
    assertThat(value(terms + " / " + b)).isEqualTo((long) Math.floorDiv(a, b));
    assertThat(value(terms + " % " + b)).isEqualTo((long) Math.floorMod(a, b));
    assertThat(value(terms + " < " + b)).isEqualTo(a < b);
    assertThat(value(terms + " - " + b + " - 1")).isEqualTo((long) a - b - 1);
  }
}
