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
  private final int[] frontier; // by block: a position
  private final int[] dominator; // by block
  private final int[][] after; // by position: positions to which lanes go on

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
    dominator = flow.dominators();
    innermost = new Region[n];
    findRegions(n);
    place = new int[n];
    next = new int[n];
    block = new int[n + regions.size() - 1];
    after = new int[block.length][];
    new Numbering().number(regions.get(0), 0);
    for (int b = 0; b < n; b++) {
      int from = b;
      after[place[b]] =
          Arrays.stream(flow.successors(b)).map(t -> position(from, t)).distinct().toArray();
    }
    for (Region region : regions.subList(1, regions.size())) {
      after[next[region.header]] = exits(region);
    }
    meet = new int[n];
    Arrays.fill(meet, NEVER);
    frontier = new int[n];
    Search search = new Search();
    for (int b = 0; b < n; b++) {
      if (flow.successors(b).length > 1) {
        meet[b] = search.meet(b);
      }
    }
    findFrontiers();
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

  /**
   * {@return the immediate dominator of a block, or -1 for the entry}
   *
   * @param number number of a block
   */
  public int dominator(int number) {
    return dominator[number];
  }

  /**
   * Finds the dominance frontier of each block: the lowest position with an edge that does not come
   * through the block.
   */
  private void findFrontiers() {
    int n = frontier.length;
    Arrays.fill(frontier, NEVER);
    int[] seen = new int[n];
    Arrays.fill(seen, -1);
    BitSet joins = new BitSet();
    for (int q = 0; q < n; q++) {
      int own = q;
      int[] forward =
          Arrays.stream(flow.predecessors(q))
              .filter(p -> position(p, own) == place[own])
              .distinct()
              .toArray();
      joins.set(q, forward.length > 1);
      for (int p : forward.length > 1 ? forward : new int[0]) {
        for (int r = p; r >= 0 && r != dominator[q] && seen[r] != place[q]; r = dominator[r]) {
          seen[r] = place[q];
          frontier[r] = Math.min(frontier[r], place[q]);
        }
      }
    }
    for (Region region : regions.subList(1, regions.size())) {
      int again = next[region.header];
      for (int p : flow.predecessors(region.header)) {
        for (int r = p; r >= 0 && region.blocks.get(r) && seen[r] != again; r = dominator[r]) {
          seen[r] = again;
          frontier[r] = Math.min(frontier[r], again);
        }
      }
    }
    joins.stream().forEach(q -> frontier[q] = place[q]);
  }

  /**
   * {@return the positions to which lanes go on from a position}
   *
   * @param position of lanes
   */
  public int[] successors(int position) {
    return after[position];
  }

  /**
   * Adds the blocks that lanes execute from a position on before they are at its successors.
   *
   * @param position as for {@link #successors}
   * @param to receives indices of blocks
   */
  public void addBlocks(int position, BitSet to) {
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
    IntStream.range(0, flow.loops())
        .boxed()
        .sorted(
            Comparator.<Integer>comparingInt(l -> -flow.body(l).cardinality())
                .thenComparingInt(flow::header))
        .forEach(l -> addRegion(flow.body(l), flow.header(l)));
  }

  private void addRegion(BitSet body, int header) {
    Region parent = innermost[header];
    BitSet blocks = (BitSet) body.clone();
    int end = end(body, header);
    body.stream()
        .flatMap(u -> Arrays.stream(flow.successors(u)))
        .filter(v -> !body.get(v) && v != end && parent.blocks.get(v))
        .filter(v -> Arrays.stream(flow.predecessors(v)).allMatch(body::get))
        .forEach(v -> blocks.or(dominated(v)));
    blocks.and(parent.blocks);
    Region region = new Region(parent, regions.size(), header, blocks);
    regions.add(region);
    blocks.stream().forEach(b -> innermost[b] = region);
  }

  /**
   * Returns the block to which a loop's own condition leads: of the exits of its header and of the
   * blocks that begin the next iteration, or else of all its exits, the one that dominates most.
   */
  private int end(BitSet body, int header) {
    BitSet exits = outside(header, body);
    for (int latch : flow.predecessors(header)) {
      if (body.get(latch)) {
        exits.or(outside(latch, body));
      }
    }
    if (exits.isEmpty()) {
      body.stream().forEach(u -> exits.or(outside(u, body)));
    }
    return exits.stream()
        .boxed()
        .max(Comparator.comparingInt(v -> dominated(v).cardinality()))
        .orElse(-1);
  }

  private BitSet outside(int from, BitSet body) {
    BitSet outside = new BitSet();
    Arrays.stream(flow.successors(from)).filter(v -> !body.get(v)).forEach(outside::set);
    return outside;
  }

  private BitSet dominated(int by) {
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
      int[] first = after[place[branch]];
      int behind = flow.postDominator(branch);
      if (first.length == 2 && behind >= 0) {
        int p = position(branch, behind);
        if (first[0] == p || first[1] == p) {
          return p; // one side leads to where all ways lead
        }
      }
      int[] pending = new int[first.length + 1]; // open positions by side
      int sides = first.length; // with open positions
      for (int k = 0; k < first.length; k++) {
        reach(first[k], k + 1);
        pending[k + 1]++;
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
        for (int q : after[p]) {
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
      for (int p = reached.nextSetBit(0); p >= 0; p = reached.nextSetBit(p + 1)) {
        side[p] = 0;
      }
      reached.clear();
      open.clear();
      return found;
    }

    private void reach(int p, int own) {
      side[p] = own;
      reached.set(p);
      open.set(p);
    }
  }
}
