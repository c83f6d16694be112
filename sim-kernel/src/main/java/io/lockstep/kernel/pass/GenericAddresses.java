// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Resolves the memory space of generic accesses. Compilers access private arrays through generic
 * pointers (PTX cvta.local), which machines without a generic space could not run and which are
 * slow on others.
 *
 * <p>Every pointer is followed from its origin (conversions between spaces, parameters, symbols)
 * through moves, sums, selections and private memory, which only the work-item itself writes. An
 * access whose pointers all come from one space becomes an access to that space. If no pointer of a
 * space escapes (is stored elsewhere, compared with something else, mixed with pointers of another
 * space), the conversions that add the space's window disappear as well; otherwise the window is
 * subtracted before the access.
 */
final class GenericAddresses {
  /** The space that a register may point to. */
  private enum Home {
    /** Global memory or a number: a parameter, or a value computed from a parameter. */
    PARAMETER,
    /** Global memory or a number: loaded from memory that the host or other work-items wrote. */
    LOADED,
    GLOBAL,
    LOCAL,
    PRIVATE,
    MIXED
  }

  private final List<Draft> blocks;
  private final KernelBuilder builder;
  private final KernelDraft kernel;
  private final Map<Integer, Home> homes = new HashMap<>();

  /** The space of pointers that are stored in private memory; null if there are none. */
  private Home kept;

  /** The space of pointers loaded from other memory: pointers written by the host are global. */
  private Home shared = Home.LOADED;

  /** Whether values loaded from other memory are stored in private memory, too. */
  private boolean keepsLoaded;

  /** Set for the second round, in which stores to unresolved addresses may go anywhere. */
  private boolean settled;

  private boolean changed;

  private WindowOrigins origins;

  /** Whether any pointer into local or private memory becomes a generic pointer. */
  private boolean windows;

  private GenericAddresses(KernelDraft kernel) {
    this.blocks = kernel.blocks();
    this.builder = kernel.builder();
    this.kernel = kernel;
  }

  static void apply(KernelDraft kernel) {
    for (Draft draft : kernel.blocks()) {
      for (Instruction i : draft.code()) {
        if (isGeneric(i)) {
          new GenericAddresses(kernel).run();
          return;
        }
      }
    }
  }

  private static boolean isGeneric(Instruction i) {
    return i.memory() != null && i.memory().space() == Space.GENERIC;
  }

  private void run() {
    windows =
        blocks.stream()
            .flatMap(draft -> draft.code().stream())
            .anyMatch(
                i ->
                    i.op() == Op.ADD && windowOf(i) != null
                        || i.sources().stream().anyMatch(this::isInWindow));
    follow();
    settled = true;
    follow();
    boolean localEscapes = escapes(Home.LOCAL);
    boolean privateEscapes = escapes(Home.PRIVATE);
    for (Draft draft : blocks) {
      List<Instruction> code = new ArrayList<>();
      for (Instruction i : draft.code()) {
        Home space = windowOf(i);
        if (space != null && !(space == Home.LOCAL ? localEscapes : privateEscapes)) {
          code.add(moved(i));
        } else if (isGeneric(i)) {
          resolve(i, localEscapes, privateEscapes, code);
        } else {
          code.add(i);
        }
      }
      draft.code().clear();
      draft.code().addAll(code);
    }
  }

  /** Returns a conversion between spaces as a move, if no window is added. */
  private static Instruction moved(Instruction i) {
    InstructionBuilder b =
        InstructionBuilder.of(Op.MOVE, i.type())
            .from(i.sources().get(0))
            .to(i.destinations())
            .line(i.line())
            .column(i.column())
            .text(i.text());
    return (i.guard() < 0 ? b : b.guard(i.guard(), i.guardNegated())).build();
  }

  private void follow() {
    do {
      changed = false;
      for (Draft draft : blocks) {
        draft.code().forEach(this::follow);
      }
    } while (changed);
  }

