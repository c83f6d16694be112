// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.io.InputException;
import io.lockstep.io.Resources;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import java.util.HashMap;
import java.util.Map;

/** An operation of the machine code, from the table {@code operations.txt}. */
record Operation(String name, Pipe pipe, AccessKind access) {
  private static final Map<Integer, Operation> BY_NUMBER = table();

  private static Map<Integer, Operation> table() {
    Map<Integer, Operation> table = new HashMap<>();
    String text = Resources.text(Operation.class.getResourceAsStream("operations.txt"));
    for (String line : text.split("\n")) {
      if (!line.startsWith("#")) {
        String[] field = line.split(" ");
        AccessKind access = field.length > 3 ? AccessKind.valueOf(field[3]) : AccessKind.NONE;
        table.put(
            Integer.parseInt(field[0], 16),
            new Operation(field[1], Pipe.valueOf(field[2]), access));
      }
    }
    return table;
  }

  /**
   * @param where position of the word, for messages
   * @throws InputException if the operation is unknown
   */
  static Operation of(MachineWord word, String where) {
    Operation found = BY_NUMBER.get(word.operation());
    if (found == null) {
      throw new InputException(
          where, "cannot be decoded: operation 0x%03x is unknown".formatted(word.operation()));
    }
    return found;
  }
}
