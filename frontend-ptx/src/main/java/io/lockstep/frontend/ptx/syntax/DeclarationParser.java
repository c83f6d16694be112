// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.frontend.ptx.syntax.Syntax.Contents;
import io.lockstep.frontend.ptx.syntax.Syntax.Variable;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

record DeclarationParser(TokenCursor cursor, Constants constants) {
  static final Set<String> SPACES = Set.of("reg", "param", "shared", "global", "const", "local");
  private static final Set<String> HANDLES = Set.of("texref", "samplerref", "surfref");

  /** Limit on the bytes of module-scope data; larger sizes are taken for mistakes. */
  private static final long MAX_BYTES = 1L << 31;

  private static final class Head {
    PtxType type;
    boolean handle;
    int vector = 1;
    int alignment;
  }

  /** Parses the variables of a declaration, after its state-space directive. */
  List<Variable> variables(Token space, Set<Syntax.Linkage> linkage) {
    Head head = head(space);
    List<Variable> all = new ArrayList<>();
    do {
      Declarator one = declarator(head);
      Contents initial = cursor.peek().is("=") ? initial(space, head, one) : Contents.NONE;
      all.add(variable(space, head, one, linkage, initial));
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
        all.add(variable(space, head, declarator(head), Set.of(), Contents.NONE));
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

  /** A name with its number of elements, 0 for an array without a size. */
  private static final class Declarator {
    final Token name;
    long count = 1;

    Declarator(Token name) {
      this.name = name;
    }
  }

  private Declarator declarator(Head head) {
    Declarator one = new Declarator(cursor.expect(Token.Kind.WORD, "a name"));
    while (cursor.accept("[")) {
      if (cursor.accept("]")) {
        one.count = 0;
        continue;
      }
      one.count *= constants.count("the number of elements", 0, Integer.MAX_VALUE);
      if (one.count * head.type.bytes() * head.vector > MAX_BYTES) {
        throw cursor.error(one.name, "'" + one.name.text() + "' is larger than 2 GiB");
      }
      cursor.expect("]", "after the number of elements");
    }
    return one;
  }

  /** Parses the initial contents; they determine the number of elements if it is not declared. */
  private Contents initial(Token space, Head head, Declarator one) {
    Token at = cursor.next();
    if (!space.is(".global") && !space.is(".const")) {
      throw cursor.error(at, "only .global and .const variables can be initialised");
    }
    Initializer bytes = new Initializer(cursor, constants);
    bytes.read(head.type);
    long element = (long) head.vector * head.type.bytes();
    long size = one.count * element;
    if (one.count == 0) {
      one.count = bytes.size() / element;
    } else if (bytes.size() > size) {
      throw cursor.error(
          at,
          "'%s' holds %s bytes, its initialiser has %s"
              .formatted(one.name.text(), size, bytes.size()));
    }
    return new Contents(bytes.bytes((int) Math.max(size, bytes.size())), bytes.references());
  }

  private static Variable variable(
      Token space, Head head, Declarator one, Set<Syntax.Linkage> linkage, Contents initial) {
    int natural = head.type.bytes() * head.vector;
    int alignment = head.alignment == 0 ? natural : head.alignment;
    return new Variable(
        one.name,
        one.name.text(),
        head.handle ? "tex" : space.name(),
        new Syntax.Layout(head.type, head.vector, one.count, alignment),
        linkage,
        initial);
  }
}
