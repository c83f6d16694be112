// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.dump;

import io.lockstep.io.InputException;
import io.lockstep.workload.element.ElementType;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The header of a NumPy array file. Versions 1.0 to 3.0 are read, 1.0 is written.
 *
 * @param shape sizes of the dimensions, the slowest dimension first
 * @param length bytes of the header itself
 */
record NumpyHeader(ElementType type, boolean bigEndian, List<Long> shape, int length) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int ALIGNMENT = 64;
  private static final int MAX_LENGTH = 1 << 20;

  /** A key and its value: a string, a word, or a tuple of numbers. */
  private static final Pattern ENTRY =
      Pattern.compile("\\s*['\"](\\w+)['\"]\\s*:\\s*('[^']*'|\"[^\"]*\"|\\w+|\\([0-9L, ]*\\))\\s*");

  static NumpyHeader of(ElementType type, long count) {
    return new NumpyHeader(type, false, List.of(count), 0);
  }

  long count() {
    long count = 1;
    for (long size : shape) {
      count = Math.multiplyExact(count, size);
    }
    return count;
  }

  /** Returns the type and shape, for example {@code f32 [4, 16]}. */
  String text() {
    return type.text()
        + " "
        + shape.stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
  }

  byte[] bytes() {
    String sizes = shape.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ",)"));
    String text =
        "{'descr': '" + code(type) + "', 'fortran_order': False, 'shape': " + sizes + ", }";
    int used = MAGIC.length + 4 + text.length() + 1;
    int padding = (ALIGNMENT - used % ALIGNMENT) % ALIGNMENT;
    String line = text + " ".repeat(padding) + "\n";
    return ByteBuffer.allocate(MAGIC.length + 4 + line.length())
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC)
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) line.length())
        .put(line.getBytes(StandardCharsets.US_ASCII))
        .array();
  }

  /** Returns NumPy's name of a type, with the byte order. */
  private static String code(ElementType type) {
    String kind = type.isFloat() ? "f" : type.isSigned() ? "i" : "u";
    return (type.bytes() == 1 ? "|" : "<") + kind + type.bytes();
  }

  static NumpyHeader read(String file, DataInputStream in) throws IOException {
    byte[] start = in.readNBytes(MAGIC.length + 2);
    if (start.length < MAGIC.length + 2
        || !java.util.Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new InputException(file, "is not a NumPy array file (.npy)");
    }
    int version = start[MAGIC.length];
    if (version < 1 || version > 3) {
      throw new InputException(
          file, "is a NumPy array file of version " + version + "; 1, 2 and 3 are read");
    }
    int sizeBytes = version == 1 ? 2 : 4;
    try {
      byte[] size = new byte[4];
      in.readFully(size, 0, sizeBytes);
      int length = ByteBuffer.wrap(size).order(ByteOrder.LITTLE_ENDIAN).getInt();
      if (length < 0 || length > MAX_LENGTH) {
        throw new InputException(
            file, "has a header of " + Integer.toUnsignedLong(length) + " bytes");
      }
      byte[] header = new byte[length];
      in.readFully(header);
      return parse(
          file,
          new String(header, version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1),
          MAGIC.length + 2 + sizeBytes + length);
    } catch (EOFException e) {
      throw new InputException(file, "ends within its header", e);
    }
  }

  private static NumpyHeader parse(String file, String text, int length) {
    Map<String, String> entries = entries(file, text.strip());
    String descr = entries.get("descr");
    String fortran = entries.get("fortran_order");
    String shape = entries.get("shape");
    if (descr == null || fortran == null || shape == null || !shape.startsWith("(")) {
      throw new InputException(
          file, "its header lacks 'descr', 'fortran_order' or a tuple 'shape': " + text.strip());
    }
    List<Long> sizes = new ArrayList<>();
    for (String size : shape.substring(1, shape.length() - 1).replace("L", "").split(",")) {
      if (!size.isBlank()) {
        try {
          sizes.add(Long.parseLong(size.strip()));
        } catch (NumberFormatException e) {
          throw new InputException(file, "its shape is " + shape, e);
        }
      }
    }
    String type = descr.substring(1, descr.length() - 1);
    NumpyHeader header =
        new NumpyHeader(type(file, type), type.startsWith(">"), List.copyOf(sizes), length);
    try {
      header.count();
    } catch (ArithmeticException e) {
      throw new InputException(file, "its shape is " + shape, e);
    }
    if (fortran.equals("True") && sizes.stream().filter(s -> s > 1).count() > 1) {
      throw new InputException(
          file,
          "its elements stand in Fortran's order; write it in C's order: numpy.save(FILE,"
              + " numpy.ascontiguousarray(a))");
    }
    return header;
  }

  private static Map<String, String> entries(String file, String text) {
    Map<String, String> entries = new TreeMap<>();
    if (!text.startsWith("{") || !text.endsWith("}")) {
      throw new InputException(file, "its header is not a dictionary: " + text);
    }
    Matcher entry = ENTRY.matcher(text);
    int at = 1;
    while (at < text.length() - 1 && !text.substring(at, text.length() - 1).isBlank()) {
      entry.region(at, text.length() - 1);
      if (!entry.lookingAt()) {
        throw new InputException(
            file, "expected an array of plain numbers, found the header " + text);
      }
      entries.put(entry.group(1), entry.group(2));
      at = entry.end();
      if (at < text.length() - 1 && text.charAt(at) == ',') {
        at++;
      }
    }
    return entries;
  }

  private static ElementType type(String file, String descr) {
    for (ElementType type : ElementType.values()) {
      String code = code(type).substring(1);
      if (descr.length() == code.length() + 1
          && "<>|=".indexOf(descr.charAt(0)) >= 0
          && descr.endsWith(code)) {
        return type;
      }
    }
    throw new InputException(
        file,
        "holds elements of NumPy's type '"
            + descr
            + "'; expected i1 to i8, u1 to u8, f2, f4 or f8, such as '<f4'");
  }
}
