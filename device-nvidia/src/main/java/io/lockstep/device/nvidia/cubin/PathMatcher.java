// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.device.nvidia.cubin.MachineFlow.Piece;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Finds the path of a work-item through the machine code that has the tokens of its path through
 * the kernel. Between two branches or barriers the order of tokens is free, since the assembler
 * moves instructions; blocks with more tokens are tried first, so that a loop goes through its
 * unrolled copies as long as enough iterations follow.
 */
final class PathMatcher {
  private static final int WINDOW = 64; // tokens by which the machine code is ahead at most
  private static final int STEPS = 32; // for each token and each block of the machine code

  /**
   * A path through the machine code.
   *
   * @param outcomes successors' numbers at the blocks that have two, as bits
   */
  record MachinePath(int blocks, int bits, BitSet outcomes) {}

  private final List<Piece> pieces;
  private final Tokens tokens;
  private final LoopNest machine;
  private final List<Mode> modes = new ArrayList<>();

  /**
   * A way of the search.
   *
   * @param strict whether an instruction stays in its block, except for those that are merged
   * @param order by piece: successors in the order of the search
   * @param lost finds iterations without tokens
   */
  private record Mode(
      int[][] ofBlock, int[][] ofPiece, boolean strict, int[][] order, LostIterations lost) {}

  PathMatcher(List<Piece> pieces, Tokens tokens) {
    this.pieces = pieces;
    this.tokens = tokens;
    machine = new LoopNest(pieces.stream().map(Piece::next).toArray(int[][]::new));
    BitSet marked = tokens.marked();
    addModes(marked);
    BitSet looped = looped(marked);
    if (!looped.equals(marked)) {
      addModes(looped);
    }
    if (!looped.isEmpty()) {
      addModes(new BitSet());
    }
  }

  /**
   * Returns marked blocks of the loops that can be gone around without an access or a barrier: of
   * each loop one block that every iteration enters, or all.
   */
  private BitSet looped(BitSet marked) {
    int[][] accesses = tokens.ofBlocks(new BitSet());
    LoopNest nest = tokens.nest();
    BitSet looped = new BitSet();
    for (LoopNest.Loop loop : nest.loops()) {
      BitSet counted = new BitSet();
      loop.own().stream().filter(b -> accesses[b].length > 0).forEach(counted::set);
      if (nest.canAvoid(loop, counted)) {
        BitSet own = (BitSet) loop.own().clone();
        own.and(marked);
        own.stream()
            .filter(b -> !nest.canAvoid(loop, only(b)))
            .findFirst()
            .ifPresentOrElse(looped::set, () -> looped.or(own));
      }
    }
    return looped;
  }

  private static BitSet only(int block) {
    BitSet only = new BitSet();
    only.set(block);
    return only;
  }

  private void addModes(BitSet marked) {
    int[][] ofBlocks = tokens.ofBlocks(marked);
    int[][] ofPieces = tokens.ofPieces(marked);
    int[][] order = order(ofPieces);
    LostIterations lost =
        new LostIterations(tokens.nest(), machine, tokens.marks(), ofBlocks, ofPieces);
    modes.add(new Mode(ofBlocks, ofPieces, true, order, lost));
    modes.add(new Mode(ofBlocks, ofPieces, false, order, lost));
  }

  private int[][] order(int[][] ofPiece) {
    int[][] order = new int[pieces.size()][];
    for (int p = 0; p < order.length; p++) {
      int[] next = pieces.get(p).next();
      boolean second =
          next.length > 1
              && (pieces.get(p).decides()
                  || weight(next[1], ofPiece, new HashSet<>())
                      > weight(next[0], ofPiece, new HashSet<>()));
      order[p] = second ? new int[] {1, 0} : next.length > 1 ? new int[] {0, 1} : new int[1];
    }
    return order;
  }

  /** Returns the tokens of the first blocks from a piece on that have any. */
  private int weight(int p, int[][] ofPiece, Set<Integer> passed) {
    int own = ofPiece[p].length;
    if (own > 0 || !passed.add(p)) {
      return own;
    }
    return Arrays.stream(pieces.get(p).next()).map(s -> weight(s, ofPiece, passed)).max().orElse(0);
  }

