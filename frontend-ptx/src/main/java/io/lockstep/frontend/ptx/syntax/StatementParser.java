// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.frontend.ptx.syntax.Syntax.Statement;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses function bodies: statements, operands, brace scopes. */
final class StatementParser {
  private static final int MAX_SCOPES = 64;
  private static final List<String> DIRECTIVES =
      List.of(".reg", ".param", ".shared", ".local", ".global", ".const", ".pragma", ".loc");

  private static final Pattern SUB_GROUPS =
      Pattern.compile("lockstep sub-groups of (1|2|4|8|16|32|64)\\b");

  private final TokenCursor cursor;
  private final Constants constants;
  private final DeclarationParser declarations;
  private int depth;

  StatementParser(TokenCursor cursor, Constants constants, DeclarationParser declarations) {
    this.cursor = cursor;
    this.constants = constants;
    this.declarations = declarations;
  }

  List<Statement> body() {
    Token open = cursor.expect("{", "before a body");
    if (++depth > MAX_SCOPES) {
      throw cursor.error(open, "scopes are nested more than " + MAX_SCOPES + " deep");
    }
    List<Statement> all = new ArrayList<>();
    while (!cursor.accept("}")) {
      if (cursor.atEnd()) {
        throw cursor.error(
            "expected '}' for the '{' of line " + open.line() + ", found the end of the file");
      }
      statement(all);
    }
    depth--;
    return all;
  }

  private void statement(List<Statement> out) {
    Token t = cursor.peek();
    if (t.is(";")) {
      cursor.next();
    } else if (t.is("{")) {
      out.add(new Syntax.Scope(body()));
    } else if (t.kind() == Token.Kind.DOTTED) {
      directive(out);
    } else if (t.kind() == Token.Kind.WORD && cursor.peek(1).is(":")) {
      cursor.next();
      cursor.next();
      if (cursor.peek().is(".branchtargets")) {
        out.add(branchTargets(t));
      } else if (cursor.peek().is(".callprototype") || cursor.peek().is(".calltargets")) {
        // What a call through a pointer passes is known from its own parameters.
        while (!cursor.atEnd() && !cursor.accept(";")) {
          cursor.next();
        }
      } else {
        out.add(new Syntax.Label(t, t.text()));
      }
    } else if (t.kind() == Token.Kind.WORD || t.is("@")) {
      out.add(instruction());
    } else {
      throw cursor.error("expected an instruction, a directive or '}', found " + t.shown());
    }
  }

  private void directive(List<Statement> out) {
    Token t = cursor.next();
    switch (t.name()) {
      case "reg" -> out.addAll(declarations.registers(t));
      case "param", "shared", "local", "global", "const" -> {
        for (Syntax.Variable v : declarations.variables(t, Set.of())) {
          out.add(new Syntax.Declaration(v));
        }
      }
      case "extern" -> {
        Token space = cursor.next();
        if (!space.is(".shared")) {
          throw cursor.error(space, "expected '.shared' after '.extern', found " + space.shown());
        }
        for (Syntax.Variable v : declarations.variables(space, Set.of(Syntax.Linkage.EXTERNAL))) {
          out.add(new Syntax.Declaration(v));
        }
      }
      case "pragma" -> {
        String text = cursor.expect(Token.Kind.STRING, "a text in quotes").text();
        Matcher sized = SUB_GROUPS.matcher(text);
        if (sized.find()) {
          out.add(new Syntax.SubGroups(Integer.parseInt(sized.group(1))));
        } else if (text.contains("nounroll")) {
          out.add(new Syntax.KeptLoop());
        }
        cursor.expect(";", "after '.pragma'");
      }
      case "loc" -> skipLine(t);
      default ->
          throw cursor.error(
              t, "unknown directive " + t.shown() + Suggestions.hint(t.text(), DIRECTIVES));
    }
  }

  /** Skips a debug directive, which ends with its line. */
  private void skipLine(Token directive) {
    while (!cursor.atEnd() && cursor.peek().line() == directive.line()) {
      cursor.next();
    }
  }

