// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import java.util.List;

/** Numbers of allocated registers, different for each file. */
public final class Registers {
  private static final int FILE = 1 << 10;

  private Registers() {}

  public static int[] of(List<Value> values) {
    int[] all = new int[count(values)];
    add(values, all, 0);
    return all;
  }

  /** The registers that an instruction reads; lanes outside its guard keep the former results. */
  public static int[] read(SassOp op) {
    if (op.guard == null) {
      return of(op.sources);
    }
    List<Value> former = op.whole ? List.of() : op.results;
    List<Value> guard = List.of(op.guard);
    int[] all = new int[count(op.sources) + count(guard) + count(former)];
    add(former, all, add(guard, all, add(op.sources, all, 0)));
    return all;
  }

  /** Whether two sets of registers have one in common. */
  public static boolean meet(int[] some, int[] others) {
    for (int r : some) {
      if (contains(others, r)) {
        return true;
      }
    }
    return false;
  }

  public static boolean contains(int[] registers, int register) {
    for (int r : registers) {
      if (r == register) {
        return true;
      }
    }
    return false;
  }

  private static int count(List<Value> values) {
    int count = 0;
    for (int k = 0; k < values.size(); k++) {
      for (Value part = values.get(k); part != null; part = part.high()) {
        count += part.isRegister() ? 1 : 0;
      }
    }
    return count;
  }

  private static int add(List<Value> values, int[] to, int from) {
    int count = from;
    for (int k = 0; k < values.size(); k++) {
      for (Value part = values.get(k); part != null; part = part.high()) {
        if (part.isRegister()) {
          to[count++] = part.kind().ordinal() * FILE + part.number();
        }
      }
    }
    return count;
  }
}
