// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.elf;

import io.lockstep.io.InputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads from an executable file which libraries the loader must find before the program starts: the
 * entries DT_NEEDED of its dynamic section. A library that the program opens itself is not among
 * them.
 *
 * <p>Source: "Tool Interface Standard (TIS) Executable and Linking Format", version 1.2, and the
 * "ELF-64 Object File Format".
 */
public final class NeededLibraries {
  private static final int MAGIC = 0x464C457F;
  private static final int CLASS_64_LITTLE = 0x0102;
  private static final int HEADER_BYTES = 64;
  private static final int SEGMENT_BYTES = 56;
  private static final int ENTRY_BYTES = 16;
  private static final int SEGMENT_LOAD = 1;
  private static final int SEGMENT_DYNAMIC = 2;
  private static final long TAG_NULL = 0;
  private static final long TAG_NEEDED = 1;
  private static final long TAG_NAMES = 5;

  private final String where;
  private final ByteBuffer file;

  private NeededLibraries(String where, ByteBuffer file) {
    this.where = where;
    this.file = file;
  }

  /**
   * Reads the names of the libraries.
   *
   * @param where name of the file, for messages
   * @param bytes the whole file
   * @return the names in the order of the file; empty if the program is linked statically, or is no
   *     little-endian ELF file of 64 bits
   * @throws InputException if the file is damaged
   */
  public static List<String> of(String where, byte[] bytes) {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    boolean read =
        bytes.length >= 6 && file.getInt(0) == MAGIC && file.getShort(4) == CLASS_64_LITTLE;
    return read ? new NeededLibraries(where, file).names() : List.of();
  }

  private List<String> names() {
    ByteBuffer header = part(0, HEADER_BYTES, "header");
    int count = Short.toUnsignedInt(header.getShort(56));
    if (count > 0 && header.getShort(54) != SEGMENT_BYTES) {
      throw damaged("has no table of segments");
    }
    ByteBuffer segments =
        part(header.getLong(32), (long) count * SEGMENT_BYTES, "table of segments");
    for (int at = 0; at < segments.limit(); at += SEGMENT_BYTES) {
      if (segments.getInt(at) == SEGMENT_DYNAMIC) {
        return names(
            segments, part(segments.getLong(at + 8), segments.getLong(at + 32), "dynamic section"));
      }
    }
    return List.of();
  }

  private List<String> names(ByteBuffer segments, ByteBuffer dynamic) {
    List<Long> needed = new ArrayList<>();
    long table = -1;
    for (int at = 0; at <= dynamic.limit() - ENTRY_BYTES; at += ENTRY_BYTES) {
      long tag = dynamic.getLong(at);
      long value = dynamic.getLong(at + 8);
      if (tag == TAG_NULL) {
        break;
      }
      if (tag == TAG_NEEDED) {
        needed.add(value);
      } else if (tag == TAG_NAMES) {
        table = place(segments, value);
      }
    }
    List<String> names = new ArrayList<>();
    for (long name : needed) {
      names.add(text(table, name));
    }
    return List.copyOf(names);
  }

  /** Returns the place in the file of an address of the program, or -1 if the file lacks it. */
  private static long place(ByteBuffer segments, long address) {
    for (int at = 0; at < segments.limit(); at += SEGMENT_BYTES) {
      long within = address - segments.getLong(at + 16);
      if (segments.getInt(at) == SEGMENT_LOAD
          && Long.compareUnsigned(within, segments.getLong(at + 32)) < 0) {
        return segments.getLong(at + 8) + within;
      }
    }
    return -1;
  }

  private String text(long table, long name) {
    if (table < 0 || table > file.limit() || name < 0 || name >= file.limit() - table) {
      throw damaged("has no name of a library that it needs");
    }
    int start = (int) (table + name);
    int end = start;
    while (end < file.limit() && file.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - start];
    file.get(start, text);
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  private ByteBuffer part(long from, long length, String what) {
    if (from < 0 || length < 0 || from > file.limit() || length > file.limit() - from) {
      throw damaged("ends before its " + what + " does");
    }
    return file.slice((int) from, (int) length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private InputException damaged(String how) {
    return new InputException(where, "is a damaged executable file: it " + how);
  }
}