  private Statement branchTargets(Token name) {
    cursor.next();
    List<Token> labels = new ArrayList<>();
    do {
      labels.add(cursor.expect(Token.Kind.WORD, "a label"));
    } while (cursor.accept(","));
    cursor.expect(";", "after '.branchtargets'");
    return new Syntax.BranchTargets(name, name.text(), labels);
  }

  private Statement instruction() {
    Token first = cursor.peek();
    Token guard = null;
    boolean negated = false;
    if (cursor.accept("@")) {
      negated = cursor.accept("!");
      guard = cursor.expect(Token.Kind.WORD, "a predicate");
    }
    Token opcode = cursor.expect(Token.Kind.WORD, "an instruction");
    List<Token> modifiers = new ArrayList<>();
    while (cursor.peek().kind() == Token.Kind.DOTTED) {
      modifiers.add(cursor.next());
    }
    List<Argument> operands = new ArrayList<>();
    if (!cursor.peek().is(";")) {
      do {
        // clang writes line labels between a call's operands; they are no branch targets.
        while (cursor.peek().kind() == Token.Kind.WORD && cursor.peek(1).is(":")) {
          cursor.next();
          cursor.next();
        }
        operands.add(operand());
      } while (cursor.accept(","));
    }
    if (!cursor.peek().is(";")) {
      throw cursor.error(
          "expected ',' or ';' after an operand of '%s', found %s"
              .formatted(opcode.text(), cursor.peek().shown()));
    }
    Token last = cursor.next();
    return new Syntax.Instruction(
        guard, negated, opcode, modifiers, operands, cursor.source().between(first, last));
  }

  private Argument operand() {
    Token t = cursor.peek();
    if (t.is("{")) {
      return vector();
    }
    if (t.is("[")) {
      return memory();
    }
    if (t.is("!") || t.kind() == Token.Kind.WORD) {
      Name name = name();
      if (cursor.accept("|")) {
        return new Syntax.Pair(t, name, name());
      }
      return name;
    }
    if (t.is("(") && (cursor.peek(1).kind() == Token.Kind.WORD || cursor.peek(1).is(")"))) {
      cursor.next();
      List<Argument> elements = new ArrayList<>();
      if (!cursor.peek().is(")")) {
        do {
          elements.add(simple());
        } while (cursor.accept(","));
      }
      cursor.expect(")", "after the arguments of a call");
      return new Syntax.Group(t, elements);
    }
    if (constants.looking()) {
      return constants.expression("an operand");
    }
    throw cursor.error("expected an operand, found " + t.shown());
  }

  private Argument simple() {
    return constants.looking() ? constants.expression("an operand") : name();
  }

  private Name name() {
    boolean negated = cursor.accept("!");
    Token t = cursor.expect(Token.Kind.WORD, "an operand");
    String component = "";
    if (cursor.peek().kind() == Token.Kind.DOTTED && cursor.peek().start() == t.end()) {
      component = cursor.next().name();
    }
    return new Name(t, t.text(), component, negated, offset());
  }

  /** Parses an optional offset after a name: {@code +4}, {@code -4} or {@code +-4}. */
  private long offset() {
    if (cursor.peek().is("+") || cursor.peek().is("-")) {
      boolean minus = cursor.next().is("-");
      long v = constants.integer("an offset");
      return minus ? -v : v;
    }
    return 0;
  }

  private Argument vector() {
    Token open = cursor.next();
    List<Argument> elements = new ArrayList<>();
    do {
      elements.add(simple());
    } while (cursor.accept(","));
    cursor.expect("}", "after a vector");
    return new Syntax.Vector(open, elements);
  }

  private Argument memory() {
    Token open = cursor.next();
    Argument base;
    long offset = 0;
    Argument extra = null;
    if (constants.looking()) {
      base = constants.expression("an address");
    } else {
      Token t = cursor.expect(Token.Kind.WORD, "an address");
      base = new Name(t, t.text(), "", false, 0);
      offset = offset();
    }
    if (cursor.accept(",")) {
      extra = cursor.peek().is("{") ? vector() : simple();
      if (cursor.accept(",")) {
        throw cursor.error("textures with a separate sampler are not supported");
      }
    }
    cursor.expect("]", "after an address");
    return new Syntax.Memory(open, base, offset, extra);
  }
}
