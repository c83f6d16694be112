// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.control.FaultPlace;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.poll.PolledWords;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Reports a deadlock: which groups wait, and for what. */
final class DeadlockReport {
  private static final int MOST = 5;

  private final Kernel kernel;
  private final MachineState state;
  private final FaultPlace place;
  private final PolledWords words;
  private final Collection<SuspendedGroup> groups;

  DeadlockReport(
      Kernel kernel,
      MachineState state,
      FaultPlace place,
      PolledWords words,
      Collection<SuspendedGroup> groups) {
    this.kernel = kernel;
    this.state = state;
    this.place = place;
    this.words = words;
    this.groups = groups;
  }

  /** Returns the error; {@code more} if groups could not begin because {@code most} are live. */
  ExecutionException of(boolean more, long begun, long most) {
    List<String> lines = new ArrayList<>();
    for (SuspendedGroup g : groups) {
      if (g.atBarrier && lines.size() < MOST) {
        lines.add(
            "work-group %s waits at line %s for all work-groups"
                .formatted(name(g.group), barrier()));
      }
      for (WaitingFragment w : g.watch.waiting()) {
        if (lines.size() < MOST) {
          lines.add(wait(g, w));
        }
      }
    }
    long waiting = groups.stream().filter(DeadlockReport::waits).count();
    String rest = waiting > lines.size() ? "; and " + (waiting - lines.size()) + " more" : "";
    String list = String.join("; ", lines) + rest;
    if (more) {
      return fault(
          ("of the first %s work-groups none can go on, and no device holds more than %s at"
                  + " once: %s")
              .formatted(begun, most, list));
    }
    return fault(
        "deadlock: all %s work-groups that have not ended wait for one another%s: %s%s"
            .formatted(
                waiting,
                groups.stream().anyMatch(g -> g.atBarrier) ? " or for groups that have ended" : "",
                list,
                cycle()));
  }

  /** Describes a cycle of groups, each waiting for a word that the next wrote last, or empty. */
  private String cycle() {
    Map<Long, Long> waitsFor = new HashMap<>();
    for (SuspendedGroup g : groups) {
      for (WaitingFragment w : g.watch.waiting()) {
        for (int word : w.words()) {
          if (words.changer(word) >= 0) {
            waitsFor.putIfAbsent(g.group, words.changer(word));
          }
        }
      }
    }
    for (SuspendedGroup g : groups) {
      Set<Long> way = new LinkedHashSet<>();
      Long at = g.group;
      while (at != null && way.add(at)) {
        at = waitsFor.get(at);
      }
      if (at != null && at == g.group && way.size() > 1) {
        StringBuilder text = new StringBuilder("; the circle: ");
        way.forEach(group -> text.append(name(group)).append(" -> "));
        return text.append(name(at)).toString();
      }
    }
    return "";
  }

  /** Returns the error, at the line where the first group waits. */
  private ExecutionException fault(String what) {
    OptionalInt line =
        groups.stream().flatMap(g -> g.watch.waiting().stream()).mapToInt(this::line).findFirst();
    String where = kernel.source() + (line.isPresent() ? ":" + line.getAsInt() : "");
    return new ExecutionException(where + ": kernel " + kernel.name() + ": " + what);
  }

  private static boolean waits(SuspendedGroup g) {
    return g.atBarrier || !g.watch.waiting().isEmpty();
  }

  /** Returns the line of the kernel's first launch barrier. */
  private int barrier() {
    return kernel.blocks().stream()
        .map(Block::last)
        .filter(i -> i.is(Variant.Barrier.LAUNCH))
        .mapToInt(Instruction::line)
        .findFirst()
        .orElse(0);
  }

  private int line(WaitingFragment w) {
    return kernel.memoryOperation(w.round().loop.slots().nextSetBit(0)).line();
  }

  private String name(long group) {
    Geometry g = state.geometry;
    long rows = group / g.groupsX();
    return "(" + group % g.groupsX() + ", " + rows % g.groupsY() + ", " + rows / g.groupsY() + ")";
  }

  /** Describes which work-items of a group wait, where, and for what. */
  private String wait(SuspendedGroup g, WaitingFragment w) {
    StringBuilder text = new StringBuilder("work-group " + name(g.group) + ", work-item ");
    text.append(place.workItem(w.fragment().lanes.first()));
    text.append(" waits at line ").append(line(w));
    long at = w.words().length == 0 ? 0 : words.address(w.words()[0]);
    int buffer = Address.buffer(at);
    boolean whole =
        w.words().length > 0
            && Address.offset(at) <= state.memory.bytes(buffer) - PolledWords.BYTES;
    if (whole) {
      int word = w.words()[0];
      text.append(" for a change of byte ").append(Address.offset(at)).append(" of buffer ");
      text.append(state.memory.name(buffer)).append(", which holds ");
      text.append(Integer.toUnsignedString(state.memory.loadInt(at)));
      text.append(
          words.changer(word) < 0
              ? " and was not written by this launch"
              : " since work-group %s wrote it at line %s"
                  .formatted(name(words.changer(word)), words.line(word)));
    }
    return text.toString();
  }
}
