// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expression language on single values; workloads test it on elements of buffers. */
class ExpressionTest {
  private static final Map<String, Object> NAMES =
      Map.of(
          "n",
          96L,
          "m",
          -3L,
          "x",
          0.5,
          "device",
          "hd5870",
          "l1.size",
          16384L,
          "hits",
          new BigDecimal("7"));

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
        "-7 / 2; -3",
        "m / 2 * 2 + m % 2; -3",
        "-7 % 4; -3",
        "7 % m; 1",
        "-7 % -4; -3",
        "7 / 2.0; 3.5",
        "hits / 2; 3.5",
        "real(7) / 2; 3.5",
        "0.1 + 0.2; 0.3",
        "0.1 * 3; 0.3",
        "1 / 3.0; 0.333333333333333",
        "n * x; 48",
        "1e3; 1000",
        ".5 - 1.5e-1; 0.35",
        "0x10 - 1; 15",
        "5 % 4 << 2; 4",
        "12 & 10; 8",
        "12 | 3 xor 6 & 2; 13",
        "((n)xor(0x41)) == 33 && (n xor n) == 0; true",
        "2^4; 16",
        "2^48+16; 281474976710672",
        "2^3^2; 512",
        "-2^2; -4",
        "(-2)^3; -8",
        "(-2)^63; -9223372036854775808",
        "0^0; 1",
        "(-1)^9223372036854775807; -1",
        "3 * n^2 / 2; 13824",
        "~2^2 & 255; 251",
        "2 ^ 0.5 == sqrt(2); true",
        "2.0^-1; 0.5",
        "x^2; 0.25",
        "hits^2; 49",
        "~n & 255; 159",
        "(n & 32) == 32; true",
        "-16 >> 2; -4",
        "n % 32 == 0 && n > 64; true",
        "n == 96.0; true",
        "!(n == 96) || x < 1; true",
        "device == 'hd5870'; true",
        "device != \"hd5870\"; false",
        "n > 64 ? 'large' : 'small'; large",
        "n > 64 ? n > 90 ? 1 : 2 : 3; 1",
        "select(n > 64, 1, 2); 1",
        "(n > 64 ? 7 : 0.5) / 2; 3.5",
        "(n > 64 ? 7 : hits) / 2; 3.5",
        "n > 64 ? 16 : 'auto'; 16",
        "l1.size >= 16KiB; true",
        "l1.size / 64B; 256",
        "1.5KiB; 1536",
        "850MHz; 850000000",
        "153.6GB/s / 1e9; 153.6",
        "16B/cycle*2; 32",
        "l1.size/16B/n; 10",
        "20cycles - 0.5; 19.5",
        "2.0cycles; 2",
        "min(3, 1, 2) + max(n, 100); 101",
        "min(n, 0.5, 2); 0.5",
        "abs(3 - 5) + floor(2.7) + ceil(2.2) + round(2.5); 10",
        "floor(-2.5) * 1000 + ceil(-2.5) * 100 + round(-2.5) * 10 + trunc(-2.5); -3232",
        "round(0.49999999999999994); 0",
        "floor(n); 96",
        "log2(1024); 10",
        "log2(6.0); 2.58496250072116",
        "log2(real(536870912)) == 29; true",
        "sqrt(2); 1.4142135623731",
        "pow(2, 10); 1024",
        "exp(1); 2.71828182845905",
        "log(10); 2.30258509299405",
        "sin(1) * sin(1) + cos(1) * cos(1); 1",
        "f32(0.1); 0.100000001490116",
        "mix(0, 1); 33350994",
        "uniform(3, 7) * 16777216 == mix(3, 7) / 256; true",
        "1 == 2 == false; true",
        "1 < 2 == 3 < 4; true",
        "0.0 / 0 == 0.0 / 0; false",
        "1 / 0.0 > 1e308; true",
        "9223372036854775807; 9223372036854775807",
        "9007199254740993 + 0; 9007199254740993",
        "1e23; 100000000000000000000000",
        "1000.0 * 1000; 1000000",
        "0.5 - 0.5; 0",
        "true; true"
      })
  void computesWholeNumbersExactlyAndOthersAsDoubles(String expression, String expected) {
    assertThat(text(expression)).isEqualTo(expected);
  }

  @Test
  @DisplayName("only the operand that decides is evaluated")
  void evaluatesOnlyTheOperandThatDecides() {
    assertThat(text("n == 96 || 1 / 0 > 0")).isEqualTo("true");
    assertThat(text("n != 96 && 1 / 0 > 0")).isEqualTo("false");
    assertThat(text("n == 96 ? 1 : 1 / 0")).isEqualTo("1");
    assertThat(text("n == 96 ? 1 : device + 1")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "n +~ 4: expected a number, a name or '(', found the end",
        "(n~ 3: expected ')', found the end",
        "n n~ 3: expected an operator, found 'n'",
        "n @ 1~ 3: expected an operator, found '@'",
        "n &&& 1~ 5: expected a number, a name or '(', found '&'",
        "n < 3 ? 1~ 10: expected ':', found the end",
        "'n~ 1: the quotation mark has no other one",
        "n = 1~ 3: expected an operator, found '='",
        "1.2.3~ 1: expected a number, with a unit or without, found '1.2.3'",
        "1e~ 1: expected a number, with a unit or without, found '1e'",
        "0x~ 1: expected a number, with a unit or without, found '0x'",
        "16Kib~ 1: expected a number, with a unit or without, found '16Kib'; did you mean '16KiB'?",
        "9223372036854775808~ 1: expected a whole number of 64 bits, found '9223372036854775808'",
        "sqr(x)~ 1: unknown function 'sqr'; did you mean 'sqrt'?",
        "pow(x)~ 1: pow takes 2 arguments, found 1",
        "abs(1, 2)~ 1: abs takes 1 argument, found 2",
        "select(n < 1, 2)~ 1: select takes 3 arguments, found 2",
        "min(1)~ 1: min takes 2 or more arguments, found 1",
        "sum(a)~ 1: sum takes a buffer, and only workloads have buffers",
        "1 + a[0]~ 5: 'a[...]': only workloads have buffers",
        "n % x~ 5: expected a whole number, found a real number (floor, ceil, round, trunc make"
            + " whole ones)",
        "1.5 << 2~ 1: expected a whole number, found a real number (floor, ceil, round, trunc make"
            + " whole ones)",
        "mix(x, 1)~ 5: expected a whole number, found a real number (floor, ceil, round, trunc make"
            + " whole ones)",
        "n && true~ 1: expected a comparison, found a whole number",
        "true && n~ 9: expected a comparison, found a whole number",
        "n ? 1 : 2~ 1: expected a comparison, found a whole number",
        "!x~ 2: expected a comparison, found a real number",
        "n + (n < 3)~ 6: expected a number, found a comparison",
        "device + 1~ 1: expected a number, found a text",
        "device == 1~ 1: cannot compare a text with a whole number",
        "1 == 1 == 1~ 1: cannot compare a comparison with a whole number",
        "y + 1~ 1: 'y' has no value",
        "2 + n % 0~ 5: division by zero",
        "n / (n - 96)~ 1: division by zero",
        "9223372036854775807 + 1~ 1: 9223372036854775807 + 1 does not fit 64 bits",
        "9223372036854775807 * n~ 1: 9223372036854775807 * 96 does not fit 64 bits",
        "-9223372036854775807 - 2~ 1: -9223372036854775807 - 2 does not fit 64 bits",
        "(-9223372036854775807 - 1) / -1~ 2: -9223372036854775808 / -1 does not fit 64 bits",
        "n << 64~ 1: shift by 64, expected 0 to 63",
        "n << 58~ 1: 96 << 58 does not fit 64 bits",
        "1 + 2^63~ 5: 2 ^ 63 does not fit 64 bits ('^' is a power; exclusive or is 'xor')",
        "3 ^ 41~ 1: 3 ^ 41 does not fit 64 bits ('^' is a power; exclusive or is 'xor')",
        "n^m~ 1: 96 ^ -3 is not a whole number; a real number has negative powers: real(96) ^ -3",
        "0^m~ 1: 0 ^ -3 is not a whole number; a real number has negative powers: real(0) ^ -3",
        "2^(n < 3)~ 4: expected a number, found a comparison",
        "2^~ 3: expected a number, a name or '(', found the end",
        "n xor 0.5~ 7: expected a whole number, found a real number (floor, ceil, round, trunc make"
            + " whole ones)",
        "n xorn 1~ 3: expected an operator, found 'x'",
        "log2(n)~ 1: log2 of 96, which is not a power of two",
        "floor(1e19)~ 1: floor of 1.0E19 does not fit 64 bits",
        "round(0.0 / 0)~ 1: round of NaN does not fit 64 bits",
        "abs(-9223372036854775807 - 1)~ 1: abs of -9223372036854775808 does not fit 64 bits"
      })
  void reportsWhatIsWrongAtItsCharacter(String expression, String expected) {
    assertThatThrownBy(() -> value(expression))
        .isInstanceOf(InputException.class)
        .hasMessage("s.yaml:1:1: in '" + expression + "' at character " + expected);
  }

  @Test
  @DisplayName("operands of the wrong kind are found before names have values")
  void findsOperandsOfTheWrongKindBeforeNamesHaveValues() {
    for (String wrong : new String[] {"1 + 'a'", "q && (1 < 2) + 1", "sqrt(1 < 2)", "2.0 % q"}) {
      assertThatThrownBy(() -> Expression.of("w", wrong)).isInstanceOf(InputException.class);
    }
    assertThat(Expression.of("w", "n * (16 + n) / seconds").ofReals().names())
        .containsExactly("n", "seconds");
    assertThatThrownBy(() -> Expression.of("w", "2 + n % 16").ofReals())
        .hasMessageContaining("at character 5: expected a whole number, found a real number");
    assertThatThrownBy(() -> Expression.of("w", "n > 16").ofReals())
        .hasMessageContaining("expected a number, found a comparison");
  }

  @Test
  @DisplayName("a result that is infinite or not a number is refused where a value is wanted")
  void refusesResultsThatAreNotFinite() {
    Expression rate = Expression.of("w", "n / (x - 0.5)");
    assertThat(rate.real(NAMES::get)).isInfinite();
    assertThatThrownBy(() -> rate.value(NAMES::get))
        .hasMessage("w: in 'n / (x - 0.5)': the result is Infinity");
    assertThat(Expression.of("w", "n / (x - 0.5) > 1").holds(NAMES::get)).isTrue();
    assertThatThrownBy(() -> rate.holds(NAMES::get))
        .hasMessageContaining("expected a comparison, found a real number");
  }

  @Test
  @DisplayName("values of figures are numbers in plain units")
  void readsQuantities() {
    assertThat(Expression.text(Quantity.value("85%"))).isEqualTo("0.85");
    assertThat(Quantity.value("16KiB")).isEqualTo(16384L);
    assertThat(Quantity.value("1_024 B")).isEqualTo(1024L);
    assertThat(Expression.text(Quantity.value("2.5cycles"))).isEqualTo("2.5");
    assertThat(Quantity.value("20cycles")).isEqualTo(20L);
    assertThat(Quantity.value("4B/cycle")).isEqualTo(4L);
    assertThat(Quantity.value("1.5ns")).isEqualTo(1500L);
    assertThat(Quantity.value("-3")).isEqualTo(-3L);
    assertThat(Quantity.value("99999999999999999999")).isEqualTo(1e20);
    assertThat(Quantity.value("fr_fcfs")).isEqualTo("fr_fcfs");
    assertThat(Quantity.value("*2")).isEqualTo("*2");
    assertThat(Quantity.value("true")).isEqualTo(true);
  }

  @Test
  @DisplayName("texts that are too long or nested too deeply end in a message")
  void refusesTextsThatAreTooLongOrNestedTooDeeply() {
    assertThatThrownBy(() -> value("(".repeat(500))).hasMessageContaining("nested deeper than 100");
    assertThatThrownBy(() -> value("-".repeat(500) + "1")).hasMessageContaining("deeper than 100");
    assertThatThrownBy(() -> value("1^".repeat(500) + "1")).hasMessageContaining("deeper than 100");
    assertThatThrownBy(() -> value("1" + "+1".repeat(2000)))
        .hasMessageContaining("at most 2000 characters");
    assertThat(value("1" + "+1".repeat(999))).isEqualTo(1000L);
    assertThatThrownBy(() -> value("1e999999999999KiB")).isInstanceOf(InputException.class);
  }
}
