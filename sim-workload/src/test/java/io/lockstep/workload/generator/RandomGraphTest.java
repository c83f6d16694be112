// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.workload.BoundWorkload;
import io.lockstep.workload.Workload;
import io.lockstep.workload.element.LittleEndian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Graphs of random_graph, against frontier sizes published with the times of validation/mi300a. */
class RandomGraphTest {
  private static BoundWorkload bind(int vertices, long edges, String counts) {
    String graph =
        "random_graph: {vertices: %d, edges: %d, seed: 42, part: ".formatted(vertices, edges);
    String[] count = counts.split(" ");
    return Workload.read(
            "g.yaml",
            """
            name: g
            buffers:
              offsets: {type: u32, count: %s, init: {%soffsets}}}
              neighbours: {type: u32, count: %s, init: {%sneighbours}}}
            steps: [synchronize]
            """
                .formatted(count[0], graph, count[1], graph),
            java.nio.file.Path.of("."))
        .bind();
  }

  private static int[] contents(BoundWorkload bound, int buffer) {
    BoundWorkload.SizedBuffer sized = bound.buffers().get(buffer);
    byte[] all = new byte[(int) sized.bytes()];
    bound.filler(sized).fill(0, all, all.length);
    int[] words = new int[all.length / 4];
    Arrays.setAll(words, i -> (int) LittleEndian.get(all, 4 * i, 4));
    return words;
  }

  @Test
  void aSeedGivesTheNumbersOfTheLibrary() {
    LibraryRandom one = new LibraryRandom(1);
    assertThat(new int[] {one.next(), one.next(), one.next()})
        .containsExactly(1804289383, 846930886, 1681692777);
    LibraryRandom zero = new LibraryRandom(0);
    assertThat(zero.next()).isEqualTo(1804289383);
    LibraryRandom other = new LibraryRandom(42);
    for (int i = 1; i < 1000; i++) {
      other.next();
    }
    assertThat(other.next()).isEqualTo(896784309);
  }

  @ParameterizedTest
  @CsvSource({
    "1024, 4, 1 13 63 211 429 264 41 2",
    "1024, 8, 1 18 147 582 276",
    "1024, 16, 1 24 341 652 6",
    "1024, 32, 1 47 773 203",
    "4096, 4, 1 13 60 264 897 1695 1023 136 7",
    "4096, 8, 1 18 135 921 2501 519 1",
    "16384, 16, 1 28 439 5681 10201 34",
    "65536, 4, 1 15 93 503 2216 8005 21366 25204 7495 604 32 2",
    "65536, 32, 1 43 1369 31190 32933"
  })
  void aBreadthFirstSearchMeetsThePublishedNumberOfVerticesOnEachLevel(
      int vertices, int degree, String published) {
    long edges = (long) vertices * degree / 2;
    BoundWorkload bound = bind(vertices, edges, (vertices + 1) + " " + 2 * edges);
    assertThat(levels(contents(bound, 0), contents(bound, 1))).isEqualTo(published);
  }

  private static String levels(int[] offsets, int[] neighbours) {
    boolean[] seen = new boolean[offsets.length - 1];
    seen[0] = true;
    List<Integer> sizes = new ArrayList<>();
    for (List<Integer> frontier = List.of(0); !frontier.isEmpty(); ) {
      sizes.add(frontier.size());
      List<Integer> next = new ArrayList<>();
      for (int v : frontier) {
        for (int at = offsets[v]; at < offsets[v + 1]; at++) {
          if (!seen[neighbours[at]]) {
            seen[neighbours[at]] = true;
            next.add(neighbours[at]);
          }
        }
      }
      frontier = next;
    }
    return sizes.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  @Test
  void aCountThatIsNotTheGraphsOrTooFewEdgesAreRefused() {
    assertThatThrownBy(() -> contents(bind(8, 7, "8 14"), 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("g.yaml:3:")
        .hasMessageContaining("expected a count of 9, found 8");
    assertThatThrownBy(() -> contents(bind(8, 7, "9 15"), 1))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("expected a count of 14, found 15");
    assertThatThrownBy(() -> contents(bind(8, 6, "9 12"), 1))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("edges must be from 7 to 67108864, found 6");
  }
}
