// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The points at which lanes that a branch has separated run together again, and the order in which
 * the lanes of a wavefront come to them.
 *
 * <p>Each block has a position, and each loop one more behind its last block, where lanes wait for
 * the next iteration. Without the edges to the next iteration, every edge leads to a higher
 * position. Lanes at a position can therefore be joined by all lanes at lower positions and by no
 * others. The lanes that a branch separates meet at the lowest position that two of its sides
 * reach. This need not be a post-dominator: lanes that return, or leave a loop or an inlined
 * function, do not keep the others apart. Of a loop's exits, only the loop's own condition ends it;
 * blocks that are reached by other exits alone belong to the iteration in which a lane leaves.
 *
 * <p>Immutable and thread-safe.
 *
 * <p>Source: Diamos et al., "SIMD Re-Convergence at Thread Frontiers" (MICRO 2011).
 *
 * <p><b>Caveats.</b> The points are those of structured code. ptxas gives a loop one point, the
 * post-dominator of all its exits. In loops with several entries lanes may meet later than they
 * could.
 */
public final class ReconvergencePoints {
  /** The position at which lanes meet that do not meet again; above all others. */
  public static final int NEVER = Integer.MAX_VALUE;

  private final ControlFlow flow;
  private final int[] place; // by block
  private final int[] next; // by block: where lanes wait that come to it by an edge backwards
  private final int[] block; // by position
  private final int[] meet; // by block: a position
  private final BitSet joins = new BitSet();
  private final int[] frontier; // by block: a position
  private final int[][] exits; // by position behind a loop: the positions to which its exits lead

  /** A loop with the blocks that are reached only by leaving it early; or the whole kernel. */
  private record Region(Region parent, int number, int header, BitSet blocks) {}

  private final Region[] innermost; // by block
  private final List<Region> regions = new ArrayList<>(); // outer ones first

  /**
   * Finds the points.
   *
   * @param blocks blocks of a kernel, by number
   */
  public ReconvergencePoints(List<Block> blocks) {
    int n = blocks.size();
    flow = new ControlFlow(blocks.stream().map(Block::successors).toList());
    innermost = new Region[n];
    findRegions(n);
    place = new int[n];
    next = new int[n];
    block = new int[n + regions.size() - 1];
    exits = new int[block.length][];
    new Numbering().number(regions.get(0), 0);
    for (Region region : regions.subList(1, regions.size())) {
      exits[next[region.header]] = exits(region);
    }
    meet = new int[n];
    Arrays.fill(meet, NEVER);
    frontier = new int[n];
    Search search = new Search();
    for (int b = 0; b < n; b++) {
      joins.set(b, forwardPredecessors(b).distinct().count() > 1);
      if (flow.successors(b).length > 1) {
        meet[b] = search.meet(b);
      }
    }
    for (int b = 0; b < n; b++) {
      frontier[b] = joins.get(b) ? place[b] : search.frontier(b);
    }
  }

  /**
   * {@return the position of a block}
   *
   * @param number number of a block
   */
  public int position(int number) {
    return place[number];
  }

  /**
   * {@return the position to which an edge leads: that of its block, or the position behind a loop
   * for an edge to the loop's next iteration}
   *
   * @param from number of a block
   * @param to number of one of its successors
   */
  public int position(int from, int to) {
    return place[to] > place[from] ? place[to] : next[to];
  }

  /**
   * {@return the position at which lanes wait that come to a block by an edge backwards: behind the
   * loop that the block heads; else the block's own}
   *
   * @param number number of a block
   */
  public int backwards(int number) {
    return next[number];
  }

  /** {@return the number of positions} */
  public int positions() {
    return block.length;
  }

  /**
   * {@return the block at which lanes at a position continue}
   *
   * @param position a position
   */
  public int block(int position) {
    return block[position];
  }

  /**
   * {@return the position at which lanes meet that a block's branch separates, or {@link #NEVER}}
   *
   * @param number number of a block
   */
  public int meet(int number) {
    return meet[number];
  }

  /**
   * {@return the block at which lanes meet that a block's branch separates, or -1}
   *
   * @param number number of a block
   */
  public int meetingBlock(int number) {
    return meet[number] == NEVER ? -1 : block[meet[number]];
  }

  /**
   * {@return the position at which lanes that come to a position can next be joined by lanes that
   * have not come through it, or {@link #NEVER}}
   *
   * @param position a position
   */
  public int frontier(int position) {
    int b = block[position];
    return position == place[b] ? frontier[b] : position;
  }

  private IntStream forwardPredecessors(int number) {
    return Arrays.stream(flow.predecessors(number))
        .filter(p -> position(p, number) == place[number]);
  }

