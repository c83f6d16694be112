// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.frontend.ptx.syntax.Syntax.Literal;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Parses the initial value of a variable: numbers, and addresses of other variables, either whole
 * ({@code a + 4}, {@code generic(a) + 4}) or byte by byte ({@code 0xFF00(generic(a) + 4)}). Used
 * once.
 */
final class Initializer {
  private static final int MAX_DEPTH = 8;

  private final TokenCursor cursor;
  private final Constants constants;
  private final List<Syntax.Reference> references = new ArrayList<>();
  private byte[] data = new byte[64];
  private int size;

  Initializer(TokenCursor cursor, Constants constants) {
    this.cursor = cursor;
    this.constants = constants;
  }

  void read(PtxType type) {
    read(type, 0);
  }

  int size() {
    return size;
  }

  /** Returns the data, padded with zeros; bytes of addresses are zero. */
  byte[] bytes(int length) {
    return Arrays.copyOf(data, length);
  }

  List<Syntax.Reference> references() {
    return List.copyOf(references);
  }

  private void read(PtxType type, int depth) {
    if (cursor.accept("{")) {
      if (depth > MAX_DEPTH) {
        throw cursor.error("initialiser is nested more than " + MAX_DEPTH + " deep");
      }
      if (!cursor.peek().is("}")) {
        do {
          read(type, depth + 1);
        } while (cursor.accept(","));
      }
      cursor.expect("}", "after an initialiser");
      return;
    }
    if (cursor.peek().kind() == Token.Kind.WORD) {
      address(type, -1);
      return;
    }
    Token at = cursor.peek();
    Literal value = constants.expression("an initial value");
    if (cursor.peek().is("(")) {
      masked(at, type, value);
      return;
    }
    append(Literals.bits(cursor.source(), value, type), type.bytes());
  }

  /** Parses one byte of an address, as in {@code 0xFF00(generic(a) + 4)}. */
  private void masked(Token at, PtxType type, Literal mask) {
    int shift = Long.numberOfTrailingZeros(mask.bits());
    boolean isByte = shift % 8 == 0 && shift < 64 && mask.bits() >>> shift == 0xFF;
    if (!isByte || type.bits() != 8) {
      throw cursor.error(
          at, "expected the mask of one byte such as 0xFF00 of an address, found " + at.shown());
    }
    cursor.expect("(", "after a mask");
    address(type, shift);
    cursor.expect(")", "after an address under a mask");
  }

  private void address(PtxType type, int shift) {
    Token at = cursor.next();
    boolean generic = at.is("generic") && cursor.accept("(");
    Token symbol = generic ? cursor.expect(Token.Kind.WORD, "a variable's name") : at;
    long addend = 0;
    if (generic) {
      addend = addend();
      cursor.expect(")", "after a variable's name");
    }
    addend += addend();
    if (shift < 0 && (type.isFloat() || type.bits() != 64)) {
      throw cursor.error(
          at, "an address (" + symbol.shown() + ") has 64 bits, the element is ." + type.shown());
    }
    references.add(new Syntax.Reference(symbol, size, addend, shift));
    append(0, type.bytes());
  }

  private long addend() {
    if (cursor.accept("+")) {
      return constants.integer("an offset");
    }
    return cursor.peek().is("-") ? constants.integer("an offset") : 0;
  }

  private void append(long bits, int bytes) {
    if (size + bytes > data.length) {
      data = Arrays.copyOf(data, data.length * 2);
    }
    for (int i = 0; i < bytes; i++) {
      data[size++] = (byte) (bits >>> 8 * i);
    }
  }
}
