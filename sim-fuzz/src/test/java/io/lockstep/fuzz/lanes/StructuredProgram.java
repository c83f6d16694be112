// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.lanes;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random program of nested control flow. Each lane has one word of state, the hash, which every
 * {@link Step} changes in its own way and on which conditions, trip counts and switches depend, so
 * that the final hash tells which steps the lane executed, in which order.
 */
final class StructuredProgram {
  /** What the programs of a set contain beside branches, loops, and switches of separate cases. */
  enum Construct {
    /** Nothing else. */
    BRANCHES,
    /** Switches over all values of a field, whose default is unreachable: an exit. */
    UNREACHABLE,
    /** Returns anywhere. */
    RETURNS,
    /** Breaks, continues, and helper functions, inlined, that return from anywhere. */
    JUMPS,
    /** Switches whose cases fall through or share their code. */
    FALL_THROUGH,
    /** All of these. */
    ALL
  }

  /** Ways out of a statement. */
  enum Way {
    BREAK,
    CONTINUE,
    /** The end of the innermost helper. */
    LEAVE,
    /** The kernel's end, where the hash is not stored. */
    RETURN,
    /** The kernel's end after storing the hash. */
    STORE_AND_RETURN
  }

  /** How the code of a switch finds its case. */
  enum Search {
    TABLE,
    CHAIN,
    TREE
  }

  sealed interface Statement permits Step, If, Loop, Switch, Helper, Leave {}

  record Step(int id) implements Statement {}

  /**
   * A field of the hash, or of the kernel's argument, which is the same for all lanes.
   *
   * @param shift lowest bit
   */
  record Field(boolean uniform, int shift, int mask) {}

  record If(Field field, int value, List<Statement> then, List<Statement> other)
      implements Statement {}

  /**
   * A loop of up to three trips; their number is read at its beginning.
   *
   * @param testsLast whether the code tests at the end of the body, after a test of the first trip
   */
  record Loop(Field trips, boolean testsLast, List<Statement> body) implements Statement {}

  /**
   * A body of a switch.
   *
   * @param labels its values; the body with label -1 is the default
   * @param fallsThrough whether it continues with the next body
   */
  record Case(List<Integer> labels, List<Statement> body, boolean fallsThrough) {}

  /** A switch; if no body is the default and all values have one, the default is unreachable. */
  record Switch(Field field, Search search, List<Case> cases) implements Statement {
    /** Returns the index of the body for a value, or -1 if there is none. */
    int select(int value) {
      int otherwise = -1;
      for (int c = 0; c < cases.size(); c++) {
        if (cases.get(c).labels().contains(value)) {
          return c;
        }
        if (cases.get(c).labels().contains(-1)) {
          otherwise = c;
        }
      }
      return otherwise;
    }

    boolean isComplete() {
      for (int value = 0; value <= field.mask(); value++) {
        if (select(value) < 0) {
          return false;
        }
      }
      return true;
    }
  }

  record Helper(List<Statement> body) implements Statement {}

  record Leave(Way way) implements Statement {}

  private static final int DEPTH = 3;

  private final Random random;
  private final Construct constructs;
  private final List<Statement> body;
  private final boolean exitsInPlace;
  private int steps;

  private StructuredProgram(long seed, Construct constructs) {
    this.random = new Random(seed);
    this.constructs = constructs;
    exitsInPlace = random.nextBoolean();
    body = new ArrayList<>();
    while (steps < 8) {
      body.addAll(block(DEPTH, false, false));
    }
  }

  static StructuredProgram of(long seed, Construct constructs) {
    return new StructuredProgram(seed, constructs);
  }

  List<Statement> body() {
    return body;
  }

  /** Returns the number of steps, whose ids are 0, 1, 2 … */
  int steps() {
    return steps;
  }

  /** Whether each return is an instruction of its own; otherwise all branch to a common one. */
  boolean exitsInPlace() {
    return exitsInPlace;
  }

  /** Returns the constant that a step adds to the hash. */
  static int constant(int step) {
    return 2 * step * 0x632BE5AB + 0x3C6EF35F;
  }

