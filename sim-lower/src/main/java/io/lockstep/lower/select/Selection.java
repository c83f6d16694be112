// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

import io.lockstep.io.Resources;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A family's table from portable operations to machine operations. Immutable and thread-safe.
 *
 * <p>The table is a text. {@code #} begins a comment, and an indented line continues the previous
 * one. The lines are:
 *
 * <ul>
 *   <li>{@code unit VALU = v_add_u32 v_sub_*} declares the machine class of mnemonics, before the
 *       rules that use them. The first pattern that matches applies.
 *   <li>{@code name SHL = lshl} declares the text of the placeholder <code>{op}</code>.
 *   <li>{@code MIN|MAX signed = v_{op}_i32(a, b)} is a rule for operations, {@code *} one for all
 *       others. The first rule whose conditions hold applies.
 *   <li>{@code carry(x, y) = sum := ADD(x, y); LESS(sum, x)} defines a term with parameters.
 *   <li>{@code SHUFFLE = refuse "operations across lanes"} refuses operations.
 * </ul>
 *
 * <p>Terms are evaluated from left to right, arguments before their operation. {@code 3 * f(x)}
 * executes an operation three times, {@code [x, y]} is {@code pair(x, y)}, and {@code x.hi} is
 * {@code hi(x)}. Conditions are the target's or test the instruction: types ({@code i32}, {@code
 * from_f16}, {@code float}, {@code long}, {@code short}), comparisons ({@code eq}), spaces ({@code
 * in_local}), atomics ({@code atomic_add}), classes ({@code class_int_mul24}) and modifiers ({@code
 * signed}, {@code approximate}); {@code !} negates one, {@code |} separates alternatives.
 *
 * @param <U> machine classes of the family
 */
public final class Selection<U extends Enum<U>> {
  private record Pattern<U>(String expression, U unit) {}

  private final Class<U> units;
  private final Map<Op, List<Term.Rule>> operations = new EnumMap<>(Op.class);
  private final Set<Op> listed = EnumSet.noneOf(Op.class);
  private final Map<String, List<Term.Rule>> definitions = new HashMap<>();
  private final Map<Op, String> names = new EnumMap<>(Op.class);
  private final List<Pattern<U>> patterns = new ArrayList<>();
  private final Map<String, Optional<U>> known = new ConcurrentHashMap<>();

  /**
   * Parses a table.
   *
   * @param units machine classes of the family
   * @param file name of the table for messages
   * @param lines the table's lines
   * @throws IllegalArgumentException for an error in the table, which names the file and line
   */
  public Selection(Class<U> units, String file, List<String> lines) {
    this.units = units;
    for (Op op : Op.values()) {
      names.put(op, op.name().toLowerCase(Locale.ROOT));
      operations.put(op, new ArrayList<>());
    }
    for (int n = 0; n < lines.size(); ) {
      String place = file + ":" + (n + 1);
      StringBuilder text = new StringBuilder(plain(lines.get(n++)));
      while (n < lines.size() && lines.get(n).startsWith(" ")) {
        text.append(' ').append(plain(lines.get(n++)));
      }
      if (!text.toString().isBlank()) {
        read(new RuleParser(this::call, place, text.toString()), text.toString());
      }
    }
  }

  /**
   * {@return the table of a stream, which is closed}
   *
   * @param units machine classes of the family
   * @param file name of the table for messages
   * @param in the table's text, such as a resource of the family's module; not null
   * @param <U> machine classes of the family
   */
  public static <U extends Enum<U>> Selection<U> of(Class<U> units, String file, InputStream in) {
    return new Selection<>(units, file, Resources.text(in).lines().toList());
  }

  private static String plain(String line) {
    int comment = line.indexOf('#');
    return comment < 0 ? line : line.substring(0, comment);
  }

  private void read(RuleParser parser, String text) {
    String head = parser.next();
    if (head.equals("unit")) {
      U unit = constant(units, parser.next(), parser);
      for (String mnemonic : text.substring(text.indexOf('=') + 1).trim().split("\\s+")) {
        if (mnemonic.contains("*")) {
          patterns.add(new Pattern<>(mnemonic.replace(".", "\\.").replace("*", ".*"), unit));
        } else {
          known.putIfAbsent(mnemonic, Optional.of(unit));
        }
      }
    } else if (head.equals("name")) {
      names.put(
          constant(Op.class, parser.next(), parser), text.substring(text.indexOf('=') + 1).trim());
    } else if (parser.parameters()) {
      definition(head).add(parser.rule());
    } else {
      Set<Op> ops = EnumSet.noneOf(Op.class);
      if (head.equals("*")) {
        ops = EnumSet.allOf(Op.class);
      } else {
        ops.add(constant(Op.class, head, parser));
        while (parser.accept("|")) {
          ops.add(constant(Op.class, parser.next(), parser));
        }
        listed.addAll(ops);
      }
      Term.Rule rule = parser.rule();
      ops.forEach(op -> operations.get(op).add(rule));
    }
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String name, RuleParser parser) {
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw parser.problem("no " + type.getSimpleName() + " is called " + name);
    }
  }

  /** {@return the operations that no rule names, which a complete table does not have} */
  public Set<Op> missing() {
    return EnumSet.complementOf(EnumSet.copyOf(listed));
  }

  /**
   * {@return why the machine has no instruction of an operation; null if it has, or if only
   * instructions with certain properties are refused}
   *
   * @param op an operation
   */
  public String refusal(Op op) {
    List<Term.Rule> rules = operations.get(op);
    return rules.isEmpty() || !rules.get(0).conditions().isEmpty() ? null : rules.get(0).refusal();
  }

  /**
   * {@return the machine class of a mnemonic; null if the table declares none}
   *
   * @param mnemonic name of a machine operation
   */
  public U unit(String mnemonic) {
    Optional<U> unit = known.get(mnemonic);
    if (unit == null) {
      unit =
          patterns.stream()
              .filter(p -> mnemonic.matches(p.expression()))
              .map(Pattern::unit)
              .findFirst();
      known.put(mnemonic, unit);
    }
    return unit.orElse(null);
  }

  /** The text of a placeholder that every table may use; null for one of the target. */
  String text(Instruction i, String placeholder) {
    return switch (placeholder) {
      case "op" -> names.get(i.op());
      case "OP" -> i.op().name();
      case "type" -> i.type().name().toLowerCase(Locale.ROOT);
      case "from" -> i.sourceType().name().toLowerCase(Locale.ROOT);
      case "bits" -> Integer.toString(i.type().bits());
      case "from_bits" -> Integer.toString(i.sourceType().bits());
      case "sign" -> i.signed() ? "i" : "u";
      case "compare" -> i.comparison().name().toLowerCase(Locale.ROOT);
      default -> null;
    };
  }

  List<Term.Rule> rules(Op op) {
    return operations.get(op);
  }

  /** The rules of a definition; empty if the table does not define the name. */
  List<Term.Rule> definition(String name) {
    return definitions.computeIfAbsent(name, k -> new ArrayList<>());
  }

  private Term.Call call(String name, int times, List<Term> arguments) {
    return new Term.Call(operation(name, times), definition(name), arguments);
  }

  Operation<U> operation(String name, int times) {
    return new Operation<>(name, name.indexOf('{') < 0 ? unit(name) : null, times);
  }
}
