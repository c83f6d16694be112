// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.InputException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses ranges: {@code 64..256:64}, {@code 8KiB..64KiB:*2}, {@code 1..8}. */
final class RangeText {
  static final int MOST_VALUES = 1 << 20;

  private static final Pattern FORM = Pattern.compile("(.+?)\\.\\.(.*?)(?::(.*))?");

  private RangeText() {}

  static boolean is(String text) {
    return text.contains("..");
  }

  static Listed read(Item range) {
    String text = range.text();
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches() || form.group(2).isBlank() || "".equals(form.group(3))) {
      throw wrong(range, "expected a range such as 64..256:64 or 64..1024:*2");
    }
    String from = form.group(1).strip();
    String to = form.group(2).strip();
    String by = form.group(3) == null ? "" : form.group(3).strip();
    boolean times = by.startsWith("*");
    if (!times && !by.isEmpty() && from.startsWith("*")) {
      by = "*" + by; // the step between factors is a factor too
    }
    Amounts amounts =
        Amounts.of(
            range.where(), by.isEmpty() || times ? List.of(from, to) : List.of(from, to, by));
    BigDecimal first = amounts.number(from);
    BigDecimal last = amounts.number(to);
    if (first.compareTo(last) > 0) {
      throw wrong(range, "expected a range upwards, " + to + ".." + from);
    }
    List<Item> items =
        times
            ? geometric(range, first, last, factor(range, by.substring(1).strip()), amounts)
            : linear(range, first, last, step(range, by, amounts), amounts);
    return new Listed(range.where(), text, items);
  }

  private static BigDecimal step(Item range, String by, Amounts amounts) {
    if (by.isEmpty() && !amounts.isWhole()) {
      throw wrong(range, "a range of decimals wants a step, for example 0.5..2.0:0.5");
    }
    BigDecimal step = by.isEmpty() ? BigDecimal.ONE : amounts.number(by);
    if (step.signum() <= 0) {
      throw wrong(range, "expected a step above 0, found " + by);
    }
    return step;
  }

  private static BigDecimal factor(Item range, String by) {
    BigDecimal factor = Amounts.of(range.where(), List.of(by)).number(by);
    if (factor.compareTo(BigDecimal.ONE) <= 0) {
      throw wrong(range, "expected a factor above 1, found *" + by);
    }
    return factor;
  }

  private static List<Item> linear(
      Item range, BigDecimal first, BigDecimal last, BigDecimal step, Amounts amounts) {
    BigDecimal count = last.subtract(first).divide(step, 0, RoundingMode.FLOOR);
    if (count.compareTo(BigDecimal.valueOf(MOST_VALUES)) >= 0) {
      throw tooMany(range);
    }
    return new RangeItems(range.where(), amounts, first, step, count.intValueExact() + 1);
  }

  private static List<Item> geometric(
      Item range, BigDecimal first, BigDecimal last, BigDecimal factor, Amounts amounts) {
    if (first.signum() <= 0) {
      throw wrong(range, "a range by factors begins above 0");
    }
    List<BigDecimal> numbers = new ArrayList<>();
    BigDecimal exact = first;
    while (exact.compareTo(last) <= 0) {
      BigDecimal number = amounts.rounded(exact);
      if (numbers.isEmpty() || number.compareTo(numbers.get(numbers.size() - 1)) > 0) {
        numbers.add(number);
      }
      if (numbers.size() > MOST_VALUES) {
        throw tooMany(range);
      }
      exact = exact.multiply(factor, MathContext.DECIMAL128);
    }
    return numbers.stream().map(n -> new Item(amounts.text(n), range.where())).toList();
  }

  private static InputException tooMany(Item range) {
    return wrong(range, "has more than " + MOST_VALUES + " values");
  }

  private static InputException wrong(Item range, String what) {
    return new InputException(range.where(), "the range '" + range.text() + "': " + what);
  }
}