  private boolean has(Construct construct) {
    return constructs == construct || constructs == Construct.ALL;
  }

  private List<Statement> block(int depth, boolean inLoop, boolean inHelper) {
    List<Statement> block = new ArrayList<>();
    block.add(step());
    if (depth > 0) {
      for (int n = 1 + random.nextInt(2); n > 0; n--) {
        block.add(nested(depth, inLoop, inHelper));
        block.add(step());
      }
    }
    return block;
  }

  private Step step() {
    return new Step(steps++);
  }

  private Statement nested(int depth, boolean inLoop, boolean inHelper) {
    int kinds = has(Construct.JUMPS) ? 8 : 7;
    switch (random.nextInt(kinds)) {
      case 0, 1 -> {
        return branch(depth, inLoop, inHelper);
      }
      case 2 -> {
        return leaving(inLoop, inHelper);
      }
      case 3, 4 -> {
        Field trips = field(3, false);
        return new Loop(trips, random.nextBoolean(), block(depth - 1, true, inHelper));
      }
      case 5, 6 -> {
        return choice(depth, inLoop, inHelper);
      }
      default -> {
        return new Helper(block(depth - 1, false, true));
      }
    }
  }

  private If branch(int depth, boolean inLoop, boolean inHelper) {
    Field field = field(1 + 2 * random.nextInt(2), random.nextInt(8) == 0);
    List<Statement> then = block(depth - 1, inLoop, inHelper);
    List<Statement> other = random.nextBoolean() ? List.of() : block(depth - 1, inLoop, inHelper);
    return new If(field, random.nextInt(field.mask() + 1), then, other);
  }

  /** Returns an if with a way out in one of its sides, sometimes one that few or no lanes take. */
  private If leaving(boolean inLoop, boolean inHelper) {
    List<Way> ways = new ArrayList<>();
    if (has(Construct.RETURNS)) {
      ways.addAll(List.of(Way.RETURN, Way.STORE_AND_RETURN));
    }
    if (has(Construct.JUMPS) && inLoop) {
      ways.addAll(List.of(Way.BREAK, Way.CONTINUE));
    }
    if (has(Construct.JUMPS) && inHelper) {
      ways.add(Way.LEAVE);
    }
    if (ways.isEmpty()) {
      return branch(1, inLoop, inHelper);
    }
    Field field = field(new int[] {3, 7, 0xFFFFF}[random.nextInt(3)], random.nextInt(16) == 0);
    List<Statement> way = new ArrayList<>();
    if (random.nextBoolean()) {
      way.add(step());
    }
    way.add(new Leave(ways.get(random.nextInt(ways.size()))));
    List<Statement> other = random.nextInt(3) == 0 ? List.of(step()) : List.of();
    return new If(field, random.nextInt(4), way, other);
  }

  private Switch choice(int depth, boolean inLoop, boolean inHelper) {
    Field field = field(3, random.nextInt(16) == 0);
    Search search = Search.values()[random.nextInt(3)];
    boolean shares = has(Construct.FALL_THROUGH);
    // Without a default: all values have a case, or one of them has none.
    int labels = shares || random.nextInt(3) > 0 ? 4 : 3;
    boolean needsDefault = !has(Construct.UNREACHABLE);
    List<Case> cases = new ArrayList<>();
    for (int label = 0; label < labels; label++) {
      List<Integer> of = new ArrayList<>(List.of(label));
      boolean isDefault =
          shares ? random.nextInt(4) == 0 : label == 3 && (needsDefault || random.nextBoolean());
      if (isDefault && cases.stream().noneMatch(c -> c.labels().contains(-1))) {
        of.set(0, -1);
      }
      if (shares && label < 3 && random.nextInt(4) == 0) {
        of.add(++label);
      }
      boolean fallsThrough = shares && label < 3 && random.nextInt(3) == 0;
      cases.add(new Case(of, block(depth - 1, inLoop, inHelper), fallsThrough));
    }
    return new Switch(field, search, cases);
  }

  private Field field(int mask, boolean uniform) {
    return new Field(uniform, 8 + random.nextInt(4), mask);
  }
}