  private void follow(Instruction i) {
    int d = i.destinations().size() == 1 ? i.destinations().get(0) : -1;
    if (i.op() == Op.STORE) {
      Home where = homeOf(i);
      List<Operand> data = i.sources().subList(1, i.sources().size());
      if (where == Home.PRIVATE || where == null || where == Home.MIXED) {
        data.forEach(s -> keep(home(s)));
      }
      if (where != Home.PRIVATE && (where != null || settled)) {
        data.forEach(s -> share(home(s)));
      }
      return;
    }
    if (i.op() == Op.LOAD) {
      if (i.memory().space() == Space.PARAMETER) {
        if (d >= 0 && i.memory().element().bits() == kernel.addressBits()) {
          merge(d, Home.PARAMETER);
        }
      } else {
        Home where = homeOf(i);
        Home found = where == Home.PRIVATE ? ofPrivate() : where == null ? null : ofOthers();
        i.destinations().stream().filter(r -> r >= 0 && isAddress(r)).forEach(r -> merge(r, found));
      }
      return;
    }
    if (i.op() == Op.ATOMIC) {
      i.sources().subList(1, i.sources().size()).forEach(s -> share(home(s)));
      if (d >= 0 && isAddress(d)) {
        merge(d, ofOthers());
      }
      return;
    }
    Home window = windowOf(i);
    if (window != null) {
      // The reverse conversion gives an offset inside the space, not a generic pointer.
      if (i.op() == Op.ADD) {
        merge(d, window);
      }
    } else if (d >= 0 && isAddress(d)) {
      // In a sum of a pointer and a number, the number may come from a parameter.
      boolean sum = i.op() == Op.ADD || i.op() == Op.SUB;
      boolean based = sum && i.sources().stream().anyMatch(s -> isPointer(home(s)));
      pointers(i).stream()
          .map(this::home)
          .filter(h -> !based || isPointer(h))
          .forEach(h -> merge(d, h));
    }
  }

  private static boolean isPointer(Home home) {
    return home != null && home != Home.PARAMETER && home != Home.LOADED;
  }

  /** Returns the space of a pointer that is loaded from private memory. */
  private Home ofPrivate() {
    return kept == null && keepsLoaded && settled ? Home.LOADED : kept;
  }

  /** Returns the space of a pointer that is loaded from other memory; null until it is known. */
  private Home ofOthers() {
    return areNumbersApart() && (shared == Home.MIXED || settled) ? shared : null;
  }

  /**
   * Returns whether pointers are wider than ordinary numbers. Otherwise any loaded number may be a
   * pointer, and a load does not determine the space of sums that contain it.
   */
  private boolean areNumbersApart() {
    return kernel.addressBits() == 64;
  }

  private boolean isAddress(int register) {
    Type t = builder.typeOf(register);
    return t.bits() == kernel.addressBits() && !t.isFloat();
  }

  /** Returns the sources that the result may point into if it is a pointer. */
  private static List<Operand> pointers(Instruction i) {
    return switch (i.op()) {
      case MOVE, ADD, SUB, AND, OR, XOR, MIN, MAX -> i.sources();
      case SELECT -> i.sources().subList(0, 2);
      case MAD, MAD_WIDE -> i.sources().subList(2, 3);
      case CONVERT -> i.type().bits() == i.sourceType().bits() ? i.sources() : List.of();
      default -> List.of();
    };
  }

  private Home home(Operand s) {
    if (s.isRegister()) {
      return homes.get(s.register());
    }
    long window = s.bits() >>> Address.OFFSET_BITS;
    boolean symbol = window >= Address.VARIABLE_WINDOW && window < Address.LOCAL_WINDOW;
    return symbol ? Home.GLOBAL : null;
  }

  /** Returns the space of an access as far as it is known. */
  private Home homeOf(Instruction i) {
    return switch (i.memory().space()) {
      case LOCAL -> Home.LOCAL;
      case PRIVATE -> Home.PRIVATE;
      case GENERIC -> home(i.sources().get(0));
      default -> Home.GLOBAL;
    };
  }

  private void merge(int register, Home home) {
    if (home == Home.LOADED && homes.get(register) != null) {
      return; // usually a number added to a pointer
    }
    Home joined = join(homes.get(register), home);
    if (joined != null && homes.put(register, joined) != joined) {
      changed = true;
    }
  }

  private void keep(Home home) {
    if (home == Home.LOADED) { // usually a number: does not determine the space of stored pointers
      changed |= !keepsLoaded;
      keepsLoaded = true;
      return;
    }
    Home joined = join(kept, home);
    changed |= joined != kept;
    kept = joined;
  }

  private void share(Home home) {
    if (areNumbersApart() && (home == Home.LOCAL || home == Home.PRIVATE || home == Home.MIXED)) {
      changed |= shared != Home.MIXED;
      shared = Home.MIXED;
    }
  }

  private static Home join(Home a, Home b) {
    if (a == null || a == b) {
      return b;
    }
    return b == null ? a : isGlobal(a) && isGlobal(b) ? Home.GLOBAL : Home.MIXED;
  }

