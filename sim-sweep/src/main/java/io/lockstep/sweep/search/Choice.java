// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.Listed;
import io.lockstep.sweep.file.Named;
import io.lockstep.sweep.file.SweepSection;
import io.lockstep.sweep.file.Zip;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A dimension of the search space: the device, a parameter, a figure, or several parameters and
 * figures that vary together.
 *
 * @param names keys of the parameters or figures, as in the file
 * @param values values of each name; all lists have the same length
 * @param where position in the file, for messages
 */
record Choice(Kind kind, List<String> names, List<List<Item>> values, String where) {
  private static final Pattern NUMBER = Pattern.compile("([-+]?[0-9]+(?:\\.[0-9]+)?)(.*)");

  enum Kind {
    DEVICE,
    PARAMETER,
    SETTING,
    ZIP
  }

  /** Returns all quantities of a section that have more than one value. */
  static List<Choice> of(SweepSection section) {
    List<Choice> all = new ArrayList<>();
    section.parameters().forEach(p -> open(Kind.PARAMETER, p).ifPresent(all::add));
    for (Zip zip : section.zips()) {
      List<Named> columns = zip.all();
      List<List<Item>> values = columns.stream().map(n -> ((Listed) n.values()).items()).toList();
      if (values.get(0).size() > 1) {
        List<String> names = columns.stream().map(Named::key).toList();
        all.add(new Choice(Kind.ZIP, names, values, zip.where()));
      }
    }
    section.settings().forEach(s -> open(Kind.SETTING, s).ifPresent(all::add));
    List<Item> devices = section.devices().orElse(List.of());
    if (devices.size() > 1) {
      all.add(new Choice(Kind.DEVICE, List.of("device"), List.of(devices), devices.get(0).where()));
    }
    return all;
  }

  private static Optional<Choice> open(Kind kind, Named named) {
    return named.values() instanceof Listed listed && listed.items().size() > 1
        ? Optional.of(
            new Choice(kind, List.of(named.key()), List.of(listed.items()), named.where()))
        : Optional.empty();
  }

  String name() {
    return String.join("+", names);
  }

  int size() {
    return values.get(0).size();
  }

  String text(int index) {
    return String.join("+", values.stream().map(column -> column.get(index).text()).toList());
  }

  /** Returns whether a choice of another workload has the same kind, names and values. */
  boolean isSame(Choice other) {
    Function<Choice, List<String>> texts =
        c -> c.values.stream().flatMap(List::stream).map(Item::text).toList();
    return kind == other.kind
        && names.equals(other.names)
        && texts.apply(this).equals(texts.apply(other));
  }

  /** Returns whether the values are numbers in monotonic order, so that neighbours behave alike. */
  boolean isOrdered() {
    if (kind == Kind.DEVICE) {
      return false;
    }
    TreeSet<Integer> ways = new TreeSet<>();
    for (List<Item> column : values) {
      BigDecimal before = null;
      for (Item item : column) {
        Optional<BigDecimal> number = number(item.text());
        if (number.isEmpty()) {
          return false;
        }
        if (before != null) {
          ways.add(number.get().compareTo(before));
        }
        before = number.get();
      }
    }
    return ways.size() == 1 && !ways.contains(0);
  }

  /**
   * Parses a number. Binary byte units scale it; other units are ignored. Returns empty if the text
   * is not a number.
   */
  private static Optional<BigDecimal> number(String text) {
    Matcher m = NUMBER.matcher(text.strip());
    if (!m.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(m.group(1));
    int power = List.of("B", "KiB", "MiB", "GiB").indexOf(m.group(2).strip());
    return Optional.of(power < 0 ? number : number.multiply(BigDecimal.valueOf(1L << 10 * power)));
  }

  /** Returns a section in which this choice has a single value. */
  SweepSection pinned(SweepSection section, int index) {
    return new SweepSection(
        kind == Kind.DEVICE
            ? section.devices().map(d -> List.of(values.get(0).get(index)))
            : section.devices(),
        kind == Kind.PARAMETER ? pinned(section.parameters(), index) : section.parameters(),
        kind == Kind.SETTING ? pinned(section.settings(), index) : section.settings(),
        kind == Kind.ZIP
            ? section.zips().stream()
                .map(
                    zip ->
                        zip.all().stream().map(Named::key).toList().equals(names)
                            ? new Zip(
                                zip.where(),
                                pinned(zip.parameters(), index),
                                pinned(zip.settings(), index))
                            : zip)
                .toList()
            : section.zips(),
        section.conditions());
  }

  private List<Named> pinned(List<Named> all, int index) {
    return all.stream()
        .map(
            named -> {
              int column = names.indexOf(named.key());
              return column < 0
                  ? named
                  : new Named(
                      named.name(),
                      named.ifThere(),
                      named.where(),
                      Listed.of(values.get(column).get(index)));
            })
        .toList();
  }
}
