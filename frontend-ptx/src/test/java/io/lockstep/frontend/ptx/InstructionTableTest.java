// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.table.InstructionEntry;
import io.lockstep.frontend.ptx.table.InstructionSet;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The documentation's table is the code's; {@code -Dlockstep.write.docs=true} writes it anew. */
class InstructionTableTest {
  private static final Path FILE = Path.of("..", "docs", "ptx-operations.md");
  private static final Pattern GROUP = Pattern.compile("\\{([^}]*)}|\\(([^)]*)\\)|[^{(]+");
  private static final Pattern WORD = Pattern.compile("\\b[A-Za-z]\\w?\\b");

  @Test
  @DisplayName("docs/ptx-operations.md lists what the code does")
  void docsPtxOperationsMdListsWhatTheCodeDoes() throws IOException {
    String table = InstructionTable.markdown();
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(FILE, table);
    }
    assertThat(Files.readString(FILE)).isEqualTo(table);
  }

  @Test
  @DisplayName("what the table has as supported is decoded, and what it refuses is not")
  void whatTheTableHasAsSupportedIsDecoded() {
    for (InstructionEntry e : InstructionSet.entries()) {
      boolean decoded =
          Instructions.CONTROL.contains(e.name()) || Instructions.decoder(e.name()) != null;
      assertThat(decoded).as(e.name()).isNotEqualTo(e.isRefused());
    }
  }

  @Test
  @DisplayName("every alternative of every form is decoded")
  void everyAlternativeOfEveryFormIsDecoded() {
    List<String> wrong = new ArrayList<>();
    for (InstructionEntry e : InstructionSet.entries()) {
      for (String form : e.forms()) {
        for (String variant : variants(form)) {
          String refusal = refusal(statement(variant));
          if (refusal != null) {
            wrong.add(variant + " -> " + refusal);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  @DisplayName("refused instructions are refused with the reason of the table")
  void refusedInstructionsAreRefusedWithTheReasonOfTheTable() {
    for (InstructionEntry e : InstructionSet.entries()) {
      if (e.isRefused()) {
        assertThat(refusal(e.name() + ".u32 %r1, %r2;")).endsWith(": " + e.meaning());
      }
    }
  }

  @Test
  @DisplayName("modifiers and types that no form of an instruction has are refused")
  void nothingElse() {
    Set<String> known = new TreeSet<>();
    for (InstructionEntry e : InstructionSet.entries()) {
      e.forms().forEach(f -> known.addAll(modifiers(f)));
    }
    for (PtxType t : PtxType.values()) {
      known.add("." + t.shown());
    }
    Set<String> wrong = new TreeSet<>();
    for (InstructionEntry e : InstructionSet.entries()) {
      Set<String> own = new TreeSet<>();
      e.forms().forEach(f -> own.addAll(modifiers(f)));
      for (String form : ends(e.forms())) {
        String plain = variants(form).get(0);
        for (String other : known) {
          // The README says: .b32 is accepted where ptxas wants .u32.
          String width = other.replaceAll("^\\.[bus](\\d+)$", "$1");
          boolean same =
              !width.equals(other)
                  && (own.contains(".b" + width)
                      || own.contains(".u" + width)
                      || own.contains(".s" + width));
          if (own.contains(other) || same) {
            continue;
          }
          for (String changed : changed(plain, other)) {
            if (refusal(statement(changed)) == null) {
              wrong.add(changed);
            }
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** The first and the last of several: trying all takes long and finds no more. */
  private static Set<String> ends(List<String> forms) {
    return forms.isEmpty()
        ? Set.of()
        : new TreeSet<>(List.of(forms.get(0), forms.get(forms.size() - 1)));
  }

  /** The form with one more modifier in front of its type, or with another type. */
  private static List<String> changed(String form, String other) {
    int blank = form.indexOf(' ');
    String opcode = blank < 0 ? form : form.substring(0, blank);
    String operands = blank < 0 ? "" : form.substring(blank);
    List<String> fields = new ArrayList<>(Arrays.asList(opcode.split("(?=\\.)")));
    int type = fields.size();
    for (int k = fields.size() - 1; k > 0; k--) {
      if (PtxType.named(fields.get(k).substring(1)) != null) {
        type = k;
      }
    }
    if (PtxType.named(other.substring(1)) != null) {
      if (type == fields.size()) {
        return List.of();
      }
      fields.set(type, other);
    } else {
      fields.add(type, other);
    }
    return List.of(String.join("", fields) + operands);
  }

  private static Set<String> modifiers(String form) {
    int blank = form.indexOf(' ');
    Set<String> all = new TreeSet<>();
    Matcher m = Pattern.compile("\\.[\\w:]+").matcher(blank < 0 ? form : form.substring(0, blank));
    while (m.find()) {
      all.add(m.group());
    }
    return all;
  }

  /** The shortest variant of a form, and one for each alternative. */
  private static List<String> variants(String form) {
    int blank = form.indexOf(' ');
    String opcode = blank < 0 ? form : form.substring(0, blank);
    String operands = blank < 0 ? "" : form.substring(blank);
    List<List<String>> parts = new ArrayList<>();
    Matcher m = GROUP.matcher(opcode);
    while (m.find()) {
      List<String> alternatives = new ArrayList<>();
      if (m.group(1) != null) {
        alternatives.add("");
        alternatives.addAll(List.of(m.group(1).split("\\|")));
      } else if (m.group(2) != null) {
        alternatives.addAll(List.of(m.group(2).split("\\|")));
      } else {
        alternatives.add(m.group());
      }
      parts.add(alternatives);
    }
    List<String> all = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      for (int k = all.isEmpty() ? 0 : 1; k < parts.get(p).size(); k++) {
        StringBuilder s = new StringBuilder();
        for (int q = 0; q < parts.size(); q++) {
          s.append(parts.get(q).get(q == p ? k : 0));
        }
        all.add(s + operands);
      }
    }
    return all;
  }

  /** A form with registers for its letters. */
  private static String statement(String form) {
    int blank = form.indexOf(' ');
    if (blank < 0) {
      return form + ";";
    }
    String opcode = form.substring(0, blank);
    List<PtxType> types = new ArrayList<>();
    for (String field : opcode.split("\\.")) {
      PtxType t = PtxType.named(field);
      if (t != null) {
        types.add(t);
      }
    }
    boolean converts = opcode.startsWith("cvt.") || opcode.startsWith("set.");
    PtxType first = types.isEmpty() ? PtxType.B32 : types.get(0);
    PtxType last = types.isEmpty() ? PtxType.B32 : types.get(types.size() - 1);
    int[] next = {1};
    Matcher m = WORD.matcher(form.substring(blank));
    String operands =
        m.replaceAll(
            word ->
                switch (word.group()) {
                  case "d", "x", "y", "z", "w" -> register(first, next);
                  case "a", "b", "c" -> register(converts ? last : first, next);
                  case "p", "q" -> register(PtxType.PRED, next);
                  case "o" -> "%o" + next[0]++ % 8;
                  case "h" -> register(PtxType.B16, next);
                  case "i" -> register(PtxType.B32, next);
                  case "l" -> register(PtxType.B64, next);
                  case "m" -> "%rd1";
                  case "P" -> "p0";
                  case "S" -> "slot";
                  case "L" -> "L1";
                  case "T" -> "T1";
                  case "F" -> "foo";
                  case "C1" -> opcode.contains(".a1d") ? "%r30, %r31" : "%r30";
                  case "C2" -> "%r30, %r31";
                  case "C4" -> "%r30, %r31, %r32, %r33";
                  default -> throw new AssertionError("operand " + word.group() + " of " + form);
                });
    return opcode + operands + ";";
  }

  private static String register(PtxType type, int[] next) {
    String file =
        switch (type.bits()) {
          case 1 -> "%p";
          case 8, 16 -> "%rs";
          case 32 -> "%r";
          default -> "%rd";
        };
    return file + next[0]++ % 8;
  }

  /** The message of a refusal, or null. */
  private static String refusal(String statement) {
    String module = ".func foo() { ret; }";
    String body =
        ".param .b32 slot;\n.reg .b8 %o<8>;\nadd.cc.u32 %r34, %r35, %r36;\n"
            + statement
            + "\nT1: .branchtargets L1;\nL1:\n";
    try {
      String text = Ptx.text(module, body);
      if (statement.matches("cvta\\..*\\.u32 .*")) {
        text = text.replace(".address_size 64", ".address_size 32");
      }
      new PtxFrontend().read("k.ptx", text, FrontendOptions.defaults());
      return null;
    } catch (InputException e) {
      return e.getMessage();
    }
  }
}
