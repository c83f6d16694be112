// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.device.nvidia.code.SassCode;
import io.lockstep.io.InputException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The machine code of one kernel of a cubin.
 *
 * @param words instructions in order, without the loop behind the end and what fills the section
 * @param lines line of the PTX by instruction; 0 if unknown
 * @param registers registers of a thread
 */
record Cubin(String where, List<MachineWord> words, int[] lines, int registers) {
  private static final int REGISTERS_AT = 24;

  /**
   * Reads a kernel's code.
   *
   * @param where name of the file, for messages
   * @throws InputException if the file is damaged or lacks the kernel
   */
  static Cubin read(String where, byte[] bytes, String kernel) {
    Elf file = new Elf(where, bytes);
    Elf.Section text =
        file.section(".text." + kernel)
            .orElseThrow(() -> file.damaged("has no code of kernel '" + kernel + "'"));
    ByteBuffer code = text.bytes();
    if (code.limit() % SassCode.CODE_BYTES != 0) {
      throw file.damaged("has a part of an instruction");
    }
    List<MachineWord> words = new ArrayList<>();
    while (code.hasRemaining()) {
      words.add(new MachineWord(code.getLong(), code.getLong()));
    }
    int end = end(where, words);
    int[] lines =
        file.section(".debug_line")
            .map(s -> LineProgram.lines(file, s.bytes(), end, SassCode.CODE_BYTES))
            .orElseGet(() -> new int[end]);
    return new Cubin(
        where, List.copyOf(words.subList(0, end)), lines, text.info() >>> REGISTERS_AT);
  }

  private static int end(String where, List<MachineWord> words) {
    int end = words.size();
    while (end > 0 && Operation.of(words.get(end - 1), where).name().equals("NOP")) {
      end--;
    }
    // A branch to itself follows the code.
    boolean loops = end > 0 && Operation.of(words.get(end - 1), where).name().equals("BRA");
    return loops ? end - 1 : end;
  }

  /** Returns the operation of an instruction. */
  Operation operation(int index) {
    return Operation.of(words.get(index), where + ", instruction " + index);
  }
}
