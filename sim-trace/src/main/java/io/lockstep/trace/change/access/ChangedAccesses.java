// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.trace.change.AccessChange;
import io.lockstep.trace.change.SourcePlaces;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Selects the change of each access of a program's kernels. */
public final class ChangedAccesses {
  private static final int MOST_NAMED = 12;

  private final SortedSet<AccessChange> changes;
  private final SourcePlaces places;

  private final SortedSet<AccessChange> ofAtomics = new TreeSet<>(); // changes applied to atomics

  public ChangedAccesses(
      Collection<AccessChange> changes, SourcePlaces places, List<Kernel> kernels) {
    this.changes = new TreeSet<>(changes);
    this.places = places;
    for (AccessChange change : changes) {
      for (Kernel kernel : kernels) {
        for (Block block : kernel.blocks()) {
          for (Instruction i : block.instructions()) {
            if (i.op() == Op.ATOMIC
                && applies(change.kind(), i)
                && line(change, kernel, i) == change.line()) {
              ofAtomics.add(change);
            }
          }
        }
      }
    }
  }

  /** Returns the kind of the first change that applies to an operation, or null. */
  AccessChange.Kind change(Kernel kernel, Instruction i) {
    for (AccessChange change : changes) {
      boolean isMeant = i.op() == Op.ATOMIC || !ofAtomics.contains(change);
      if (isMeant && applies(change.kind(), i) && line(change, kernel, i) == change.line()) {
        return change.kind();
      }
    }
    return null;
  }

  static boolean applies(AccessChange.Kind kind, Instruction i) {
    if (!i.isRecorded() || i.line() == 0) {
      return false;
    }
    boolean isGlobal = i.memory().space() == Space.GLOBAL;
    boolean isConstant = i.memory().space() == Space.CONSTANT;
    return switch (kind) {
      case LINE -> !i.op().writes();
      case LOCAL ->
          i.op() == Op.LOAD && (isGlobal || isConstant) || i.op() == Op.ATOMIC && isGlobal;
      case STORES -> i.op() == Op.ATOMIC && isGlobal;
      case COALESCING -> isGlobal && (i.op() == Op.LOAD || i.op() == Op.STORE);
    };
  }

  /** Returns an operation's line in the file or kernel that a change names, else 0. */
  private int line(AccessChange change, Kernel kernel, Instruction i) {
    SourcePlaces.Place source = places.place(kernel.source(), i.line());
    String wanted = change.kernel();
    if (wanted.isEmpty() || wanted.equals(kernel.name()) || wanted.equals(source.fileName())) {
      return source.line();
    }
    String text = new SourcePlaces.Place(kernel.source(), 1).fileName();
    return wanted.equals(text) ? i.line() : 0;
  }

  /** Rejects changes that apply to no access. */
  public void check(List<Kernel> kernels) {
    for (AccessChange change : changes) {
      SortedSet<Integer> lines = new TreeSet<>();
      for (Kernel kernel : kernels) {
        for (Block block : kernel.blocks()) {
          for (Instruction i : block.instructions()) {
            if (applies(change.kind(), i)) {
              lines.add(line(change, kernel, i));
            }
          }
        }
      }
      lines.remove(0);
      if (!lines.contains(change.line())) {
        throw missing(change, lines, kernels);
      }
    }
  }

  private InputException missing(
      AccessChange change, SortedSet<Integer> lines, List<Kernel> kernels) {
    String what =
        switch (change.kind()) {
          case LINE -> "load";
          case LOCAL -> "load or atomic of global memory";
          case STORES -> "atomic of global memory";
          case COALESCING -> "load or store of global memory";
        };
    String where = "ideal " + change;
    if (!lines.isEmpty()) {
      String named =
          lines.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
      return new InputException(
          where,
          String.format(
              "no %s on line %d; lines with one: %s%s",
              what, change.line(), named, lines.size() > MOST_NAMED ? ", …" : ""));
    }
    SortedSet<String> names = new TreeSet<>();
    kernels.forEach(k -> names.addAll(names(k)));
    return new InputException(
        where,
        change.kernel().isEmpty() || names.contains(change.kernel())
            ? "there is no " + what
            : String.format(
                "the program has no kernel or file '%s'; expected one of %s",
                change.kernel(), String.join(", ", names)));
  }

  /** Returns the names of a kernel, its text and its sources, by which changes may refer to it. */
  private SortedSet<String> names(Kernel kernel) {
    SortedSet<String> names = new TreeSet<>();
    names.add(kernel.name());
    names.add(new SourcePlaces.Place(kernel.source(), 1).fileName());
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.line() > 0) {
          names.add(places.place(kernel.source(), i.line()).fileName());
        }
      }
    }
    return names;
  }
}
