// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DependenceGraphTest {
  @Test
  @DisplayName("heights are the longest paths of latencies to the block's end")
  void heightsAreTheLongestPathsOfLatenciesToTheBlocksEnd() {
    DependenceGraph graph = new DependenceGraph(4);
    graph.edge(0, 1, 3, 0);
    graph.edge(0, 2, 1, 0);
    graph.edge(2, 3, 5, 0);
    graph.rank(i -> i == 1 ? 7 : 0);
    assertThat(graph.height(3)).isEqualTo(0);
    assertThat(graph.height(2)).isEqualTo(5);
    assertThat(graph.height(1)).isEqualTo(7);
    assertThat(graph.height(0)).isEqualTo(10);
  }

  @Test
  @DisplayName("the topological order holds for dependences on later operations")
  void theTopologicalOrderHoldsForDependencesOnLaterOperations() {
    DependenceGraph graph = new DependenceGraph(3);
    graph.edge(2, 1, 1, 0);
    graph.edge(1, 0, 1, 0);
    assertThat(graph.rank(i -> 0)).containsExactly(2, 1, 0);
    assertThat(graph.height(2)).isEqualTo(2);
  }

  @Test
  @DisplayName("rejects a cycle")
  void rejectsACycle() {
    DependenceGraph graph = new DependenceGraph(3);
    graph.edge(0, 1, 1, 0);
    graph.edge(1, 2, 1, 0);
    graph.edge(2, 1, 0, 0);
    assertThatThrownBy(() -> graph.rank(i -> 0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  @DisplayName("an edge has both ends, and none leads from an operation to itself")
  void anEdgeHasBothEndsAndNoneLeadsFromAnOperationToItself() {
    DependenceGraph graph = new DependenceGraph(2);
    graph.edge(0, 1, 4, 2);
    graph.edge(1, 1, 4, 2);
    assertThat(graph.successors(0)).containsExactly(new DependenceGraph.Edge(1, 4, 2));
    assertThat(graph.predecessors(1)).containsExactly(new DependenceGraph.Edge(0, 4, 2));
    assertThat(graph.successors(1)).isEmpty();
    assertThat(graph.predecessors(0)).isEmpty();
    assertThat(graph.size()).isEqualTo(2);
  }

  @Test
  @DisplayName("an operation becomes ready when the last predecessor with a latency issues")
  void anOperationBecomesReadyWhenTheLastPredecessorWithALatencyIssues() {
    DependenceGraph graph = new DependenceGraph(4);
    graph.edge(0, 3, 1, 0);
    graph.edge(1, 3, 2, 0);
    graph.edge(2, 3, 0, 0);
    List<Integer> ready = new ArrayList<>();
    assertThat(graph.isReady(2)).isTrue();
    graph.issue(0, ready::add);
    assertThat(graph.isReady(3)).isFalse();
    assertThat(ready).isEmpty();
    graph.issue(1, ready::add);
    assertThat(ready).containsExactly(3);
    assertThat(graph.isReady(3)).isTrue();
    graph.issue(2, ready::add);
    assertThat(ready).containsExactly(3);
    assertThat(graph.isIssued(2)).isTrue();
    assertThat(graph.isIssued(3)).isFalse();
  }

  @Test
  @DisplayName("an added operation precedes its reader by one step")
  void anAddedOperationPrecedesItsReaderByOneStep() {
    DependenceGraph graph = new DependenceGraph(2);
    graph.edge(0, 1, 5, 0);
    graph.rank(i -> 0);
    assertThat(graph.addBefore(0)).isEqualTo(2);
    assertThat(graph.height(2)).isEqualTo(6);
    assertThat(graph.isReady(0)).isFalse();
    graph.issue(2, i -> assertThat(i).isEqualTo(0));
    assertThat(graph.isReady(0)).isTrue();
  }
}