  /** Returns the positions to which lanes go on from a position. */
  int[] successors(int position) {
    int b = block[position];
    return position == place[b]
        ? Arrays.stream(flow.successors(b)).map(t -> position(b, t)).toArray()
        : exits[position];
  }

  /** Adds the blocks that lanes execute from a position on before they are at its successors. */
  void addBlocks(int position, BitSet to) {
    int b = block[position];
    if (position == place[b]) {
      to.set(b);
    } else {
      to.or(regionOf(b).blocks);
    }
  }

  /** Returns the loop that a block heads. */
  private Region regionOf(int header) {
    Region region = innermost[header];
    while (region.header != header) {
      region = region.parent;
    }
    return region;
  }

  /**
   * {@return whether lanes that a block's branch separates meet in the same iteration of its loop}
   *
   * @param number number of a block whose branch has a meeting point
   */
  public boolean meetsInIteration(int number) {
    return innermost[number].blocks.get(block[meet[number]]);
  }

  private void findRegions(int n) {
    BitSet all = new BitSet();
    all.set(0, n);
    regions.add(new Region(null, 0, 0, all));
    Arrays.fill(innermost, regions.get(0));
    if (flow.loops() == 0) {
      return;
    }
    int[] dominator = flow.dominators();
    IntStream.range(0, flow.loops())
        .boxed()
        .sorted(
            Comparator.<Integer>comparingInt(l -> -flow.body(l).cardinality())
                .thenComparingInt(flow::header))
        .forEach(l -> addRegion(flow.body(l), flow.header(l), dominator));
  }

  private void addRegion(BitSet body, int header, int[] dominator) {
    Region parent = innermost[header];
    BitSet blocks = (BitSet) body.clone();
    BitSet ends = ends(body, header, dominator);
    body.stream()
        .flatMap(u -> Arrays.stream(flow.successors(u)))
        .filter(v -> !body.get(v) && !ends.get(v) && parent.blocks.get(v))
        .filter(v -> Arrays.stream(flow.predecessors(v)).allMatch(body::get))
        .forEach(v -> blocks.or(dominated(v, dominator)));
    blocks.and(parent.blocks);
    Region region = new Region(parent, regions.size(), header, blocks);
    regions.add(region);
    blocks.stream().forEach(b -> innermost[b] = region);
  }

  /**
   * Returns the blocks to which a loop's own condition leads: the exits of its header, else the
   * exit of a block that begins the next iteration, else any exit; of several, the one that
   * dominates most blocks.
   */
  private BitSet ends(BitSet body, int header, int[] dominator) {
    BitSet ends = outside(header, body);
    if (!ends.isEmpty()) {
      return ends;
    }
    for (int latch : flow.predecessors(header)) {
      if (body.get(latch)) {
        ends.or(outside(latch, body));
      }
    }
    if (ends.isEmpty()) {
      body.stream().forEach(u -> ends.or(outside(u, body)));
    }
    BitSet one = new BitSet();
    ends.stream()
        .boxed()
        .max(Comparator.comparingInt(v -> dominated(v, dominator).cardinality()))
        .ifPresent(one::set);
    return one;
  }

  private BitSet outside(int from, BitSet body) {
    BitSet outside = new BitSet();
    Arrays.stream(flow.successors(from)).filter(v -> !body.get(v)).forEach(outside::set);
    return outside;
  }

  private static BitSet dominated(int by, int[] dominator) {
    BitSet known = new BitSet();
    BitSet dominated = new BitSet();
    known.set(by);
    dominated.set(by);
    int[] path = new int[dominator.length];
    for (int b = 0; b < dominator.length; b++) {
      int length = 0;
      int d = b;
      while (d >= 0 && !known.get(d)) {
        path[length++] = d;
        d = dominator[d];
      }
      boolean in = d >= 0 && dominated.get(d);
      for (int k = 0; k < length; k++) {
        known.set(path[k]);
        dominated.set(path[k], in);
      }
    }
    return dominated;
  }

  private int[] exits(Region region) {
    return region.blocks.stream()
        .flatMap(
            u ->
                Arrays.stream(flow.successors(u))
                    .filter(v -> !region.blocks.get(v))
                    .map(v -> position(u, v)))
        .sorted()
        .distinct()
        .toArray();
  }

  /** Numbers blocks in reverse post-order, each loop as a whole. */
  private final class Numbering {
    private final int n = innermost.length;
    private final List<List<Integer>> edges = new ArrayList<>(); // by block; n + k for a region

