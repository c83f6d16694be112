package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.Syntax.Field;
import io.lockstep.frontend.amdil.Syntax.Operand;
import io.lockstep.frontend.amdil.Syntax.Statement;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recursive descent over the tokens of a text. Line breaks separate nothing: an operation's name
 * tells how many operands follow. Used once, by one thread.
 */
final class Parser {
  private static final Set<String> HEADERS = Set.of("il_cs_2_0", "il_ps_2_0", "il_cs", "il_ps");

  /** Longer texts are no kernels; bounds memory. */
  private static final int MAX_STATEMENTS = 1 << 18;

  private final SourceText source;
  private final List<Token> tokens;
  private final OperandParser operands;
  private int index;

  private Parser(SourceText source) {
    this.source = source;
    tokens = Lexer.tokens(source);
    operands = new OperandParser(source, this);
  }

  static Syntax.Program parse(SourceText source) {
    return new Parser(source).program();
  }

  // Tokens.

  Token peek() {
    return tokens.get(index);
  }

  Token next() {
    Token t = tokens.get(index);
    if (index < tokens.size() - 1) {
      index++;
    }
    return t;
  }

  private Token previous() {
    return tokens.get(Math.max(0, index - 1));
  }

  boolean accept(String text) {
    if (peek().is(text)) {
      next();
      return true;
    }
    return false;
  }

  /** Whether the next token follows without a blank. */
  boolean glued() {
    return index > 0 && peek().follows(previous());
  }

  InputException error(Token at, String what) {
    return source.error(at, what);
  }

  // The program.

  private Syntax.Program program() {
    Token head = next();
    if (head.kind() != Token.Kind.WORD || !HEADERS.contains(head.text())) {
      throw error(
          head,
          "expected 'il_cs_2_0' or 'il_ps_2_0' in the first line, found "
              + (head.kind() == Token.Kind.END ? "an empty file" : head.shown()));
    }
    List<Statement> main = new ArrayList<>();
    Map<Integer, Syntax.Function> functions = new LinkedHashMap<>();
    boolean afterMain = false;
    int count = 0;
    while (true) {
      if (peek().kind() == Token.Kind.END) {
        throw error(peek(), "expected 'end' at the end of the kernel, found the end of the file");
      }
      Statement s = statement();
      if (++count > MAX_STATEMENTS) {
        throw error(s.at(), "more than " + MAX_STATEMENTS + " statements");
      }
      switch (s.operation().name()) {
        case "end" -> {
          if (peek().kind() != Token.Kind.END) {
            throw error(
                peek(), "nothing may follow 'end' (one kernel a file), found " + peek().shown());
          }
          return new Syntax.Program(
              head, head.text().startsWith("il_ps"), List.copyOf(main), functions);
        }
        case "endmain" -> {
          if (afterMain) {
            throw error(s.at(), "a second 'endmain'");
          }
          afterMain = true;
        }
        case "func" -> {
          if (!afterMain) {
            throw error(s.at(), "functions stand after 'endmain'");
          }
          function(s, functions);
        }
        default -> {
          if (afterMain) {
            throw error(
                s.at(), "expected 'func' or 'end' after 'endmain', found " + s.at().shown());
          }
          main.add(s);
        }
      }
    }
  }

  private void function(Statement head, Map<Integer, Syntax.Function> functions) {
    int number = Literals.label(source, head.operands().get(0));
    List<Statement> body = new ArrayList<>();
    while (true) {
      if (peek().kind() == Token.Kind.END) {
        throw error(head.at(), "function " + number + " has no 'endfunc'");
      }
      Statement s = statement();
      switch (s.operation().name()) {
        case "endfunc" -> {
          Syntax.Function f = new Syntax.Function(head.at(), number, List.copyOf(body));
          if (functions.putIfAbsent(number, f) != null) {
            throw error(head.at(), "function " + number + " occurs twice");
          }
          return;
        }
        case "end", "endmain", "func" ->
            throw error(s.at(), "expected 'endfunc' before " + s.at().shown());
        default -> body.add(s);
      }
    }
  }

  // Statements.

  private Statement statement() {
    Token head = next();
    if (head.kind() != Token.Kind.WORD) {
      throw error(head, "expected an operation, found " + head.shown());
    }
    List<String> pieces = Arrays.asList(head.text().split("_", -1));
    int length = Operations.longest(pieces);
    if (length == 0) {
      throw unknown(head);
    }
    Operation operation = Operations.named(String.join("_", pieces.subList(0, length)));
    List<String> arguments = List.of();
    List<Field> fields = new ArrayList<>();
    for (String piece : pieces.subList(length, pieces.size())) {
      fields.add(new Field(head, piece, List.of()));
    }
    while (glued()) {
      if (peek().is("(")) {
        List<String> list = arguments();
        if (fields.isEmpty()) {
          arguments = list;
        } else {
          Field last = fields.remove(fields.size() - 1);
          fields.add(new Field(last.at(), last.name(), list));
        }
      } else if (peek().kind() == Token.Kind.WORD && peek().text().startsWith("_")) {
        Token more = next();
        for (String piece : more.text().substring(1).split("_", -1)) {
          fields.add(new Field(more, piece, List.of()));
        }
      } else {
        break;
      }
    }
    if (operation.isRefused()) {
      throw error(head, "'" + operation.name() + "' is not supported: " + operation.meaning());
    }
    List<Operand> list = operandsOf(operation, head);
    return new Statement(
        head, operation, arguments, List.copyOf(fields), list, source.between(head, previous()));
  }

  private InputException unknown(Token head) {
    String text = head.text();
    if (text.matches("[rlox]\\d+|cb\\d*|g|mem")) {
      return error(
          head, "expected an operation, found the register '" + text + "'; is a comma missing?");
    }
    return error(
        head,
        "unknown operation '"
            + text
            + "'"
            + Suggestions.nearest(text, Operations.supported())
                .map(n -> "; did you mean '" + n + "'?")
                .orElse(""));
  }

  private List<Operand> operandsOf(Operation operation, Token head) {
    List<Operand> list = new ArrayList<>();
    if (operation.maximum() > 0) {
      if (peek().kind() == Token.Kind.END || operation.minimum() == 0 && !operands.isOperand()) {
        // Checked below.
      } else {
        list.add(operands.operand());
        while (accept(",") || accept("|")) {
          list.add(operands.operand());
        }
      }
    }
    if (list.size() < operation.minimum() || list.size() > operation.maximum()) {
      throw error(
          head,
          "'" + operation.name() + "' takes " + operation.operands() + ", found " + list.size());
    }
    return list;
  }

  /** {@code (a,b)} as texts. */
  List<String> arguments() {
    Token open = next();
    List<String> list = new ArrayList<>();
    StringBuilder one = new StringBuilder();
    while (!peek().is(")")) {
      Token t = next();
      if (t.kind() == Token.Kind.END) {
        throw error(open, "this parenthesis has no end; expected ')'");
      }
      if (t.is(",")) {
        list.add(one.toString());
        one.setLength(0);
      } else {
        one.append(t.kind() == Token.Kind.COMPONENTS ? "." : "").append(t.text());
      }
    }
    next();
    list.add(one.toString());
    return List.copyOf(list);
  }
}
