package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Addresses of one block as something unknown plus a number, modulo 2^32, so that two that differ
 * by a number are seen to: value numbering over additions and shifts. Not thread-safe.
 */
final class AddressForms {
  private static final int NOTHING = 0; // the unknown part of a plain number

  private final Map<Integer, Form> held = new HashMap<>();
  private final Map<Integer, Form> bytesOfDwords = new HashMap<>();
  private final Map<List<Object>, Integer> names = new HashMap<>();
  private int unknowns = NOTHING;

  /**
   * An unknown and a number.
   *
   * @param unknown its name
   * @param plus the number
   */
  record Form(int unknown, int plus) {}

  /** What a source is now. */
  Form of(Source s) {
    if (s.isModified()) {
      return fresh();
    }
    return switch (s.kind()) {
      case LITERAL, INLINE -> new Form(NOTHING, s.bits());
      case VALUE -> held.computeIfAbsent(s.number(), v -> fresh());
      case CONSTANT -> named("constant", s.bank(), s.number(), 0);
      case QUEUE -> fresh();
    };
  }

  /** The address in bytes whose number of a dword a source is now, or null. */
  Form bytes(Source s) {
    return s.isValue() && !s.isModified() ? bytesOfDwords.get(s.number()) : null;
  }

  /** An operation has been executed. */
  void execute(MachineOp op) {
    Form form = op.results().length == 1 ? result(op) : null;
    Form bytes = form != null && isDword(op) ? of(op.sources()[0]) : null;
    for (int r : op.results()) {
      held.remove(r);
      bytesOfDwords.remove(r);
    }
    if (form != null) {
      held.put(op.results()[0], form);
    }
    if (bytes != null) {
      bytesOfDwords.put(op.results()[0], bytes);
    }
  }

  private static boolean isDword(MachineOp op) {
    return op.mnemonic().equals("LSHR_INT")
        && op.sources()[1].isNumber()
        && op.sources()[1].bits() == 2;
  }

  private Form result(MachineOp op) {
    Source[] s = op.sources();
    switch (op.mnemonic()) {
      case "MOV" -> {
        return of(s[0]);
      }
      case "ADD_INT" -> {
        Form a = of(s[0]);
        Form b = of(s[1]);
        int plus = a.plus() + b.plus();
        if (a.unknown() == NOTHING || b.unknown() == NOTHING) {
          return new Form(a.unknown() + b.unknown(), plus);
        }
        return named(
            "sum", Math.min(a.unknown(), b.unknown()), Math.max(a.unknown(), b.unknown()), plus);
      }
      case "LSHL_INT" -> {
        Form a = of(s[0]);
        if (!s[1].isNumber() || a.unknown() == NOTHING) {
          return fresh();
        }
        return named("shift", a.unknown(), s[1].bits() & 31, a.plus() << s[1].bits());
      }
      default -> {
        return fresh();
      }
    }
  }

  private Form named(String what, int a, int b, int plus) {
    return new Form(names.computeIfAbsent(List.of(what, a, b), k -> ++unknowns), plus);
  }

  private Form fresh() {
    return new Form(++unknowns, 0);
  }
}
