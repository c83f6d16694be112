// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.ValueKind;
import io.lockstep.workload.element.ElementReader;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.Names.Place;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions of workloads: kinds told by the text, elements and reductions of buffers. */
class TypedExpressionTest {
  private static final Scope SCOPE = new Scope(Map.of("n", 10L, "m", -3L), Map.of("x", 2.5));

  private static TypedExpression parse(String text, Place place) {
    Names names =
        new Names(Set.of("n", "m"), Set.of("x"))
            .withBuffers(Map.of("a", ElementType.F32, "b", ElementType.U64))
            .in(place);
    return TypedExpression.parse("e", text, names);
  }

  private static final BufferAccess ELEMENTS =
      name ->
          name.equals("a")
              ? new ElementReader("a", ElementType.F32, 4, (first, n, out) -> put(first, n, out))
              : new ElementReader(
                  "b", ElementType.U64, 3, (first, n, out) -> java.util.Arrays.fill(out, 0, n, -1));

  private static void put(long first, int n, long[] out) {
    float[] values = {0.5f, -2, 8, 0};
    for (int k = 0; k < n; k++) {
      out[k] = ElementType.F32.encode((double) values[(int) first + k]);
    }
  }

  @DisplayName("whole numbers stay whole, real ones are doubles, comparisons are 0 and 1")
  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '~',
      value = {
        "n / 3~ 3",
        "n / 4.0~ 2.5",
        "m / 2~ -1",
        "9007199254740993 + 0.0~ 9.007199254740992E15",
        "(n & 2) == 2 || n == 0 ? 1 : 2~ 1",
        "-x * 2~ -5.0",
        "1 + 2 * 3 == 7 && !(n < m)~ 1",
        "(n > 3) == true~ 1",
        "n >= 10 || 1 / 0 == 1~ 1",
        "n != 10 && 1 / 0 == 1~ 0",
        "n < 3 ? 1 / 0 : 7~ 7",
        "n > 3 ? 1 : 0.5~ 1.0",
        "select(x > 2, n, 1 / 0)~ 10",
        "min(n, m) + max(n, m, 11)~ 8",
        "min(n, x, m)~ -3.0",
        "log2(x * 0.4 + 7)~ 3.0",
        "floor(x) * 10 + floor(n)~ 30",
        "2KiB / n~ 204",
        "sqrt(2)~ 1.4142135623730951",
        "a[1]~ -2.0",
        "a[n - 8] * 2~ 16.0",
        "sum(a)~ 6.5",
        "sum(a, 2)~ -1.5",
        "sum(a, 0)~ 0.0",
        "min(a)~ -2.0",
        "max(a, 2)~ 0.5",
        "count(a)~ 3",
        "any(a) && !all(a) && all(a, 3)~ 1",
      })
  void wholeNumbersStayWholeRealOnesAreDoublesComparisonsAre0And1(String text, String value) {
    TypedExpression expression = parse(text, Place.HOST);
    String found =
        expression.kind() == ValueKind.REAL
            ? Double.toString(expression.real(SCOPE, ELEMENTS))
            : Long.toString(expression.whole(SCOPE, ELEMENTS));
    assertThat(found).isEqualTo(value.strip());
  }

  @Test
  @DisplayName("each element is worth what its own branch says, and no other is looked at")
  void eachElementIsWorthWhatItsOwnBranchSaysAndNoOtherIsLookedAt() {
    TypedExpression expression =
        parse("i > 0 && n / i > 2 ? i % 2 == 0 ? n / i : -i : a[i] > 0 ? 100 : 200", Place.COMPUTE);
    long[] out = new long[4];
    expression.evaluate(ElementBatch.range(SCOPE, ELEMENTS, 0, 4), out);
    assertThat(out).containsExactly(100, -1, 5, -3);
  }

  @Test
  @DisplayName("a tilde gives the complement")
  void complementsBits() {
    assertThat(parse("~n & ~(1 << 2)", Place.PLAIN).whole(SCOPE, ELEMENTS)).isEqualTo(~10L & ~4L);
  }

  @Property(tries = 500)
  void f32AfterEachOperationIsSinglePrecision(@ForAll float a, @ForAll float b) {
    Scope scope = new Scope(Map.of(), Map.of("a", (double) a, "b", (double) b));
    Names names = new Names(Set.of(), Set.of("a", "b"));
    float[] want = {a + b, a - b, a * b, a / b, (float) Math.sqrt(Math.abs(a))};
    String[] texts = {"a + b", "a - b", "a * b", "a / b", "sqrt(abs(a))"};
    for (int k = 0; k < texts.length; k++) {
      double got = TypedExpression.parse("e", "f32(" + texts[k] + ")", names).real(scope, null);
      assertThat(Float.floatToIntBits((float) got)).isEqualTo(Float.floatToIntBits(want[k]));
    }
  }

  @DisplayName("what is wrong stands at its character")
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '~',
      value = {
        "n % x~ character 5: expected a whole number, found a real number (floor, ceil, round, trunc"
            + " make whole ones)",
        "n + (n < 3)~ character 6: expected a number, found a comparison",
        "!x~ character 2: expected a comparison, found a real number",
        "n ? 1 : 2~ character 1: expected a comparison, found a whole number",
        "n < 3 ? 1 : n < 2~ character 13: expected a number, found a comparison",
        "(n < 3) == 1~ character 2: cannot compare a comparison with a whole number",
        "n == 'a'~ character 6: workloads have no texts; expected a number, a name or '('",
        "l1.size~ character 1: unknown name 'l1.size'; valid: m, n, x",
        "min(n)~ character 1: min takes 2 or more arguments, found 1",
        "min(a, n, 2)~ character 5: 'a' is a buffer; expected an element, a[0], or a reduction,"
            + " sum(a)",
        "y + 1~ character 1: unknown name 'y'; did you mean 'm'?",
        "i + 1~ character 1: unknown name 'i'; did you mean 'm'?",
        "a + 1~ character 1: 'a' is a buffer; expected an element, a[0], or a reduction, sum(a)",
        "c[0]~ character 1: no buffer 'c'; did you mean 'a'?",
        "a[x]~ character 3: expected a whole number, found a real number (floor, ceil, round, trunc"
            + " make whole ones)",
        "a[0~ character 4: expected ']', found the end",
        "sum(n)~ character 1: sum takes a buffer: sum(b) or sum(b, n)",
        "sum(a, x)~ character 8: expected a whole number, found a real number (floor, ceil, round,"
            + " trunc make whole ones)",
      })
  void whatIsWrongStandsAtItsCharacter(String text, String message) {
    assertThatThrownBy(() -> parse(text, Place.HOST))
        .isInstanceOf(InputException.class)
        .hasMessage("e: in '" + text + "' at " + message);
  }

  @Test
  void namesThatStandElsewhere() {
    assertThatThrownBy(() -> parse("a[0]", Place.PLAIN))
        .hasMessage(
            "e: in 'a[0]' at character 1: buffers' elements cannot stand here; a step {set: {x:"
                + " 'a[0]'}} takes an element into a variable");
    assertThatThrownBy(() -> parse("sum(a)", Place.COMPUTE))
        .hasMessage(
            "e: in 'sum(a)' at character 1: 'sum' of a buffer stands in set and in conditions; a"
                + " step {set: {x: 'sum(b)'}} takes it into a variable");
    assertThatThrownBy(() -> parse("c[i]", Place.GENERATOR))
        .hasMessage(
            "e: in 'c[i]' at character 1: no buffer 'c' is declared earlier; did you mean 'a'?");
    assertThatThrownBy(() -> parse("a * i", Place.COMPUTE))
        .hasMessage("e: in 'a * i' at character 1: 'a' is a buffer; expected an element, a[i]");
  }

  @DisplayName("values that do not exist or do not fit are refused with the expression")
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '~',
      value = {
        "n / (n - 10)~ 1: division by zero",
        "x + m % (n - 10)~ 5: division by zero",
        "9223372036854775807 + n~ 1: 9223372036854775807 + 10 does not fit 64 bits",
        "floor(1e19)~ 1: floor of 1.0E19 does not fit 64 bits",
        "1 + a[4]~ 5: a[4]: 'a' has 4 elements",
        "a[m]~ 1: a[-3]: 'a' has 4 elements",
        "b[1]~ 1: b[1] is 18446744073709551615, above 64 bits with a sign",
        "sum(a, 5)~ 1: sum of 5 elements: 'a' has 4",
        "min(a, 0)~ 1: min of no elements of 'a'",
      })
  void impossibleValuesAreRefusedWithTheExpression(String text, String message) {
    TypedExpression expression = parse(text, Place.HOST);
    assertThatThrownBy(() -> expression.whole(SCOPE, ELEMENTS))
        .isInstanceOf(InputException.class)
        .hasMessage("e: in '" + text + "' at character " + message);
  }
}
