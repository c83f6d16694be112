// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.kernel.analysis.ArithmeticWork;
import io.lockstep.kernel.analysis.LocalBarrier;
import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.kernel.type.Space;
import java.util.List;
import java.util.stream.IntStream;

/** A kernel's control flow and memory operations as flat arrays. Immutable, thread-safe. */
final class ControlTable {
  final int[] operations;
  final int[] floating; // floating-point operations by block
  final int[] integer;
  final int[] successorStart;
  final int[] successors;
  final int[] outcomeBits;

  // Positions of ReconvergencePoints: where lanes meet that a branch separates, of blocks, and
  // where
  // lanes wait that come to a block by an edge backwards; the blocks and whether edges join there.
  final int[] meet;
  final int[] place;
  final int[] backwards;
  final int[] blockAt;
  final int[] frontier;

  final boolean[] exits;
  final int slots;
  final int[] slotBytes;
  final boolean[] slotPlaced;
  final int[] slotBlock;

  // Whether a slot writes memory that is not private.
  final boolean[] slotWrites;

  // Whether work-groups may poll for each other's writes, or wait at barriers in local memory.
  final boolean polls;

  final PollLoops loops;

  ControlTable(Kernel kernel) {
    loops = PollLoops.of(kernel);
    polls = !loops.isEmpty() || LocalBarrier.areUsedBy(kernel);
    List<Block> blocks = kernel.blocks();
    int n = blocks.size();
    operations = new int[n];
    floating = new int[n];
    integer = new int[n];
    successorStart = new int[n + 1];
    outcomeBits = new int[n];
    ReconvergencePoints points = new ReconvergencePoints(blocks);
    meet = new int[n];
    place = new int[n];
    backwards = new int[n];
    blockAt = IntStream.range(0, points.positions()).map(points::block).toArray();
    frontier = IntStream.range(0, points.positions()).map(points::frontier).toArray();
    exits = new boolean[n];
    slots = kernel.memorySlots();
    slotBytes = new int[slots];
    slotPlaced = new boolean[slots];
    slotBlock = new int[slots];
    slotWrites = new boolean[slots];
    successors = new int[blocks.stream().mapToInt(b -> b.successors().size()).sum()];
    int next = 0;
    for (Block block : blocks) {
      int b = block.id();
      operations[b] = block.instructions().size();
      successorStart[b] = next;
      for (int s : block.successors()) {
        successors[next++] = s;
      }
      outcomeBits[b] = block.outcomeBits();
      meet[b] = points.meet(b);
      place[b] = points.position(b);
      backwards[b] = points.backwards(b);
      exits[b] = block.successors().isEmpty();
      for (Instruction i : block.instructions()) {
        floating[b] += ArithmeticWork.floating(i);
        integer[b] += ArithmeticWork.integer(i);
        if (i.isRecorded()) {
          Space space = i.memory().space();
          for (int s = i.memory().slot(), end = s + i.slots(); s < end; s++) {
            slotWrites[s] = space != Space.PRIVATE && i.op().writes();
            slotBlock[s] = b;
            slotBytes[s] = i.memory().bytes(); // meaningless for texture coordinates
            slotPlaced[s] =
                space == Space.GLOBAL || space == Space.CONSTANT || space == Space.GENERIC;
          }
        }
      }
    }
    successorStart[n] = next;
  }

  /** Returns the position to which the edge from a block to its successor leads. */
  int position(int from, int to) {
    int at = place[to];
    return at > place[from] ? at : backwards[to];
  }
}