  private static boolean isGlobal(Home home) {
    return home == Home.GLOBAL || home == Home.PARAMETER || home == Home.LOADED;
  }

  /** Returns the space whose window an instruction adds or removes, or null. */
  private Home windowOf(Instruction i) {
    if (i.op() != Op.ADD && i.op() != Op.SUB || !kernel.convertsSpaces().test(i)) {
      return null;
    }
    long bits = i.sources().get(1).bits();
    boolean register = i.sources().get(1).isRegister();
    return !register && bits == window(true)
        ? Home.LOCAL
        : !register && bits == window(false) ? Home.PRIVATE : null;
  }

  /** Returns whether an immediate may be an address in the window of another space. */
  private boolean isInWindow(Operand s) {
    if (s.isRegister()) {
      return false;
    }
    if (kernel.addressBits() == 32) {
      return s.bits() == window(true) || s.bits() == window(false);
    }
    long number = s.bits() >>> Address.OFFSET_BITS;
    return number == Address.LOCAL_WINDOW || number == Address.PRIVATE_WINDOW;
  }

  private long window(boolean local) {
    return Address.window(local, kernel.addressBits());
  }

  private WindowOrigins origins() {
    if (origins == null) {
      origins = new WindowOrigins(blocks, this::isWindowed, this::isPrivate);
    }
    return origins;
  }

  /** Returns whether a source may point into local or private memory, as far as homes are known. */
  private boolean isWindowed(Operand s) {
    Home home = home(s);
    return isInWindow(s) || home == Home.LOCAL || home == Home.PRIVATE || home == Home.MIXED;
  }

  private boolean isPrivate(Instruction i) {
    return homeOf(i) == Home.PRIVATE;
  }

  /** Returns whether a generic pointer to a space is used except for accesses to that space. */
  private boolean escapes(Home space) {
    if (kept == Home.MIXED) {
      return true;
    }
    for (Draft draft : blocks) {
      for (Instruction i : draft.code()) {
        if (i.op() == Op.ADD
            && windowOf(i) == space
            && homes.get(i.destinations().get(0)) != space) {
          return true; // the register holds pointers to other spaces, too
        }
        for (int k = 0; k < i.sources().size(); k++) {
          if (home(i.sources().get(k)) == space && !isHarmless(i, k, space)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean isHarmless(Instruction i, int source, Home space) {
    if (i.op().isAddressed()) {
      return source == 0 || i.op() == Op.STORE && homeOf(i) == Home.PRIVATE && kept == space;
    }
    if (windowOf(i) != null) {
      return i.op() == Op.SUB && windowOf(i) == space;
    }
    if (i.op() == Op.COMPARE) {
      return i.sources().stream().limit(2).allMatch(s -> home(s) == space);
    }
    int d = i.destinations().size() == 1 ? i.destinations().get(0) : -1;
    if (d < 0 || homes.get(d) != space || !pointers(i).contains(i.sources().get(source))) {
      return false;
    }
    // A selection between a pointer and null must keep them distinct.
    return switch (i.op()) {
      case MOVE, ADD, SUB, MAD, MAD_WIDE, CONVERT -> true;
      default -> pointers(i).stream().allMatch(s -> home(s) == space);
    };
  }

  private void resolve(
      Instruction i, boolean localEscapes, boolean privateEscapes, List<Instruction> out) {
    Operand address = i.sources().get(0);
    Home home = windows ? home(address) : Home.GLOBAL;
    if (home == null && !origins().hasWindow(address)) {
      home =
          Home.GLOBAL; // A pointer that the host wrote, or null: then the access is never executed.
    }
    if (home == null || home == Home.MIXED) {
      out.add(i);
      return;
    }
    Space space =
        home == Home.PRIVATE ? Space.PRIVATE : home == Home.LOCAL ? Space.LOCAL : Space.GLOBAL;
    List<Operand> sources = new ArrayList<>(i.sources());
    if (home == Home.PRIVATE ? privateEscapes : home == Home.LOCAL && localEscapes) {
      Type type = builder.typeOf(address.register());
      int t = builder.register(type, "");
      long window = window(home == Home.LOCAL);
      out.add(
          InstructionBuilder.of(Op.SUB, type)
              .from(address, Operand.immediate(window))
              .to(t)
              .line(i.line())
              .column(i.column())
              .text(i.text())
              .build());
      sources.set(0, Operand.register(t));
    }
    out.add(InstructionBuilder.from(i).from(sources).memory(i.memory().withSpace(space)).build());
  }
}
