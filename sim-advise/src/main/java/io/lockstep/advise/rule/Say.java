package io.lockstep.advise.rule;

import io.lockstep.inspect.card.AccessCard;
import io.lockstep.kernel.ir.Op;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Numbers and places in sentences. Stateless. */
final class Say {
  private Say() {}

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  static String one(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.1f", value);
  }

  static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** The words with a capital letter. */
  static String sentence(String words) {
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  /** "line 14", "lines 14 and 17", "a line without a number". */
  static String lines(Collection<Integer> numbers) {
    List<Integer> known = numbers.stream().filter(n -> n > 0).distinct().sorted().toList();
    if (known.isEmpty()) {
      return "an unknown line";
    }
    String last = String.valueOf(known.get(known.size() - 1));
    return known.size() == 1
        ? "line " + last
        : "lines "
            + known.subList(0, known.size() - 1).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", "))
            + " and "
            + last;
  }

  static String linesOf(List<AccessCard> accesses) {
    return lines(accesses.stream().map(AccessCard::line).toList());
  }

  static String operation(AccessCard access) {
    return access.op() == Op.STORE ? "store" : access.op() == Op.ATOMIC ? "atomic" : "load";
  }
}
