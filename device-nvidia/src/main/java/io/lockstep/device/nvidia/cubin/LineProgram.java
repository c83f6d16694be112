// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.io.InputException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Executes a line-number program, which maps code addresses to lines.
 *
 * <p>Source: "DWARF Debugging Information Format", version 2, section 6.2. Extended operations of
 * vendors are skipped.
 */
final class LineProgram {
  private static final int HEADER_TO_PROGRAM = 10;

  private final ByteBuffer in;
  private final NavigableMap<Long, Integer> lines = new TreeMap<>();
  private long address;
  private int line = 1;

  private LineProgram(ByteBuffer in) {
    this.in = in;
  }

  /**
   * Returns the line of each instruction.
   *
   * @param section the section {@code .debug_line} of a file with one kernel
   * @param count number of instructions of {@code bytes} bytes each
   * @throws InputException if the section is damaged
   */
  static int[] lines(Elf file, ByteBuffer section, int count, int bytes) {
    LineProgram program = new LineProgram(section.duplicate().order(section.order()));
    try {
      program.run(file);
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
      throw file.damaged("has a damaged line table");
    }
    int[] found = new int[count];
    for (int k = 0; k < count; k++) {
      var entry = program.lines.floorEntry((long) k * bytes);
      found[k] = entry == null ? 0 : entry.getValue();
    }
    return found;
  }

  private void run(Elf file) {
    in.getInt(); // length of the unit
    if (in.getShort() != 2) {
      throw file.damaged("has a line table of another version than 2");
    }
    int program = in.getInt() + HEADER_TO_PROGRAM;
    in.get(); // bytes of the shortest instruction: 1
    in.get(); // whether entries begin statements
    int base = in.get();
    int range = Byte.toUnsignedInt(in.get());
    int first = Byte.toUnsignedInt(in.get());
    if (range == 0 || first == 0) {
      throw file.damaged("has a damaged line table");
    }
    byte[] arguments = new byte[first];
    in.get(arguments, 1, first - 1);
    in.position(program);
    while (in.hasRemaining()) {
      step(Byte.toUnsignedInt(in.get()), base, range, arguments);
    }
  }

  private void step(int operation, int base, int range, byte[] arguments) {
    if (operation >= arguments.length) {
      int adjusted = operation - arguments.length;
      address += adjusted / range;
      line += base + adjusted % range;
      add();
      return;
    }
    switch (operation) {
      case 0 -> extended();
      case 1 -> add();
      case 2 -> address += unsigned();
      case 3 -> line += signed();
      case 8 -> address += (255 - arguments.length) / range;
      case 9 -> address += Short.toUnsignedInt(in.getShort());
      default -> {
        for (int k = 0; k < arguments[operation]; k++) {
          unsigned();
        }
      }
    }
  }

  private void extended() {
    int end = (int) unsigned() + in.position();
    switch (in.get()) {
      case 1 -> {
        address = 0;
        line = 1;
      }
      case 2 -> address = in.getLong();
      default -> {}
    }
    in.position(end);
  }

  private void add() {
    lines.put(address, line);
  }

  private long unsigned() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private long signed() {
    int from = in.position();
    long value = unsigned();
    int bits = 7 * (in.position() - from);
    return bits < 64 && (value >>> bits - 1) != 0 ? value | -1L << bits : value;
  }
}
