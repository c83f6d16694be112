// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import io.lockstep.program.driver.StructureTable.Effect;
import io.lockstep.program.driver.StructureTable.Entry;
import io.lockstep.program.driver.StructureTable.Kind;
import io.lockstep.program.driver.StructureTable.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Makes C of the table of structures: the types, so that a field without an entry does not exist,
 * and for each type a function {@code check_NAME} that refuses what the table says is refused.
 */
public final class StructureText {
  private static final String HEAD = "/* SPDX-License-Identifier: Apache-2.0 */\n";
  private static final String OPENCL = "opencl";

  private static final String HIP = "hip";

  private final List<Entry> entries;
  private final boolean isOpenCl;

  /** HIP's entry of a name goes behind the other one, ahead of structures that have the type. */
  private StructureText(List<Entry> entries, boolean isOpenCl) {
    this.isOpenCl = isOpenCl;
    this.entries = new ArrayList<>(entries);
    for (Entry e : entries) {
      if (isTwice(e) && e.interfaceName().equals(HIP)) {
        this.entries.remove(e);
        this.entries.add(1 + this.entries.indexOf(named(e.name())), e);
      }
    }
  }

  private Entry named(String name) {
    return entries.stream().filter(e -> e.name().equals(name)).findFirst().orElse(null);
  }

  private boolean isTwice(Entry entry) {
    return !entry.name().isEmpty()
        && entries.stream().filter(e -> e.name().equals(entry.name())).limit(2).count() == 2;
  }

  private StructureText(String table, boolean isOpenCl) {
    this(
        StructureTable.of(table).entries().stream()
            .filter(e -> !e.name().isEmpty() && isOpenCl == e.interfaceName().equals(OPENCL))
            .toList(),
        isOpenCl);
  }

  /** Returns the types of CUDA's and HIP's interfaces. */
  public static String cudaTypes(String table) {
    return new StructureText(table, false).all(StructureText::type);
  }

  /** Returns the checks of CUDA's and HIP's interfaces. */
  public static String cudaChecks(String table) {
    StructureText text = new StructureText(table, false);
    return text.all(text::check);
  }

  /** Returns the checks of OpenCL's enumerations and flag words. */
  public static String openClChecks(String table) {
    StructureText text = new StructureText(table, true);
    return text.all(text::check);
  }

  /**
   * Returns for tests all numbers and whether they are accepted: arrays of {@code struct listed},
   * with the vendor's name where no C file reads the type.
   */
  public static String numbers(String table) {
    StructureText text = new StructureText(StructureTable.of(table).entries(), false);
    return text.all(StructureText::listed);
  }

  private String all(Function<Entry, String> text) {
    return entries.stream()
        .map(e -> guarded(e, text.apply(e)))
        .collect(Collectors.joining("", HEAD, ""));
  }

  /** HIP has its own entries for some names of CUDA; each is for the library of its interface. */
  private String guarded(Entry entry, String text) {
    boolean isHip = entry.interfaceName().equals(HIP);
    return text.isEmpty() || !isTwice(entry) && !isHip
        ? text
        : (isHip ? "#ifdef" : "#ifndef") + " LOCKSTEP_HIP\n" + text + "#endif\n\n";
  }

  private static boolean isNumber(Entry entry) {
    return entry.kind() == Kind.ENUM || entry.kind() == Kind.FLAGS;
  }

  private static String lines(List<Member> members, Function<Member, String> line) {
    return members.stream().map(line).collect(Collectors.joining());
  }

