// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.trace.change.access.LongSet;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Joins consecutive launches of a kernel if none accesses a word that another one writes. */
public final class JoinedLaunches {
  private static final int WORD_BITS = 2;
  private static final int MOST_WORDS = 1 << 24; // larger launches are not worth joining

  private final List<ProgramRewrite.Launched> launches = new ArrayList<>();
  private final long mostBytes;
  private long held;
  private LaunchEnd end;
  private Words words = new Words();

  /** Creates an empty sequence that holds records of at most {@code mostBytes}. */
  public JoinedLaunches(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  private static final class Words {
    final LongSet written = new LongSet();
    final LongSet read = new LongSet();
    boolean isKnown = true;
  }

  /** Adds a launch; if it cannot be joined with the earlier launches, emits these first. */
  public void add(
      Kernel kernel, ProgramRewrite.Launched next, LaunchEnd itsEnd, Queue<ProgramItem> ready) {
    Words own = words(kernel, next);
    long bytes = next.groups().stream().mapToLong(WorkGroupRecord::bytes).sum();
    boolean fits = held + bytes <= mostBytes;
    if (!launches.isEmpty() && !(fits && isAlike(next.launch()) && isApart(own))) {
      tell(ready);
    }
    launches.add(next);
    held += bytes;
    end = itsEnd;
    merge(own);
  }

  /** Emits the collected launches as one. */
  public void tell(Queue<ProgramItem> ready) {
    if (launches.isEmpty()) {
      return;
    }
    ready.add(launches.get(0).launch().with(geometry()));
    long number = 0;
    for (ProgramRewrite.Launched l : launches) {
      for (WorkGroupRecord group : l.groups()) {
        ready.add(new WorkGroupRecord(number++, group.segments(), group.bytes()));
      }
    }
    ready.add(end);
    launches.clear();
    held = 0;
    words = new Words();
  }

  /** Returns a geometry with the groups of all launches, adjacent along x or stacked along z. */
  private Geometry geometry() {
    Geometry g = launches.get(0).launch().geometry();
    int x = launches.stream().mapToInt(l -> l.launch().geometry().groupsX()).sum();
    return isRow(g)
        ? new Geometry(x, 1, 1, g.sizeX(), g.sizeY(), g.sizeZ())
        : new Geometry(
            g.groupsX(),
            g.groupsY(),
            g.groupsZ() * launches.size(),
            g.sizeX(),
            g.sizeY(),
            g.sizeZ());
  }

  private static boolean isRow(Geometry g) {
    return g.groupsY() == 1 && g.groupsZ() == 1;
  }

  private boolean isAlike(HostStep.Launch next) {
    HostStep.Launch first = launches.get(0).launch();
    Geometry a = first.geometry();
    Geometry b = next.geometry();
    boolean fits = a.equals(b) || isRow(a) && isRow(b);
    return fits
        && first.kernel() == next.kernel()
        && first.dynamicLocalBytes() == next.dynamicLocalBytes()
        && first.textures().equals(next.textures())
        && a.sizeX() == b.sizeX()
        && a.sizeY() == b.sizeY()
        && a.sizeZ() == b.sizeZ();
  }

  private boolean isApart(Words own) {
    return own.isKnown
        && words.isKnown
        && own.written.none(w -> words.written.order(w) >= 0 || words.read.order(w) >= 0)
        && own.read.none(r -> words.written.order(r) >= 0);
  }

  private void merge(Words own) {
    words.isKnown &= own.isKnown && words.read.size() + words.written.size() < MOST_WORDS;
    if (words.isKnown) {
      own.written.none(w -> words.written.add(w) < 0);
      own.read.none(r -> words.read.add(r) < 0);
    }
  }

  private static Words words(Kernel kernel, ProgramRewrite.Launched launched) {
    Words words = new Words();
    for (WorkGroupRecord group : launched.groups()) {
      for (Segment segment : group.segments()) {
        GroupAccesses accesses = new GroupAccesses(kernel, launched.launch().geometry(), segment);
        for (Block block : kernel.blocks()) {
          for (Instruction i : block.instructions()) {
            if (i.isRecorded() && words.isKnown) {
              note(words, accesses, i);
            }
          }
        }
      }
    }
    return words;
  }

  private static void note(Words words, GroupAccesses accesses, Instruction i) {
    Space space = i.memory().space();
    boolean isShared = space == Space.GLOBAL || space == Space.GENERIC;
    if (!isShared) {
      boolean isOwn = space == Space.LOCAL || space == Space.PRIVATE || space == Space.CONSTANT;
      words.isKnown &= isOwn || i.op() == Op.TEXTURE;
      return;
    }
    LongSet set = i.op() == Op.LOAD ? words.read : words.written;
    accesses.each(
        i.memory().slot(),
        address -> {
          for (long at = address; at < address + i.memory().bytes(); at += 1 << WORD_BITS) {
            set.add(at >> WORD_BITS);
          }
        });
    words.isKnown &= set.size() < MOST_WORDS;
  }
}
