// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.device.nvidia.lowering.Listing;
import io.lockstep.io.InputException;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.RefusalException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The machine code of one kernel of a cubin.
 *
 * @param words instructions in order, without the loop behind the end and what fills the section
 * @param lines line of the PTX by instruction; 0 if unknown
 * @param registers registers of a thread
 * @param architecture number of the target, such as 80 for {@code sm_80}
 */
record Cubin(String where, List<MachineWord> words, int[] lines, int registers, int architecture) {
  private static final int SYMBOL = 0xffffff; // of a section's information
  private static final int SIZED = 4; // format of attributes whose length follows
  private static final int REGISTERS = 0x2f; // EIATTR_REGCOUNT
  private static final int HOPPER = 90;

  /**
   * Reads a kernel's code.
   *
   * @param where name of the file, for messages
   * @param architecture number of the target that it was made for
   * @throws InputException if the file is damaged or lacks the kernel
   */
  static Cubin read(String where, byte[] bytes, String kernel, int architecture) {
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
        file.section(".nv_debug_line_sass")
            .map(s -> LineProgram.lines(file, s.bytes(), end, SassCode.CODE_BYTES))
            .orElseGet(() -> new int[end]);
    return new Cubin(
        where,
        List.copyOf(words.subList(0, end)),
        lines,
        registers(file, text.info() & SYMBOL),
        architecture);
  }

  /** Returns the registers of a kernel by the attributes that the driver reads. */
  private static int registers(Elf file, int symbol) {
    ByteBuffer attributes =
        file.section(".nv.info")
            .orElseThrow(() -> file.damaged("has no attributes of kernels"))
            .bytes();
    while (attributes.remaining() >= Integer.BYTES) {
      int format = attributes.get();
      int attribute = attributes.get();
      int size = Short.toUnsignedInt(attributes.getShort());
      if (format == SIZED) {
        int at = attributes.position();
        if (size > attributes.remaining() || attribute == REGISTERS && size < 2 * Integer.BYTES) {
          throw file.damaged("has a part of an attribute");
        }
        if (attribute == REGISTERS && attributes.getInt(at) == symbol) {
          return attributes.getInt(at + Integer.BYTES) & 0xff;
        }
        attributes.position(at + size);
      }
    }
    throw file.damaged("does not say how many registers the kernel has");
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

  /** Formats an instruction with its control bits; its operands are not decoded. */
  String line(int index) {
    MachineWord word = words.get(index);
    String guard =
        word.isGuarded() ? "@" + (word.guardNegated() ? "!P" : "P") + word.guard() + " " : "";
    return "    %s  %s%s R%s // line %s of the PTX"
        .formatted(
            Listing.control(word.control()),
            guard,
            operation(index).name(),
            word.destination(),
            lines[index]);
  }

  /** Returns the instruction to which a branch jumps. */
  int target(int index) {
    MachineWord word = words.get(index);
    long units = architecture < HOPPER ? word.branchOffset() : word.longBranchOffset();
    return index + 1 + (int) (units * Integer.BYTES / SassCode.CODE_BYTES);
  }

  /** Returns a refusal that names a construct and the PTX line of one of its instructions. */
  RefusalException refusal(int index, String what) {
    return new RefusalException(
        "%s: ptxas makes %s of line %s of the PTX, which cannot be related to the execution"
            .formatted(where, what, lines[index]));
  }

  /** Returns the operation of an instruction. */
  Operation operation(int index) {
    return Operation.of(words.get(index), where + ", instruction " + index);
  }
}