  private static String type(Entry e) {
    if (e.kind() == Kind.ENUM) {
      return "typedef int %s;\nenum {\n%s};\n\n"
          .formatted(
              e.name(),
              lines(e.members(), m -> "  %s = %s,\n".formatted(m.name(e.kind()), m.number())));
    }
    if (e.kind() == Kind.FLAGS) {
      return "typedef unsigned %s;\nenum {\n%s};\n\n"
          .formatted(
              e.name(),
              lines(e.members(), m -> "  %s = %s,\n".formatted(m.name(e.kind()), m.number())));
    }
    String size =
        e.other().isEmpty()
            ? ""
            : "_Static_assert(sizeof(%s) == %s, \"%s\");\n"
                .formatted(e.name(), e.other(), e.vendors().get(0));
    return "/* %s */\ntypedef %s {\n%s} %s;\n%s\n"
        .formatted(
            String.join(", ", e.vendors()),
            e.kind() == Kind.UNION ? "union" : "struct",
            lines(e.members(), m -> "  %s;\n".formatted(m.declaration())),
            e.name(),
            size);
  }

  private String result() {
    return isOpenCl ? "cl_int" : "Error";
  }

  /** Returns the statement that ends a check because of a member. */
  private static String refusal(Member member) {
    int space = member.text().indexOf(' ');
    return space < 0
        ? "return %s;\n".formatted(member.text())
        : "return refused_by_name(%s, \"%s\");\n"
            .formatted(member.text().substring(0, space), member.text().substring(space + 1));
  }

  private String check(Entry e) {
    return switch (e.kind()) {
      case ENUM -> checkOfEnumeration(e);
      case FLAGS -> checkOfFlags(e);
      case STRUCT -> checkOfStructure(e);
      case UNION -> "";
    };
  }

  private String checkOfEnumeration(Entry e) {
    return "static inline %s check_%s(long long value) {\n  switch (value) {\n%s  default:\n    return %s;\n  }\n}\n\n"
        .formatted(
            result(),
            e.name(),
            lines(
                e.members(),
                m ->
                    "  case %s: /* %s */\n    %s"
                        .formatted(
                            m.number(),
                            m.name(e.kind()),
                            m.effect() == Effect.REFUSED ? refusal(m) : "return 0;\n")),
            e.other());
  }

  private String checkOfFlags(Entry e) {
    String known =
        e.members().stream()
            .map(m -> m.number() + "ull")
            .collect(Collectors.joining(" | ", "(", ")"));
    return "static inline %s check_%s(unsigned long long bits) {\n%s  return bits & ~%s ? %s : 0;\n}\n\n"
        .formatted(
            result(),
            e.name(),
            lines(
                e.members(),
                m ->
                    m.effect() == Effect.REFUSED
                        ? "  if (bits & %sull) /* %s */\n    %s"
                            .formatted(m.number(), m.name(e.kind()), refusal(m))
                        : ""),
            known,
            e.other());
  }

  private String checkOfStructure(Entry e) {
    return "static inline %s check_%s(const %s *value) {\n%s  return 0;\n}\n\n"
        .formatted(result(), e.name(), e.name(), lines(e.members(), m -> checkOfField(e, m)));
  }

  private String checkOfField(Entry e, Member m) {
    String field = "value->" + m.name(e.kind());
    if (m.effect() == Effect.REFUSED) {
      return "  if (any_byte(&%s, sizeof %s))\n    %s".formatted(field, field, refusal(m));
    }
    String name = m.declaration().split(" ")[0];
    Entry type = named(name);
    if (type == null || type.kind() == Kind.UNION || m.declaration().contains("*")) {
      return "";
    }
    String check = "check_" + type.name() + (isNumber(type) ? "(" : "(&");
    if (!m.declaration().contains("[")) {
      return "  TRY(%s%s));\n".formatted(check, field);
    }
    return "  for (size_t i = 0; i < sizeof %s / sizeof *%s; i++)\n    TRY(%s%s[i]));\n"
        .formatted(field, field, check, field);
  }

  private static String listed(Entry e) {
    if (!isNumber(e)) {
      return "";
    }
    return "static struct listed listed_%s[] = {\n%s};\n"
        .formatted(
            e.name().isEmpty() ? e.vendors().get(0).replaceAll("\\W", "_") : e.name(),
            lines(
                e.members(),
                m ->
                    "    {%s, %d, \"%s\"},\n"
                        .formatted(
                            m.number(), m.effect() == Effect.REFUSED ? 0 : 1, m.name(e.kind()))));
  }
}
