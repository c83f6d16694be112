// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.control;

import static java.util.Comparator.reverseOrder;

import io.lockstep.kernel.analysis.BlockOrder;
import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Block;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The layout order of a kernel's blocks: a side of an if precedes the join, and a loop's blocks are
 * contiguous, after its header and before the code that follows, so that control falls through
 * where possible.
 *
 * <p>The order is the reverse postorder of a depth-first walk that visits, from a loop's header,
 * the exits of the loop first, and the successors of a block from the last to the first.
 */
public final class BlockLayout {
  private final int[] order;
  private final int[] position;

  /**
   * Computes the order.
   *
   * @param facts facts of the kernel
   * @param any whether blocks are reordered; otherwise, and if the kernel polls (repeated rows
   *     depend on the order), the portable kernel's order is kept
   */
  public BlockLayout(RegisterFacts facts, boolean any) {
    order =
        any && PollLoops.of(facts.kernel()).isEmpty()
            ? order(facts)
            : IntStream.range(0, facts.kernel().blocks().size()).toArray();
    position = BlockOrder.places(order);
  }

  /** {@return the number of blocks} */
  public int size() {
    return order.length;
  }

  /**
   * {@return the block at a place of the order}
   *
   * @param place from 0
   */
  public int at(int place) {
    return order[place];
  }

  /**
   * {@return the place of a block in the order}
   *
   * @param block number of a block
   */
  public int of(int block) {
    return position[block];
  }

  private static int[] order(RegisterFacts facts) {
    List<Block> lastFirst = new ArrayList<>();
    for (Block block : facts.kernel().blocks()) {
      lastFirst.add(visiting(block, block.successors().stream().sorted(reverseOrder()).toList()));
    }
    int[] place = BlockOrder.places(BlockOrder.of(lastFirst));
    List<Block> exitsFirst = new ArrayList<>();
    for (Block header : lastFirst) {
      BitSet loop = loop(facts.predecessors(), header.id(), place);
      BitSet exits = new BitSet();
      loop.stream().forEach(b -> lastFirst.get(b).successors().forEach(exits::set));
      exits.andNot(loop);
      List<Integer> visits = new ArrayList<>(exits.stream().boxed().toList());
      Collections.reverse(visits);
      visits.addAll(header.successors());
      exitsFirst.add(visiting(header, visits));
    }
    return BlockOrder.of(exitsFirst);
  }

  /** A block whose successors are those that a walk visits after it. */
  private static Block visiting(Block block, List<Integer> visits) {
    return new Block(block.id(), block.instructions(), visits, -1, -1, 0);
  }

  /** The natural loop that a block heads; empty if it heads none. */
  private static BitSet loop(int[][] predecessors, int header, int[] place) {
    BitSet loop = new BitSet();
    ArrayDeque<Integer> open = new ArrayDeque<>();
    for (int from : predecessors[header]) {
      if (place[from] >= place[header]) { // a back edge of the walk
        loop.set(header);
        open.push(from);
      }
    }
    while (!open.isEmpty()) {
      int b = open.pop();
      if (!loop.get(b)) {
        loop.set(b);
        Arrays.stream(predecessors[b]).forEach(open::push);
      }
    }
    return loop;
  }
}
