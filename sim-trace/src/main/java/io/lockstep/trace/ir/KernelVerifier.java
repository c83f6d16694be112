package io.lockstep.trace.ir;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Checks that a kernel is well formed, so that executors and devices need not.
 *
 * <p>What a front-end made of a user's text must always pass; a failure is a defect of the
 * front-end and never the user's. The kernels of a trace file must pass as well, else it is
 * damaged. Stateless and thread-safe.
 */
public final class KernelVerifier {
  private final Kernel kernel;
  private final List<String> problems = new ArrayList<>();
  private int nextSlot;

  private KernelVerifier(Kernel kernel) {
    this.kernel = kernel;
  }

  /** Throws if the kernel is not well formed. */
  public static void verify(Kernel kernel) {
    List<String> problems = problems(kernel);
    if (!problems.isEmpty()) {
      throw new IllegalStateException(
          "kernel " + kernel.name() + " is malformed: " + String.join("; ", problems));
    }
  }

  /** What is wrong, in the order of the blocks; empty if nothing is. */
  public static List<String> problems(Kernel kernel) {
    KernelVerifier v = new KernelVerifier(kernel);
    v.run();
    return v.problems;
  }

  /**
   * Registers that some instruction reads although no path from the entry defines them before; in
   * ascending order.
   */
  public static List<Integer> neverDefined(Kernel kernel) {
    int n = kernel.blocks().size();
    BitSet[] in = new BitSet[n];
    for (int b = 0; b < n; b++) {
      in[b] = new BitSet();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : kernel.blocks()) {
        BitSet out = (BitSet) in[block.id()].clone();
        block.instructions().forEach(i -> define(i, out));
        for (int s : block.successors()) {
          int before = in[s].cardinality();
          in[s].or(out);
          changed |= in[s].cardinality() != before;
        }
      }
    }
    BitSet missing = new BitSet();
    for (Block block : kernel.blocks()) {
      BitSet defined = in[block.id()];
      for (Instruction i : block.instructions()) {
        for (Operand s : i.sources()) {
          if (s.isRegister() && !defined.get(s.register())) {
            missing.set(s.register());
          }
        }
        if (i.guard() >= 0 && !defined.get(i.guard())) {
          missing.set(i.guard());
        }
        define(i, defined);
      }
    }
    return missing.stream().boxed().toList();
  }

  private static void define(Instruction i, BitSet defined) {
    for (int d : i.destinations()) {
      if (d >= 0) {
        defined.set(d);
      }
    }
  }

  private void run() {
    int n = kernel.blocks().size();
    if (n == 0) {
      problems.add("no blocks");
      return;
    }
    header();
    if (!problems.isEmpty()) {
      return;
    }
    for (int b = 0; b < n; b++) {
      block(b, kernel.blocks().get(b), n);
    }
    if (nextSlot != kernel.memorySlots()) {
      problems.add(nextSlot + " memory slots found, " + kernel.memorySlots() + " declared");
    }
    if (problems.isEmpty()) {
      for (int r : neverDefined(kernel)) {
        problems.add("register " + r + " (" + kernel.registerNames().get(r) + ") is never defined");
      }
    }
  }

  private void header() {
    int names = kernel.registerNames().size();
    if (names != kernel.registers().size()) {
      problems.add(names + " register names for " + kernel.registers().size() + " registers");
    }
    notNegative("bytes of parameters", kernel.parameterBytes());
    notNegative("bytes of local memory", kernel.localBytes());
    notNegative("bytes of private memory", kernel.privateBytes());
    notNegative("loops", kernel.loops());
    notNegative("lanes of a fixed width", kernel.fixedWidth());
    if (kernel.addressBits() != 32 && kernel.addressBits() != 64) {
      problems.add("addresses of " + kernel.addressBits() + " bits, expected 32 or 64");
    }
    List<Integer> size = kernel.requiredGroupSize();
    if (!size.isEmpty() && (size.size() != 3 || size.stream().anyMatch(d -> d < 1))) {
      problems.add("work-groups of " + size + ", expected three sizes from 1");
    }
    kernel.parameters().forEach(this::parameter);
    for (Variable v : kernel.variables()) {
      if (v.offset() < 0 || v.bytes() < 0 || v.initial().length > v.bytes()) {
        problems.add(
            "variable "
                + v.name()
                + ": "
                + v.bytes()
                + " bytes at "
                + v.offset()
                + " with "
                + v.initial().length
                + " initial ones");
      }
    }
  }

  private void notNegative(String what, int number) {
    if (number < 0) {
      problems.add(number + " " + what);
    }
  }

  private void parameter(Parameter p) {
    if (p.bytes() < p.type().bytes()) {
      problems.add(
          "parameter "
              + p.name()
              + ": "
              + p.bytes()
              + " bytes, an "
              + p.type()
              + " has "
              + p.type().bytes());
    }
    // As a difference: the sum of a damaged file's numbers may overflow.
    if (p.offset() < 0 || p.bytes() > kernel.parameterBytes() - p.offset()) {
      problems.add(
          "parameter "
              + p.name()
              + ": "
              + p.bytes()
              + " bytes at "
              + p.offset()
              + " of an argument block of "
              + kernel.parameterBytes());
    }
  }

  private void block(int b, Block block, int n) {
    if (block.id() != b) {
      problems.add("block " + b + " has number " + block.id());
    }
    if (block.instructions().isEmpty()) {
      problems.add("block " + b + " is empty");
      return;
    }
    for (int s : block.successors()) {
      if (s < 0 || s >= n) {
        problems.add("block " + b + " has successor " + s);
      }
    }
    Op last = block.last().op();
    int count = block.successors().size();
    boolean fits =
        switch (last) {
          case EXIT -> count == 0;
          case BRANCH -> count == 2;
          case SWITCH -> count >= 1;
          default -> count == 1;
        };
    if (!fits) {
      problems.add("block " + b + " ends with " + last + " and has " + count + " successors");
    }
    if (block.postDominator() < -1 || block.postDominator() >= n) {
      problems.add("block " + b + " has post-dominator " + block.postDominator());
    }
    if (block.loop() < -1 || block.loop() >= kernel.loops()) {
      problems.add("block " + b + " is in loop " + block.loop() + " of " + kernel.loops());
    }
    if (block.loopDepth() < 0) {
      problems.add("block " + b + " has loop depth " + block.loopDepth());
    }
    for (int k = 0; k < block.instructions().size(); k++) {
      Instruction i = block.instructions().get(k);
      boolean end = k == block.instructions().size() - 1;
      if (!end && (i.op().isTerminator() || i.op() == Op.BARRIER)) {
        problems.add("block " + b + ": " + i.op() + " is not at its end");
      }
      instruction("block " + b + ", instruction " + k + " (" + i.op() + ")", i);
    }
  }

  private void instruction(String where, Instruction i) {
    int known = problems.size();
    registers(where, i);
    if (problems.size() > known) {
      return;
    }
    kind(where, i);
    arity(where, i);
    if (problems.size() > known) {
      return;
    }
    guard(where, i);
    memory(where, i);
    destinationTypes(where, i);
    for (int k = 0; k < i.sources().size(); k++) {
      sourceType(where, i, k);
    }
  }

  private void registers(String where, Instruction i) {
    for (int d : i.destinations()) {
      if (d < -1 || d >= kernel.registers().size() || d == -1 && !mayDrop(i.op())) {
        problems.add(where + ": destination " + d);
      }
    }
    for (Operand s : i.sources()) {
      if (s.register() < -1 || s.register() >= kernel.registers().size()) {
        problems.add(where + ": source register " + s.register());
      }
    }
    if (i.guard() >= kernel.registers().size()) {
      problems.add(where + ": guard " + i.guard());
    }
  }

  private static boolean mayDrop(Op op) {
    return switch (op) {
      case LOAD, COMPARE, ATOMIC, TEXTURE, SURFACE_LOAD, SHUFFLE, MATCH, ELECT -> true;
      default -> false;
    };
  }

  private void guard(String where, Instruction i) {
    if (i.guard() < 0) {
      if (i.op() == Op.BRANCH) {
        problems.add(where + ": no guard");
      }
      return;
    }
    if (type(i.guard()) != Type.I1) {
      problems.add(where + ": the guard is no predicate");
    }
    boolean arithmetic =
        switch (i.op()) {
          case LOAD,
              STORE,
              ATOMIC,
              TEXTURE,
              SURFACE_LOAD,
              SURFACE_STORE,
              BARRIER,
              FENCE,
              SHUFFLE,
              VOTE,
              MATCH,
              REDUCE,
              ACTIVE_MASK,
              ELECT,
              PRINTF,
              JUMP,
              SWITCH,
              EXIT ->
              false;
          default -> true;
        };
    if (!arithmetic) {
      problems.add(where + ": is guarded and no block of its own");
    }
  }

  private void memory(String where, Instruction i) {
    boolean needs =
        switch (i.op()) {
          case LOAD, STORE, ATOMIC, TEXTURE, SURFACE_LOAD, SURFACE_STORE -> true;
          default -> false;
        };
    if (needs != (i.memory() != null)) {
      problems.add(where + (needs ? ": no memory access" : ": has a memory access"));
      return;
    }
    if (i.memory() == null) {
      return;
    }
    MemoryAccess m = i.memory();
    if (m.space() == Space.PARAMETER) {
      if (m.slot() != -1 || i.sources().get(0).isRegister()) {
        problems.add(where + ": parameters have no slot and a constant address");
      }
    } else if (m.slot() != nextSlot) {
      problems.add(where + ": slot " + m.slot() + ", expected " + nextSlot);
      nextSlot++;
    } else {
      nextSlot += i.slots();
    }
    Operand address = i.sources().get(0);
    if (address.isRegister() && type(address.register()).bits() < 32) {
      problems.add(where + ": the address has " + type(address.register()).bits() + " bits");
    }
  }

  /** What some operations are nothing without. */
  private void kind(String where, Instruction i) {
    boolean fits =
        switch (i.op()) {
          case ATOMIC -> i.atomic() != null;
          case SPECIAL -> i.special() != null;
          case COMPARE, COMPARE_SET -> i.comparison() != null;
          default -> true;
        };
    if (!fits) {
      problems.add(where + ": does not say which");
    }
  }

  private void arity(String where, Instruction i) {
    int sources = i.sources().size();
    int destinations = i.destinations().size();
    int width = i.memory() == null ? 0 : i.memory().width();
    boolean fits =
        switch (i.op()) {
          case LOAD -> sources == 1 && destinations == width;
          case STORE -> sources == 1 + width && destinations == 0;
          case ATOMIC ->
              sources == (i.atomic() == AtomicOp.COMPARE_EXCHANGE ? 3 : 2) && destinations <= 1;
          case TEXTURE ->
              sources == 1 + i.coordinates() + ((i.mode() & 16) != 0 ? 1 : 0)
                  && destinations == width;
          case SURFACE_LOAD -> sources == 1 + i.coordinates() && destinations == width;
          case SURFACE_STORE -> sources == 1 + i.coordinates() + width && destinations == 0;
          case BARRIER -> sources >= 1 && destinations <= 1;
          case FENCE, JUMP, BRANCH, EXIT -> sources == 0 && destinations == 0;
          case SWITCH -> sources == 1 && destinations == 0;
          case SPECIAL, ACTIVE_MASK -> sources == 0 && destinations == 1;
          case SHUFFLE -> sources == 4 && destinations == 2;
          case VOTE, REDUCE -> sources == 2 && destinations == 1;
          case MATCH -> sources == 2 && destinations == 2;
          case ELECT -> sources == 1 && destinations == 2;
          case PRINTF -> sources == 2 && destinations <= 1;
          case COMPARE ->
              sources == (i.combine() == BoolOp.NONE ? 2 : 3)
                  && (destinations == 1 || destinations == 2);
          case COMPARE_SET -> sources == (i.combine() == BoolOp.NONE ? 2 : 3) && destinations == 1;
          default -> sources == operands(i.op()) && destinations == 1;
        };
    if (!fits) {
      problems.add(where + ": " + destinations + " destinations, " + sources + " sources");
    }
  }

  private static int operands(Op op) {
    return switch (op) {
      case MOVE,
          ABS,
          NEG,
          NOT,
          CNOT,
          BIT_REVERSE,
          POPCOUNT,
          COUNT_LEADING_ZEROS,
          FIND_LEADING,
          FIND_LEADING_SHIFT,
          RCP,
          RSQRT,
          SQRT,
          SIN,
          COS,
          EXP2,
          LOG2,
          TANH,
          TEST_FLOAT,
          CONVERT ->
          1;
      case SELECT,
          SELECT_SIGN,
          MAD,
          MAD_HI,
          MAD_WIDE,
          MAD24,
          MAD24_HI,
          SAD,
          FUNNEL_LEFT,
          FUNNEL_RIGHT,
          BIT_FIELD_EXTRACT,
          PERMUTE_BYTES,
          LOGIC3,
          DOT4,
          DOT2,
          FMA,
          MAD_UNFUSED ->
          3;
      case BIT_FIELD_INSERT -> 4;
      default -> 2;
    };
  }

  private void destinationTypes(String where, Instruction i) {
    for (int k = 0; k < i.destinations().size(); k++) {
      int d = i.destinations().get(k);
      if (d < 0) {
        continue;
      }
      boolean predicate =
          i.op() == Op.COMPARE
              || i.op() == Op.TEST_FLOAT
              || k == 1 && (i.op() == Op.SHUFFLE || i.op() == Op.MATCH || i.op() == Op.ELECT);
      boolean count =
          switch (i.op()) {
            case POPCOUNT, COUNT_LEADING_ZEROS, FIND_LEADING, FIND_LEADING_SHIFT -> true;
            default -> false;
          };
      int bits = predicate ? 1 : count ? 32 : i.type().bits();
      int held = type(d).bits();
      boolean fits = i.op() == Op.SURFACE_LOAD ? held >= bits : held == bits;
      if (!fits) {
        problems.add(where + ": destination has " + held + " bits, expected " + bits);
      }
      if (type(d) == Type.PTR && i.type() != Type.PTR) {
        problems.add(where + ": an address is written by an operation of type " + i.type());
      }
    }
  }

  /** Bits of each source: 0 where any width will do, negative where at least so many. */
  private static int bits(Instruction i, int k) {
    int own = i.type().bits();
    int source = i.sourceType().bits();
    return switch (i.op()) {
      case SELECT -> k == 2 ? 1 : own;
      case SELECT_SIGN -> k == 2 ? source : own;
      case SHL, SHR -> k == 1 ? 32 : own;
      case FUNNEL_LEFT, FUNNEL_RIGHT -> k == 2 ? 32 : own;
      case BIT_FIELD_EXTRACT -> k > 0 ? 32 : own;
      case BIT_FIELD_INSERT -> k > 1 ? 32 : own;
      case MUL_WIDE -> source;
      case MAD_WIDE -> k == 2 ? own : source;
      case COMPARE -> k == 2 ? 1 : own;
      case COMPARE_SET -> k == 2 ? 1 : source;
      case CONVERT -> -source;
      case STORE -> k == 0 ? 0 : -own;
      case LOAD,
          ATOMIC,
          TEXTURE,
          SURFACE_LOAD,
          SURFACE_STORE,
          BARRIER,
          SHUFFLE,
          VOTE,
          MATCH,
          REDUCE,
          ELECT,
          PRINTF,
          SWITCH ->
          0;
      default -> own;
    };
  }

  private void sourceType(String where, Instruction i, int k) {
    Operand s = i.sources().get(k);
    if (!s.isRegister()) {
      return;
    }
    int wanted = bits(i, k);
    int held = type(s.register()).bits();
    if (wanted > 0 && held != wanted || wanted < 0 && held < -wanted) {
      problems.add(
          where + ": source " + k + " has " + held + " bits, expected " + Math.abs(wanted));
    }
  }

  private Type type(int register) {
    return kernel.registers().get(register);
  }
}
