// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the dependences between a block's operations, which access locations in program order. A
 * location is a register, a memory, a queue, or whatever else orders operations.
 *
 * <p>Dependences that follow from others are omitted, so that their number is linear in the number
 * of accesses. Not thread-safe.
 */
public final class LastAccesses {
  /** Kinds of dependences. */
  public enum Kind {
    /** A read after a write. */
    TRUE,
    /** A write after a read. */
    ANTI,
    /** A write after a write. */
    OUTPUT
  }

  /** Receives the dependences. */
  public interface Dependences {
    /**
     * Adds a dependence.
     *
     * @param kind kind of the dependence
     * @param from number of the operation that comes first
     * @param to number of the operation that depends on it; may be the same
     */
    void add(Kind kind, int from, int to);
  }

  private final Dependences dependences;
  private final Map<Object, Integer> write = new HashMap<>(); // never iterated
  private final Map<Object, List<Integer>> reads = new HashMap<>(); // since the last write

  /**
   * @param dependences receives the dependences as they are found
   */
  public LastAccesses(Dependences dependences) {
    this.dependences = dependences;
  }

  /**
   * Adds an access, which depends on earlier accesses of its location.
   *
   * @param location the accessed location; equal objects are the same location
   * @param operation number of the operation
   * @param writes whether the operation writes the location; otherwise it reads it
   */
  public void access(Object location, int operation, boolean writes) {
    Integer last = writes ? write.put(location, operation) : write.get(location);
    if (writes) {
      for (int r : reads.getOrDefault(location, List.of())) {
        dependences.add(Kind.ANTI, r, operation);
      }
      reads.remove(location);
    } else {
      reads.computeIfAbsent(location, l -> new ArrayList<>()).add(operation);
    }
    if (last != null) {
      dependences.add(writes ? Kind.OUTPUT : Kind.TRUE, last, operation);
    }
  }

  /**
   * Adds a read of a location.
   *
   * @param location the location
   * @param operation number of the operation
   */
  public void read(Object location, int operation) {
    access(location, operation, false);
  }

  /**
   * Adds a write of a location.
   *
   * @param location the location
   * @param operation number of the operation
   */
  public void write(Object location, int operation) {
    access(location, operation, true);
  }
}
