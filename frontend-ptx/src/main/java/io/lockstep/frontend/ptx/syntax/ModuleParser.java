// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.frontend.ptx.syntax.Syntax.Function;
import io.lockstep.frontend.ptx.syntax.Syntax.Linkage;
import io.lockstep.frontend.ptx.syntax.Syntax.Variable;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenCursor;
import io.lockstep.kernel.ir.LaunchBounds;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a module by recursive descent. */
public final class ModuleParser {
  private static final List<String> DIRECTIVES =
      List.of(
          ".version",
          ".target",
          ".address_size",
          ".visible",
          ".extern",
          ".weak",
          ".common",
          ".entry",
          ".func",
          ".global",
          ".const",
          ".shared",
          ".file",
          ".section",
          ".pragma",
          ".loc");

  /** Directives without effect. */
  private static final Set<String> HINTS =
      Set.of("maxclusterrank", "noreturn", "abi_preserve", "abi_preserve_control");

  private static final Pattern TARGET = Pattern.compile("sm_(\\d+)[af]?");

  /** The newest target whose texts all devices read; the oldest one of a current compiler. */
  private static final int FOR_ALL = 75;

  private final boolean namesGroupsMemory;
  private final TokenCursor cursor;
  private final Constants constants;
  private final DeclarationParser declarations;
  private final StatementParser statements;
  private final Map<String, Variable> variables = new LinkedHashMap<>();
  private final Map<String, Function> functions = new LinkedHashMap<>();
  private int addressBits = 32;
  private boolean versionSeen;
  private boolean targetSeen;
  private int target;
  private boolean demotes;

  /** The line in which the current module of several begins. */
  private int moduleLine;

  private ModuleParser(PtxText source) {
    namesGroupsMemory = source.text().contains(Specials.GROUPS_MEMORY);
    cursor = new TokenCursor(source, JoinedModules.linked(new PtxScanner(source).tokens()));
    constants = new Constants(cursor);
    declarations = new DeclarationParser(cursor, constants);
    statements = new StatementParser(cursor, constants, declarations);
  }

  public static Syntax.Module parse(PtxText source) {
    return new ModuleParser(source).module();
  }

  private Syntax.Module module() {
    while (!cursor.atEnd()) {
      directive();
    }
    if (!versionSeen) {
      throw cursor.error("no '.version' directive; is this PTX?");
    }
    if (!targetSeen) {
      throw cursor.error("no '.target' directive; expected one after '.version'");
    }
    if (namesGroupsMemory) {
      variables.put(Specials.GROUPS_MEMORY, groupsMemory());
    }
    return new Syntax.Module(addressBits, target, demotes, variables, functions);
  }

  /** Returns the memory that the runtime reserves for cooperative groups, as a shared variable. */
  private static Variable groupsMemory() {
    String name = Specials.GROUPS_MEMORY;
    return new Variable(
        new Token(Token.Kind.WORD, name, 1, 1, 0, 0),
        name,
        "shared",
        new Syntax.Layout(PtxType.B8, 1, Specials.GROUPS_BYTES, Long.BYTES),
        Set.of(),
        Syntax.Contents.NONE);
  }

  private void directive() {
    Token t = cursor.peek();
    if (t.is(";")) {
      cursor.next();
      return;
    }
    if (t.kind() != Token.Kind.DOTTED) {
      throw cursor.error(
          (versionSeen ? "expected a directive" : "expected '.version'") + ", found " + t.shown());
    }
    cursor.next();
    if (!versionSeen && !t.is(".version")) {
      throw cursor.error(t, "expected '.version', found " + t.shown());
    }
    switch (t.name()) {
      case "version" -> {
        cursor.expect(Token.Kind.NUMBER, "a version such as 8.5");
        versionSeen = true;
        moduleLine = t.line();
      }
      case "target" -> {
        do {
          Token word = cursor.expect(Token.Kind.WORD, "a target such as sm_50");
          demotes |= word.is("map_f64_to_f32");
          target = Math.max(target, target(word.text()));
        } while (cursor.accept(","));
        targetSeen = true;
      }
      case "address_size" -> {
        Token at = cursor.peek();
        long bits = constants.integer("32 or 64");
        if (bits != 32 && bits != 64) {
          throw cursor.error(at, "expected 32 or 64 after '.address_size', found " + at.shown());
        }
        addressBits = (int) bits;
      }
      case "file", "loc" -> {
        while (!cursor.atEnd() && cursor.peek().line() == t.line()) {
          cursor.next();
        }
      }
      case "section" -> section(t);
      case "pragma" -> {
        cursor.expect(Token.Kind.STRING, "a text in quotes");
        cursor.expect(";", "after '.pragma'");
      }
      default -> linked(t);
    }
  }

  /** Returns the compute capability of a target such as sm_90a, 0 if all devices may read it. */
  private static int target(String word) {
    Matcher matcher = TARGET.matcher(word);
    int capability = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    return capability > FOR_ALL ? capability : 0;
  }