  /**
   * Returns the path for the blocks of the kernel that a work-item executes.
   *
   * @param refusal the exception if there is none, by the piece that the search reached
   * @param uncounted the exception if a loop may have more iterations, by a piece of it
   */
  MachinePath match(
      int[] blocks,
      IntFunction<RefusalException> refusal,
      IntFunction<RefusalException> uncounted) {
    tokens.marks().requireKept(blocks);
    int furthest = 0;
    int doubtful = -1;
    for (Mode mode : modes) {
      int[] stream = Arrays.stream(blocks).flatMap(b -> Arrays.stream(mode.ofBlock[b])).toArray();
      Walk walk = new Walk(mode, stream);
      if (walk.succeeds()) {
        doubtful = mode.lost.find(blocks);
        if (doubtful < 0) {
          return walk.path();
        }
      }
      furthest = walk.best;
    }
    throw doubtful < 0 ? refusal.apply(furthest) : uncounted.apply(doubtful);
  }

  /** A search in depth. */
  private final class Walk {
    private final Mode mode;
    private final int[] stream;
    private final Set<Long> seen = new HashSet<>();
    private final List<Step> steps = new ArrayList<>();
    private int position;
    private long done;
    private int best;
    private int reached = -1;

    Walk(Mode mode, int[] stream) {
      this.mode = mode;
      this.stream = stream;
    }

    boolean succeeds() {
      long most = (long) STEPS * (stream.length + pieces.size());
      enter(0);
      for (long n = 0; n < most && !steps.isEmpty(); n++) {
        Step top = steps.get(steps.size() - 1);
        int[] next = pieces.get(top.piece).next();
        if (next.length == 0 && top.position == stream.length) {
          return true;
        }
        if (top.tried == next.length) {
          steps.remove(steps.size() - 1);
          continue;
        }
        int to = next[mode.order[top.piece][top.tried++]];
        position = top.position;
        done = top.done;
        if (done == 0 || !isBoundary(top.piece, to)) {
          enter(to);
        }
      }
      return false;
    }

    private boolean isBoundary(int from, int to) {
      return to <= from || mode.strict && pieces.get(to).isJoin();
    }

    private void enter(int p) {
      long state = (((long) position << 20) + p) * 0x9E3779B97F4A7C15L ^ done;
      if (!seen.add(state) || !consume(p)) {
        return;
      }
      steps.add(new Step(p, position, done));
      if (position > reached) {
        reached = position;
        best = p;
      }
    }

    private boolean consume(int p) {
      for (int token : mode.ofPiece[p]) {
        if (token < 0) {
          boolean isNext = position < stream.length && stream[position] == ~token;
          if (isNext) {
            consumeToken(~token);
          }
        } else if (!consumeToken(token)) {
          return false;
        }
      }
      return true;
    }

    private boolean consumeToken(int token) {
      int end = Math.min(stream.length, position + WINDOW);
      for (int n = position; n < end; n++) {
        if ((done >>> n - position & 1) != 0) {
          continue;
        }
        if (stream[n] == token) {
          if (tokens.isBarrier(token) && (n > position || done != 0)) {
            return false;
          }
          done |= 1L << n - position;
          int passed = Long.numberOfTrailingZeros(~done);
          position += passed;
          done = passed == WINDOW ? 0 : done >>> passed;
          return true;
        }
        if (tokens.isBarrier(stream[n])) {
          return false;
        }
      }
      return false;
    }

    MachinePath path() {
      BitSet outcomes = new BitSet();
      int bits = 0;
      for (Step step : steps) {
        int[] order = mode.order[step.piece];
        if (order.length == 2) {
          outcomes.set(bits++, order[step.tried - 1] == 1);
        }
      }
      return new MachinePath(steps.size(), bits, outcomes);
    }
  }

  /** A block on the way. */
  private static final class Step {
    private final int piece;
    private final int position; // first token that is left, behind the block
    private final long done; // tokens behind that one that are done
    private int tried; // successors

    Step(int piece, int position, long done) {
      this.piece = piece;
      this.position = position;
      this.done = done;
    }
  }
}
