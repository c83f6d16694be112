// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * The dependence graph of a block's operations, which are numbered from 0 in program order, and the
 * state of a list scheduler on it: the operations that have issued and those that are ready.
 *
 * <p>Not thread-safe.
 */
public class DependenceGraph {
  /**
   * One end of a dependence.
   *
   * @param operation number of the operation at the other end
   * @param latency least distance between the issues of both operations, in the scheduler's steps;
   *     0 if both may issue in the same step
   * @param stages least distance in stages, if the machine divides a block into stages
   */
  public record Edge(int operation, int latency, int stages) {}

  private static final class Node {
    final List<Edge> predecessors = new ArrayList<>();
    final List<Edge> successors = new ArrayList<>();
    int height;
    int waiting; // unissued predecessors that must issue in an earlier step
    boolean issued;
  }

  private final List<Node> nodes = new ArrayList<>();

  /**
   * Creates a graph without dependences.
   *
   * @param operations number of operations
   */
  public DependenceGraph(int operations) {
    for (int i = 0; i < operations; i++) {
      nodes.add(new Node());
    }
  }

  /** {@return the number of operations} */
  public int size() {
    return nodes.size();
  }

  /**
   * Adds a dependence; a dependence of an operation on itself is ignored.
   *
   * @param from number of the operation that issues first
   * @param to number of the operation that depends on it
   * @param latency least distance in steps
   * @param stages least distance in stages
   */
  public void edge(int from, int to, int latency, int stages) {
    if (from != to) {
      nodes.get(from).successors.add(new Edge(to, latency, stages));
      nodes.get(to).predecessors.add(new Edge(from, latency, stages));
      nodes.get(to).waiting += latency > 0 ? 1 : 0;
    }
  }

  /**
   * {@return the dependences of an operation on others; not a copy}
   *
   * @param operation number of an operation
   */
  public List<Edge> predecessors(int operation) {
    return nodes.get(operation).predecessors;
  }

  /**
   * {@return the dependences of others on an operation; not a copy}
   *
   * @param operation number of an operation
   */
  public List<Edge> successors(int operation) {
    return nodes.get(operation).successors;
  }

  /**
   * Computes the height of each operation.
   *
   * @param latency by operation: steps from its issue to the block's end if none depends on it
   * @return the operations in a topological order, in which each follows all its predecessors
   */
  public int[] rank(IntUnaryOperator latency) {
    int n = nodes.size();
    int[] order = new int[n];
    int[] left = new int[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      left[i] = predecessors(i).size();
      if (left[i] == 0) {
        order[count++] = i;
      }
    }
    for (int k = 0; k < count; k++) {
      for (Edge e : successors(order[k])) {
        if (--left[e.operation] == 0) {
          order[count++] = e.operation;
        }
      }
    }
    if (count < n) {
      throw new IllegalStateException("cyclic dependences");
    }
    for (int k = n - 1; k >= 0; k--) {
      int height = latency.applyAsInt(order[k]);
      for (Edge e : successors(order[k])) {
        height = Math.max(height, height(e.operation) + e.latency);
      }
      nodes.get(order[k]).height = height;
    }
    return order;
  }

  /**
   * {@return the longest path from an operation's issue to the block's end, in steps}
   *
   * @param operation number of an operation
   */
  public int height(int operation) {
    return nodes.get(operation).height;
  }

  /**
   * Adds an operation that must issue one step before another.
   *
   * @param operation number of an operation that has not issued
   * @return number of the new operation
   */
  public int addBefore(int operation) {
    nodes.add(new Node());
    int added = nodes.size() - 1;
    edge(added, operation, 1, 0);
    nodes.get(added).height = height(operation) + 1;
    return added;
  }

  /**
   * {@return whether an operation waits for no operation that must issue in an earlier step}
   *
   * @param operation number of an operation
   */
  public boolean isReady(int operation) {
    return nodes.get(operation).waiting == 0;
  }

  /**
   * {@return whether an operation has issued}
   *
   * @param operation number of an operation
   */
  public boolean isIssued(int operation) {
    return nodes.get(operation).issued;
  }

  /**
   * Marks an operation as issued.
   *
   * @param operation number of a ready operation
   * @param ready receives each operation that becomes ready
   */
  public void issue(int operation, IntConsumer ready) {
    nodes.get(operation).issued = true;
    for (Edge e : successors(operation)) {
      if (e.latency > 0 && --nodes.get(e.operation).waiting == 0) {
        ready.accept(e.operation);
      }
    }
  }
}