  private void section(Token section) {
    while (!cursor.atEnd() && !cursor.peek().is("{")) {
      cursor.next();
    }
    int open = 0;
    do {
      if (cursor.atEnd()) {
        throw cursor.error(section, "this section has no closing '}'");
      }
      Token t = cursor.next();
      open += t.is("{") ? 1 : t.is("}") ? -1 : 0;
    } while (open > 0);
  }

  private static boolean isExternal(Variable v) {
    return v.linkage().contains(Linkage.EXTERNAL);
  }

  /** Returns whether no earlier module declares a symbol; of several modules, the first counts. */
  private boolean isOfThisModule(Token at) {
    return at.line() >= moduleLine;
  }

  private void linked(Token first) {
    Set<Linkage> linkage = EnumSet.noneOf(Linkage.class);
    Token t = first;
    while (t.is(".visible") || t.is(".extern") || t.is(".weak") || t.is(".common")) {
      linkage.add(t.is(".extern") ? Linkage.EXTERNAL : Linkage.VISIBLE);
      t = cursor.next();
    }
    switch (t.name()) {
      case "entry", "func" -> function(t.is(".entry"));
      case "global", "const", "shared" -> {
        for (Variable v : declarations.variables(t, linkage)) {
          Variable old = variables.get(v.name());
          if (old != null && !isExternal(old) && !isExternal(v) && isOfThisModule(old.at())) {
            throw cursor.error(
                v.at(), "'" + v.name() + "' is already declared in line " + old.at().line());
          }
          if (old == null || isExternal(old)) {
            variables.put(v.name(), v);
          }
        }
      }
      default ->
          throw cursor.error(
              t, "unknown directive " + t.shown() + Suggestions.hint(t.text(), DIRECTIVES));
    }
  }

  private void function(boolean entry) {
    List<Variable> results = List.of();
    if (!entry && cursor.peek().is("(")) {
      results = declarations.parameters();
    }
    Token name = cursor.expect(Token.Kind.WORD, entry ? "the entry's name" : "the function's name");
    List<Variable> parameters = cursor.peek().is("(") ? declarations.parameters() : List.of();
    LaunchBounds bounds = LaunchBounds.NONE;
    while (cursor.peek().kind() == Token.Kind.DOTTED) {
      Token t = cursor.next();
      LaunchBounds changed = bound(t, bounds);
      if (changed != null) {
        bounds = changed;
      } else if (HINTS.contains(t.name())) {
        if (constants.looking()) {
          dimensions();
        }
      } else if (t.is(".pragma")) {
        cursor.expect(Token.Kind.STRING, "a text in quotes");
        cursor.expect(";", "after '.pragma'");
      } else if (t.name().contains("cluster")) {
        throw cursor.error(t, "thread-block clusters ('" + t.text() + "') are not supported");
      } else {
        throw cursor.error(
            t,
            "unknown directive "
                + t.shown()
                + Suggestions.hint(
                    t.text(), List.of(".reqntid", ".maxntid", ".minnctapersm", ".maxnreg")));
      }
    }
    List<Syntax.Statement> body = null;
    if (cursor.peek().is("{")) {
      body = statements.body();
    } else if (!cursor.accept(";")) {
      throw cursor.error(
          "expected '{' or ';' after '" + name.text() + "', found " + cursor.peek().shown());
    }
    Function old = functions.get(name.text());
    if (old != null && old.body() != null && body != null && isOfThisModule(old.at())) {
      throw cursor.error(
          name, "'" + name.text() + "' is already defined in line " + old.at().line());
    }
    if (old == null || old.body() == null) {
      functions.put(
          name.text(), new Function(name, name.text(), entry, results, parameters, bounds, body));
    }
  }

  /** Adds a directive's bound; returns null if the directive is not a launch bound. */
  private LaunchBounds bound(Token t, LaunchBounds b) {
    return switch (t.name()) {
      case "reqntid" -> b.withGroupSize(dimensions());
      case "maxntid" -> {
        long most = 1; // only the product is limited, not each extent (PTX ISA, .maxntid)
        for (int d : dimensions()) {
          most = Math.min(most * d, Integer.MAX_VALUE);
        }
        yield b.withMostItems((int) most);
      }
      case "minnctapersm" -> b.withFewestGroups(constants.count("a number of blocks", 1, 1 << 20));
      // Name of minnctapersm before PTX ISA 2.0, for compute capability 1.x.
      case "maxnctapersm" -> b.withFewestGroups(constants.count("a number of blocks", 1, 1 << 20));
      case "maxnreg" -> b.withMostRegisters(constants.count("a number of registers", 1, 1 << 20));
      default -> null;
    };
  }

  private List<Integer> dimensions() {
    List<Integer> all = new ArrayList<>();
    do {
      all.add(constants.count("a dimension", 1, 1 << 30));
    } while (cursor.accept(",") && all.size() < 3);
    while (all.size() < 3) {
      all.add(1);
    }
    return all;
  }
}
