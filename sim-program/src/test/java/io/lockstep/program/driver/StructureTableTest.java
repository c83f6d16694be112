// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.program.driver.StructureTable.Effect;
import io.lockstep.program.driver.StructureTable.Entry;
import io.lockstep.program.driver.StructureTable.Kind;
import io.lockstep.program.driver.StructureTable.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StructureTableTest {
  private static final Path SOURCES = Path.of("src/main/resources/io/lockstep/program/native");
  private static final Path TESTS = Path.of("src/test/resources/io/lockstep/program");
  private static final Path PAGE = Path.of("../docs/programs.md");

  private static String text() throws IOException {
    return Files.readString(SOURCES.resolve("structures.txt"));
  }

  private static List<Member> members(Effect effect) throws IOException {
    List<Member> members = new ArrayList<>();
    for (Entry entry : StructureTable.of(text()).entries()) {
      entry.members().stream().filter(m -> m.effect() == effect).forEach(members::add);
    }
    return members;
  }

  @Test
  void whatWorksNamesATest() throws IOException {
    Set<String> missing = new TreeSet<>();
    for (Member member : members(Effect.WORKS)) {
      boolean isTest =
          Files.exists(TESTS.resolve(member.text() + ".c"))
              || Files.exists(
                  Path.of("src/test/java/io/lockstep/program/" + member.text() + ".java"));
      if (!isTest) {
        missing.add(member.text());
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void whatIsRefusedNamesAnErrorOrAFunctionOfTheInterfaces() throws IOException {
    String sources;
    try (Stream<Path> files = Files.list(SOURCES)) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(f -> !f.endsWith("structures.txt")).toList()) {
        all.append(Files.readString(file));
      }
      sources = all.toString();
    }
    Set<String> missing = new TreeSet<>();
    for (Member member : members(Effect.REFUSED)) {
      String first = member.text().split(" ")[0];
      String name = first.equals("by") ? member.text().split(" ")[1] : first;
      if (!sources.contains(name)) {
        missing.add(name);
      }
    }
    assertThat(missing).isEmpty();
  }

  /** Members of unions are checked where it is known which of them counts. */
  @Test
  void driversCheckEveryStructureAndNumberThatTheyTake() throws IOException {
    List<Entry> entries =
        StructureTable.of(text()).entries().stream().filter(e -> !e.name().isEmpty()).toList();
    StringBuilder sources = new StringBuilder();
    for (String driver : List.of("CUDA_13", "HIP", "OPENCL")) {
      DriverSources.of(driver)
          .texts()
          .forEach((name, text) -> sources.append(name.endsWith("_checks.h") ? "" : text));
    }
    Set<String> unchecked = new TreeSet<>();
    entries.forEach(entry -> unchecked.add(entry.name()));
    unchecked.removeIf(name -> sources.indexOf("check_" + name + "(") >= 0);
    entries.stream().filter(e -> e.kind() == Kind.UNION).forEach(e -> unchecked.remove(e.name()));
    for (boolean grows = true; grows; ) {
      grows = false;
      for (Entry entry : entries) {
        if (!unchecked.contains(entry.name())) {
          for (Member member : entry.members()) {
            boolean isPointer = member.declaration().contains("*");
            grows |= !isPointer && unchecked.remove(member.declaration().split(" ")[0]);
          }
        }
      }
    }
    assertThat(unchecked).isEmpty();
  }

  @Test
  void noMemberStandsTwiceAndEveryEntryHasSome() throws IOException {
    for (Entry entry : StructureTable.of(text()).entries()) {
      assertThat(entry.members()).as(entry.vendors().toString()).isNotEmpty();
      assertThat(entry.members().stream().map(m -> m.name(entry.kind())))
          .as(entry.vendors().toString())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void thePageHasTheNumbersOfMembers() throws IOException {
    String rows =
        StructureTable.of(text()).counts().entrySet().stream()
            .map(
                row ->
                    String.format(
                        Locale.ROOT,
                        "| %s | %s |",
                        row.getKey(),
                        Stream.of(Effect.WORKS, Effect.REFUSED, Effect.WITHOUT)
                            .map(
                                e -> String.format(Locale.ROOT, "%,d", row.getValue()[e.ordinal()]))
                            .collect(Collectors.joining(" | "))))
            .collect(Collectors.joining("\n"));
    assertThat(Files.readString(PAGE)).contains(rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"  a 1", "  a 1 | works", "  a 1 | ignored as it is"})
  void aMemberWithoutAnEffectIsAnError(String member) {
    assertThatThrownBy(() -> StructureTable.of("interface x\nenum A = b : c\n" + member + "\n"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void makesTypesAndChecks() {
    String table =
        """
        interface runtime
        enum Mode = vendorMode : WRONG
          modeA 0 | works test
          modeB 2 | refused NO mode B
        flags Word = vendorWord : WRONG
          one 0x1 | without it is a hint
          two 0x2 | refused TWO
        struct Pair = vendorPair : 16
          Mode modes[2] | works test
          Word word | works test
          int later | refused LATER
        interface hip
        enum Mode = hipMode : OTHER
          modeA 0 | works test
        """;
    assertThat(StructureText.cudaTypes(table))
        .contains("#ifndef LOCKSTEP_HIP\ntypedef int Mode;\nenum {\n  modeA = 0,\n  modeB = 2,\n};")
        .contains("#ifdef LOCKSTEP_HIP\ntypedef int Mode;")
        .contains("  Mode modes[2];\n  Word word;\n  int later;\n} Pair;")
        .contains("_Static_assert(sizeof(Pair) == 16, \"vendorPair\");");
    assertThat(StructureText.cudaChecks(table))
        .contains("case 2: /* modeB */\n    return refused_by_name(NO, \"mode B\");")
        .contains("default:\n    return WRONG;")
        .contains("if (bits & 0x2ull) /* two */\n    return TWO;")
        .contains("return bits & ~(0x1ull | 0x2ull) ? WRONG : 0;")
        .contains("TRY(check_Mode(value->modes[i]));")
        .contains("TRY(check_Word(value->word));")
        .contains("if (any_byte(&value->later, sizeof value->later))\n    return LATER;");
    assertThat(StructureText.openClChecks(table)).doesNotContain("Mode");
  }
}
