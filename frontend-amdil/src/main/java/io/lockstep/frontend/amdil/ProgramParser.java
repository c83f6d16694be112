// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.operation.Operations;
import io.lockstep.frontend.amdil.statement.IlText;
import io.lockstep.frontend.amdil.statement.NumberLiterals;
import io.lockstep.frontend.amdil.statement.OperationEntry;
import io.lockstep.frontend.amdil.statement.ProgramSyntax;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Field;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Operand;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parses a text by recursive descent. Line breaks are insignificant: an operation's name determines
 * its number of operands. Used once.
 */
final class ProgramParser {
  private static final Set<String> HEADERS = Set.of("il_cs_2_0", "il_ps_2_0", "il_cs", "il_ps");

  /** Limit on statements, to bound memory. */
  private static final int MAX_STATEMENTS = 1 << 18;

  private final IlText source;
  private final TokenStream p;
  private final OperandParser operands;

  private ProgramParser(IlText source) {
    this.source = source;
    p = new TokenStream(source);
    operands = new OperandParser(source, p);
  }

  static ProgramSyntax.Program parse(IlText source) {
    return new ProgramParser(source).program();
  }

  private ProgramSyntax.Program program() {
    Token head = p.next();
    if (head.kind() != Token.Kind.WORD || !HEADERS.contains(head.text())) {
      throw p.error(
          head,
          "expected 'il_cs_2_0' or 'il_ps_2_0' in the first line, found "
              + (head.kind() == Token.Kind.END ? "an empty file" : head.shown()));
    }
    List<Statement> main = new ArrayList<>();
    Map<Integer, ProgramSyntax.Function> functions = new LinkedHashMap<>();
    boolean afterMain = false;
    int count = 0;
    while (true) {
      if (p.atEnd()) {
        throw p.error(
            p.peek(), "expected 'end' at the end of the kernel, found the end of the file");
      }
      Statement s = statement();
      if (++count > MAX_STATEMENTS) {
        throw p.error(s.at(), "more than " + MAX_STATEMENTS + " statements");
      }
      switch (s.operation().name()) {
        case "end" -> {
          if (!p.atEnd()) {
            throw p.error(
                p.peek(),
                "nothing may follow 'end' (one kernel a file), found " + p.peek().shown());
          }
          return new ProgramSyntax.Program(
              head, head.text().startsWith("il_ps"), List.copyOf(main), functions);
        }
        case "endmain" -> {
          if (afterMain) {
            throw p.error(s.at(), "a second 'endmain'");
          }
          afterMain = true;
        }
        case "func" -> {
          if (!afterMain) {
            throw p.error(s.at(), "functions stand after 'endmain'");
          }
          function(s, functions);
        }
        case "endfunc" -> throw p.error(s.at(), "'endfunc' without 'func'");
        default -> {
          if (afterMain) {
            throw p.error(
                s.at(), "expected 'func' or 'end' after 'endmain', found " + s.at().shown());
          }
          main.add(s);
        }
      }
    }
  }

  private void function(Statement head, Map<Integer, ProgramSyntax.Function> functions) {
    int number = NumberLiterals.label(source, head.operands().get(0));
    List<Statement> body = new ArrayList<>();
    while (true) {
      if (p.atEnd()) {
        throw p.error(head.at(), "function " + number + " has no 'endfunc'");
      }
      Statement s = statement();
      switch (s.operation().name()) {
        case "endfunc" -> {
          ProgramSyntax.Function f =
              new ProgramSyntax.Function(head.at(), number, List.copyOf(body));
          if (functions.putIfAbsent(number, f) != null) {
            throw p.error(head.at(), "function " + number + " occurs twice");
          }
          return;
        }
        case "end", "endmain", "func" ->
            throw p.error(s.at(), "expected 'endfunc' before " + s.at().shown());
        default -> body.add(s);
      }
    }
  }

  private Statement statement() {
    Token head = p.next();
    if (head.kind() != Token.Kind.WORD) {
      throw p.error(head, "expected an operation, found " + head.shown());
    }
    List<String> pieces = Arrays.asList(head.text().split("_", -1));
    int length = Operations.longest(pieces);
    if (length == 0) {
      throw unknown(head);
    }
    OperationEntry operation = Operations.named(String.join("_", pieces.subList(0, length)));
    List<String> arguments = List.of();
    List<Field> fields = new ArrayList<>();
    for (String piece : pieces.subList(length, pieces.size())) {
      fields.add(new Field(head, piece, List.of()));
    }
    while (p.glued()) {
      if (p.peek().is("(")) {
        List<String> list = p.arguments();
        if (fields.isEmpty()) {
          arguments = list;
        } else {
          Field last = fields.remove(fields.size() - 1);
          fields.add(new Field(last.at(), last.name(), list));
        }
      } else if (p.peek().kind() == Token.Kind.WORD && p.peek().text().startsWith("_")) {
        Token more = p.next();
        for (String piece : more.text().substring(1).split("_", -1)) {
          fields.add(new Field(more, piece, List.of()));
        }
      } else {
        break;
      }
    }
    if (operation.isRefused()) {
      throw p.error(head, "'" + operation.name() + "' is not supported: " + operation.meaning());
    }
    List<Operand> list = operandsOf(operation, head);
    return new Statement(
        head, operation, arguments, List.copyOf(fields), list, source.between(head, p.previous()));
  }

  private InputException unknown(Token head) {
    String text = head.text();
    if (text.matches("[rlox]\\d+|cb\\d*|g|mem")) {
      return p.error(
          head, "expected an operation, found the register '" + text + "'; is a comma missing?");
    }
    return p.error(
        head,
        "unknown operation '" + text + "'" + Suggestions.nearHint(text, Operations.supported()));
  }

  private List<Operand> operandsOf(OperationEntry operation, Token head) {
    List<Operand> list = new ArrayList<>();
    if (operation.maximum() > 0) {
      if (p.atEnd() || operation.minimum() == 0 && !operands.isOperand()) {
        // the number of operands is checked below
      } else {
        list.add(operands.operand());
        while (p.accept(",") || p.accept("|")) {
          list.add(operands.operand());
        }
      }
    }
    if (list.size() < operation.minimum() || list.size() > operation.maximum()) {
      throw p.error(
          head,
          "'" + operation.name() + "' takes " + operation.operands() + ", found " + list.size());
    }
    return list;
  }
}
