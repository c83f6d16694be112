// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.generator;

import io.lockstep.workload.element.Elements;

/**
 * A connected random undirected graph as adjacency lists in compressed sparse row format.
 *
 * <p>With r from {@link LibraryRandom}: each vertex i from 1 on is connected to vertex r mod i;
 * then pairs u = r mod vertices, v = r mod vertices are connected, except for u = v, until there
 * are enough edges. An edge may occur twice. Both ends list the edge, in the order of creation. The
 * graph is created at the first access.
 */
final class RandomGraph implements Elements {
  /** Maximum number of edges, whose end points take 512 MiB. */
  static final long MAX_EDGES = 1L << 26;

  private final Generator.RandomGraph.Part part;
  private final int vertices;
  private final int edges;
  private final int seed;
  private int[] elements;

  RandomGraph(Generator.RandomGraph.Part part, int vertices, int edges, int seed) {
    this.part = part;
    this.vertices = vertices;
    this.edges = edges;
    this.seed = seed;
  }

  @Override
  public void bits(long first, int n, long[] out) {
    if (elements == null) {
      elements = make();
    }
    for (int k = 0; k < n; k++) {
      out[k] = elements[(int) first + k];
    }
  }

  private int[] make() {
    int[] one = new int[edges];
    int[] other = new int[edges];
    LibraryRandom random = new LibraryRandom(seed);
    for (int i = 1; i < vertices; i++) {
      one[i - 1] = i;
      other[i - 1] = random.next() % i;
    }
    for (int edge = vertices - 1; edge < edges; ) {
      one[edge] = random.next() % vertices;
      other[edge] = random.next() % vertices;
      edge += one[edge] == other[edge] ? 0 : 1;
    }
    int[] offsets = new int[vertices + 1];
    for (int edge = 0; edge < edges; edge++) {
      offsets[one[edge] + 1]++;
      offsets[other[edge] + 1]++;
    }
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    if (part == Generator.RandomGraph.Part.OFFSETS) {
      return offsets;
    }
    int[] neighbours = new int[2 * edges];
    for (int edge = 0; edge < edges; edge++) {
      neighbours[offsets[one[edge]]++] = other[edge];
      neighbours[offsets[other[edge]]++] = one[edge];
    }
    return neighbours;
  }
}
