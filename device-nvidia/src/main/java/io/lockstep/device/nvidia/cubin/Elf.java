// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.io.InputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sections of a little-endian ELF file of 64 bits. Immutable.
 *
 * <p>Source: "Tool Interface Standard (TIS) Executable and Linking Format", version 1.2, and the
 * "ELF-64 Object File Format".
 */
final class Elf {
  private static final int MAGIC = 0x464C457F;
  private static final int CLASS_64_LITTLE = 0x0102;
  private static final int HEADER_BYTES = 64;
  private static final int SECTION_BYTES = 64;
  private static final int NO_BITS = 8;

  /**
   * @param info the field {@code sh_info}, whose meaning depends on the section
   */
  record Section(String name, int info, ByteBuffer bytes) {}

  private final String where;
  private final ByteBuffer file;
  private final List<Section> sections = new ArrayList<>();

  /**
   * @param where name of the file, for messages
   * @throws InputException if the file is damaged
   */
  Elf(String where, byte[] bytes) {
    this.where = where;
    file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asReadOnlyBuffer();
    file.order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < HEADER_BYTES
        || file.getInt(0) != MAGIC
        || file.getShort(4) != CLASS_64_LITTLE) {
      throw damaged("is not an ELF file of 64 bits");
    }
    long table = file.getLong(40);
    int count = Short.toUnsignedInt(file.getShort(60));
    int ofNames = Short.toUnsignedInt(file.getShort(62));
    if (file.getShort(58) != SECTION_BYTES || ofNames >= count) {
      throw damaged("has no table of sections");
    }
    ByteBuffer headers = part(table, (long) count * SECTION_BYTES);
    ByteBuffer names = content(headers, ofNames);
    for (int s = 0; s < count; s++) {
      String name = text(names, headers.getInt(s * SECTION_BYTES));
      sections.add(new Section(name, headers.getInt(s * SECTION_BYTES + 44), content(headers, s)));
    }
  }

  /** Returns the first section of a name. */
  Optional<Section> section(String name) {
    return sections.stream().filter(s -> s.name().equals(name)).findFirst();
  }

  private ByteBuffer content(ByteBuffer headers, int section) {
    int at = section * SECTION_BYTES;
    boolean empty = headers.getInt(at + 4) == NO_BITS;
    return empty ? part(0, 0) : part(headers.getLong(at + 24), headers.getLong(at + 32));
  }

  private ByteBuffer part(long from, long length) {
    if (from < 0 || length < 0 || from > file.limit() || length > file.limit() - from) {
      throw damaged("has a section outside of the file");
    }
    return file.slice((int) from, (int) length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private String text(ByteBuffer from, int at) {
    int end = at;
    while (end >= 0 && end < from.limit() && from.get(end) != 0) {
      end++;
    }
    if (at < 0 || end >= from.limit()) {
      throw damaged("has a section without a name");
    }
    byte[] name = new byte[end - at];
    from.get(at, name);
    return new String(name, StandardCharsets.UTF_8);
  }

  InputException damaged(String how) {
    return new InputException(where, "cannot be decoded: it " + how);
  }
}