    Numbering() {
      for (int node = 0; node < n + regions.size(); node++) {
        edges.add(new ArrayList<>());
      }
      for (int b = 0; b < n; b++) {
        for (int t : flow.successors(b)) {
          Region common = innermost[t];
          while (!common.blocks.get(b)) {
            common = common.parent;
          }
          boolean again = common.parent != null && t == common.header;
          int from = node(b, common);
          int to = node(t, common);
          if (!again && from != to) {
            edges.get(from).add(to);
          }
        }
      }
    }

    /** Returns the part of a region in which a block is: itself or an inner region. */
    private int node(int b, Region within) {
      Region inner = null;
      for (Region r = innermost[b]; r != within; r = r.parent) {
        inner = r;
      }
      return inner == null ? b : n + inner.number;
    }

    /** Gives the parts of a region positions from {@code from} on; returns the one behind it. */
    int number(Region region, int from) {
      int at = from;
      for (int node : order(region)) {
        if (node < n) {
          place[node] = at;
          next[node] = at;
          block[at++] = node;
        } else {
          Region inner = regions.get(node - n);
          at = number(inner, at);
          next[inner.header] = at;
          block[at++] = inner.header;
        }
      }
      return at;
    }

    private List<Integer> order(Region region) {
      List<Integer> reversed = new ArrayList<>();
      BitSet seen = new BitSet();
      visit(node(region.header, region), seen, reversed);
      for (int b = region.blocks.nextSetBit(0); b >= 0; b = region.blocks.nextSetBit(b + 1)) {
        visit(node(b, region), seen, reversed); // only loops with several entries have some left
      }
      Collections.reverse(reversed);
      return reversed;
    }

    private void visit(int root, BitSet seen, List<Integer> reversed) {
      if (seen.get(root)) {
        return;
      }
      List<Integer> stack = new ArrayList<>(List.of(root));
      List<Integer> done = new ArrayList<>(List.of(0));
      seen.set(root);
      while (!stack.isEmpty()) {
        int top = stack.size() - 1;
        List<Integer> to = edges.get(stack.get(top));
        int k = done.get(top);
        if (k == to.size()) {
          reversed.add(stack.remove(top));
          done.remove(top);
          continue;
        }
        done.set(top, k + 1);
        if (!seen.get(to.get(k))) {
          seen.set(to.get(k));
          stack.add(to.get(k));
          done.add(0);
        }
      }
    }
  }

  /** Finds the lowest position that two sides of a branch reach. */
  private final class Search {
    private static final int SEVERAL = -1;

    private final int[] side = new int[block.length]; // that reaches a position, from 1; or SEVERAL
    private final BitSet reached = new BitSet();
    private final BitSet open = new BitSet();

    int meet(int branch) {
      int[] successors = flow.successors(branch);
      int[] pending = new int[successors.length + 1]; // open positions by side
      int sides = 0; // with open positions
      for (int k = 0; k < successors.length; k++) {
        int p = position(branch, successors[k]);
        if (side[p] == 0) {
          reach(p, k + 1);
          pending[k + 1]++;
          sides++;
        }
      }
      int found = NEVER;
      boolean several = false;
      for (int p = open.nextSetBit(0); p >= 0 && (sides > 1 || several); ) {
        open.clear(p);
        int own = side[p];
        if (own == SEVERAL) {
          found = p;
          break;
        }
        for (int q : ReconvergencePoints.this.successors(p)) {
          if (q > p && side[q] == 0) {
            reach(q, own);
            pending[own]++;
          } else if (q > p && side[q] != own) {
            several = true;
            side[q] = SEVERAL;
          }
        }
        if (--pending[own] == 0) {
          sides--;
        }
        p = open.nextSetBit(0);
      }
      reset();
      return found;
    }

    private void reset() {
      for (int p = reached.nextSetBit(0); p >= 0; p = reached.nextSetBit(p + 1)) {
        side[p] = 0;
      }
      reached.clear();
      open.clear();
    }

    /** Finds the lowest position to which an edge leads that does not come through a block. */
    int frontier(int from) {
      int found = NEVER;
      reach(place[from], 1);
      for (int p = place[from]; p >= 0; p = open.nextSetBit(p + 1)) {
        int b = block[p];
        if (p != place[b]
            || p > place[from] && forwardPredecessors(b).anyMatch(q -> side[place[q]] == 0)) {
          found = p;
          break;
        }
        for (int q : ReconvergencePoints.this.successors(p)) {
          if (q > p && side[q] == 0) {
            reach(q, 1);
          }
        }
      }
      reset();
      return found;
    }

    private void reach(int p, int own) {
      side[p] = own;
      reached.set(p);
      open.set(p);
    }
  }
}
