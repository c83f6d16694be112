// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.lanes;

import io.lockstep.fuzz.lanes.StructuredProgram.Field;
import io.lockstep.fuzz.lanes.StructuredProgram.Helper;
import io.lockstep.fuzz.lanes.StructuredProgram.If;
import io.lockstep.fuzz.lanes.StructuredProgram.Leave;
import io.lockstep.fuzz.lanes.StructuredProgram.Loop;
import io.lockstep.fuzz.lanes.StructuredProgram.Statement;
import io.lockstep.fuzz.lanes.StructuredProgram.Step;
import io.lockstep.fuzz.lanes.StructuredProgram.Switch;
import io.lockstep.fuzz.lanes.StructuredProgram.Way;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs each lane of a {@link StructuredProgram} alone and joins lanes by the text: the lanes of a
 * wavefront that execute a step in the same trips of its loops execute it together. So lanes that
 * return are gone, lanes that break wait behind the loop, lanes that continue wait for the next
 * trip, and cases meet at the end of their switch or in the case into which one falls through.
 */
final class LaneReference {
  /** Executions of a step by a wavefront, by trips of the loops around it: the active lanes. */
  private final List<Map<String, Long>> masks = new ArrayList<>();

  private final int[] output;
  private final int argument;
  private final List<Integer> trips = new ArrayList<>();
  private int hash;
  private boolean stores;
  private int lane;
  private int wavefront;
  private final int steps;

  /**
   * Runs all lanes.
   *
   * @param width lanes of a wavefront
   * @param start the hash of each lane at the program's beginning
   */
  LaneReference(StructuredProgram program, int width, int[] start, int argument) {
    this.argument = argument;
    steps = program.steps();
    output = new int[start.length];
    int wavefronts = (start.length + width - 1) / width;
    for (int s = 0; s < steps * wavefronts; s++) {
      masks.add(new TreeMap<>());
    }
    for (int item = 0; item < start.length; item++) {
      lane = item % width;
      wavefront = item / width;
      hash = start[item];
      stores = true;
      run(program.body());
      output[item] = stores ? hash : 0;
    }
  }

  /** Returns the word that each lane stores, 0 for those that return without storing. */
  int[] output() {
    return output;
  }

  /** Returns how often wavefronts execute a step, all of them together. */
  long executions(int step) {
    return masks(step).size();
  }

  /** Returns the active lanes of all executions of a step, in ascending order. */
  List<Long> masks(int step) {
    List<Long> all = new ArrayList<>();
    for (int at = step; at < masks.size(); at += steps) {
      all.addAll(masks.get(at).values());
    }
    all.sort(null);
    return all;
  }

  private Way run(List<Statement> statements) {
    for (Statement s : statements) {
      Way way = run(s);
      if (way != null) {
        return way;
      }
    }
    return null;
  }

  /** Executes a statement; returns the way on which the lane left it, or null at its end. */
  private Way run(Statement s) {
    if (s instanceof Step step) {
      hash = hash * StructuredPtx.FACTOR + StructuredProgram.constant(step.id());
      String key = Arrays.toString(trips.toArray());
      masks.get(wavefront * steps + step.id()).merge(key, 1L << lane, (a, b) -> a | b);
      return null;
    }
    if (s instanceof If branch) {
      return run(value(branch.field()) == branch.value() ? branch.then() : branch.other());
    }
    if (s instanceof Loop loop) {
      return loop(loop);
    }
    if (s instanceof Switch choice) {
      return choose(choice);
    }
    if (s instanceof Helper helper) {
      Way way = run(helper.body());
      return way == Way.LEAVE ? null : way;
    }
    Way way = ((Leave) s).way();
    stores &= way != Way.RETURN;
    return way;
  }

  private Way loop(Loop loop) {
    int count = value(loop.trips());
    for (int trip = 0; trip < count; trip++) {
      trips.add(trip);
      Way way = run(loop.body());
      trips.remove(trips.size() - 1);
      if (way == Way.BREAK) {
        return null;
      }
      if (way != null && way != Way.CONTINUE) {
        return way;
      }
    }
    return null;
  }

  private Way choose(Switch choice) {
    int at = choice.select(value(choice.field()));
    while (at >= 0) {
      Way way = run(choice.cases().get(at).body());
      if (way != null) {
        return way;
      }
      at = choice.cases().get(at).fallsThrough() ? at + 1 : -1;
    }
    return null;
  }

  private int value(Field field) {
    return (field.uniform() ? argument : hash) >>> field.shift() & field.mask();
  }
}
