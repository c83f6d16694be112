package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MeasureTest {
  private static final Map<String, Double> VALUES =
      Map.of("seconds", 0.5, "items", 7.0, "l1.hits", 3.0);

  private static double value(String text) {
    return new Measure("s.yaml:1:1", text)
        .value(
            n -> VALUES.containsKey(n) ? OptionalDouble.of(VALUES.get(n)) : OptionalDouble.empty());
  }

  @Test
  @DisplayName("all arithmetic is real, with the usual precedence, signs and brackets")
  void allArithmeticIsRealWithTheUsualPrecedenceSignsAndBrackets() {
    assertThat(value("1 / 2")).isEqualTo(0.5);
    assertThat(value("items / 2 * 4 - 1")).isEqualTo(13);
    assertThat(value("-(2 + 3) * -l1.hits")).isEqualTo(15);
    assertThat(value("4096 * items / seconds / 1e9")).isEqualTo(4096 * 7 / 0.5 / 1e9);
    assertThat(value("1.5e-1 - .5")).isEqualTo(0.15 - 0.5);
  }

  @Test
  @DisplayName("min and max take two values or more, log2 takes one")
  void minAndMaxTakeTwoValuesOrMoreLog2TakesOne() {
    assertThat(value("min(items, 2, 5)")).isEqualTo(2);
    assertThat(value("max(items, seconds)")).isEqualTo(7);
    assertThat(value("log2(8)")).isEqualTo(3);
    assertThatThrownBy(() -> value("min(1)")).isInstanceOf(InputException.class);
    assertThatThrownBy(() -> value("sqrt(1)"))
        .hasMessage(
            "s.yaml:1:1: in 'sqrt(1)' at character 1: expected min(x, y), max(x, y) or log2(x),"
                + " found 'sqrt' of 1 value");
  }

  @Test
  @DisplayName("it knows its names, and what is no expression is an error at its character")
  void itKnowsItsNamesAndWhatIsNoExpressionIsAnErrorAtItsCharacter() {
    assertThat(new Measure("w", "a.b_c * seconds + max(x, 1)").names())
        .containsExactly("a.b_c", "seconds", "x");
    for (String[] wrong :
        new String[][] {
          {"1 +", "at character 4: expected a number or a name, found the end"},
          {"1 2", "at character 3: expected an operator, found '2'"},
          {"(1", "at character 3: expected ')', found the end"},
          {"1e", "at character 1: expected a number, found '1e'"},
          {"", "at character 1: expected a number or a name, found the end"}
        }) {
      assertThatThrownBy(() -> value(wrong[0])).hasMessageEndingWith(wrong[1]);
    }
    assertThatThrownBy(() -> value("(".repeat(1000))).isInstanceOf(InputException.class);
    assertThatThrownBy(() -> value("-".repeat(3000) + "1")).isInstanceOf(InputException.class);
  }
}
