// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.Syntax.Variable;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

final class DeclarationParser {
  static final Set<String> SPACES = Set.of("reg", "param", "shared", "global", "const", "local");
  private static final Set<String> HANDLES = Set.of("texref", "samplerref", "surfref");

  /** Limit on the bytes of module-scope data; larger sizes are taken for mistakes. */
  private static final long MAX_BYTES = 1L << 31;

  private final TokenCursor cursor;
  private final Constants constants;

  DeclarationParser(TokenCursor cursor, Constants constants) {
    this.cursor = cursor;
    this.constants = constants;
  }

  private static final class Head {
    PtxType type;
    boolean handle;
    int vector = 1;
    int alignment;
    boolean pointer;
  }

  /** Parses the variables of a declaration, after its state-space directive. */
  List<Variable> variables(Token space, boolean visible, boolean external) {
    Head head = head(space);
    List<Variable> all = new ArrayList<>();
    do {
      all.add(declarator(space, head, visible, external, true));
    } while (cursor.accept(","));
    cursor.expect(";", "after a declaration");
    return all;
  }

  List<Variable> parameters() {
    cursor.expect("(", "before parameters");
    List<Variable> all = new ArrayList<>();
    if (!cursor.peek().is(")")) {
      do {
        Token space = cursor.peek();
        if (!space.is(".param") && !space.is(".reg")) {
          throw cursor.error("expected '.param' or '.reg', found " + space.shown());
        }
        cursor.next();
        Head head = head(space);
        all.add(declarator(space, head, false, false, false));
      } while (cursor.accept(","));
    }
    cursor.expect(")", "after parameters");
    return all;
  }

  List<Syntax.Statement> registers(Token space) {
    Head head = head(space);
    if (head.handle) {
      throw cursor.error("a register cannot hold a texture reference");
    }
    List<Syntax.Statement> all = new ArrayList<>();
    do {
      Token name = cursor.expect(Token.Kind.WORD, "a register's name");
      int count = -1;
      if (cursor.accept("<")) {
        count = constants.count("the number of registers", 0, 1 << 24);
        cursor.expect(">", "after the number of registers");
      }
      if (head.vector > 1) {
        throw cursor.error(name, "vector registers (.v" + head.vector + ") are not supported");
      }
      all.add(new Syntax.Registers(name, name.text(), head.type, count));
    } while (cursor.accept(","));
    cursor.expect(";", "after a declaration");
    return all;
  }

  private Head head(Token space) {
    Head head = new Head();
    while (cursor.peek().kind() == Token.Kind.DOTTED) {
      Token t = cursor.next();
      switch (t.name()) {
        case "align" -> head.alignment = alignment();
        case "ptr" -> {
          head.pointer = true;
          String in = cursor.peek().name();
          if (cursor.peek().kind() == Token.Kind.DOTTED && SPACES.contains(in)) {
            cursor.next();
          }
          if (cursor.accept(".align")) {
            alignment();
          }
        }
        case "v2" -> head.vector = 2;
        case "v4" -> head.vector = 4;
        case "attribute" -> {
          cursor.expect("(", "after '.attribute'");
          while (!cursor.atEnd() && !cursor.accept(")")) {
            cursor.next();
          }
        }
        default -> {
          if (HANDLES.contains(t.name())) {
            head.handle = true;
            head.type = PtxType.U64;
          } else if (PtxType.named(t.name()) != null) {
            head.type = PtxType.named(t.name());
          } else {
            throw cursor.error(
                t, "unknown type " + t.shown() + Suggestions.hint(t.text(), typeNames()));
          }
        }
      }
    }
    if (head.type == null) {
      throw cursor.error(
          "expected a type after " + space.shown() + ", found " + cursor.peek().shown());
    }
    return head;
  }

  static List<String> typeNames() {
    return Arrays.stream(PtxType.values()).map(t -> "." + t.shown()).toList();
  }

  private int alignment() {
    Token at = cursor.peek();
    int n = constants.count("the alignment", 1, 1 << 20);
    if (Integer.bitCount(n) != 1) {
      throw cursor.error(at, "the alignment must be a power of two, found " + n);
    }
    return n;
  }

  private Variable declarator(
      Token space, Head head, boolean visible, boolean external, boolean initialised) {
    Token name = cursor.expect(Token.Kind.WORD, "a name");
    long count = 1;
    boolean array = false;
    while (cursor.accept("[")) {
      array = true;
      if (cursor.accept("]")) {
        count = 0;
        continue;
      }
      count *= constants.count("the number of elements", 0, Integer.MAX_VALUE);
      if (count * head.type.bytes() * head.vector > MAX_BYTES) {
        throw cursor.error(name, "'" + name.text() + "' is larger than 2 GiB");
      }
      cursor.expect("]", "after the number of elements");
    }
    byte[] initial = new byte[0];
    List<Syntax.Reference> references = List.of();
    if (initialised && cursor.peek().is("=")) {
      Token at = cursor.next();
      if (!space.is(".global") && !space.is(".const")) {
        throw cursor.error(at, "only .global and .const variables can be initialised");
      }
      Initializer bytes = new Initializer(cursor, constants);
      bytes.read(head.type);
      long size = count * head.vector * head.type.bytes();
      if (array && count == 0) {
        count = bytes.size() / ((long) head.vector * head.type.bytes());
      } else if (bytes.size() > size) {
        throw cursor.error(
            at,
            "'" + name.text() + "' holds " + size + " bytes, its initialiser has " + bytes.size());
      }
      initial = bytes.bytes((int) Math.max(size, bytes.size()));
      references = bytes.references();
    }
    int natural = head.type.bytes() * head.vector;
    return new Variable(
        name,
        name.text(),
        head.handle ? "tex" : space.name(),
        head.type,
        head.vector,
        count,
        array,
        head.alignment == 0 ? natural : head.alignment,
        initial,
        visible,
        external,
        head.pointer,
        references);
  }
}
