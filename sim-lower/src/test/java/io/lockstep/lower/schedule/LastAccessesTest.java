// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LastAccessesTest {
  private final List<String> found = new ArrayList<>();
  private final LastAccesses accesses =
      new LastAccesses((kind, from, to) -> found.add(kind + " " + from + " " + to));

  @Test
  @DisplayName("a read depends on the last write of its location")
  void aReadDependsOnTheLastWriteOfItsLocation() {
    accesses.write("a", 0);
    accesses.write("b", 1);
    accesses.read("a", 2);
    accesses.read("a", 3);
    accesses.read("c", 4);
    assertThat(found).containsExactly("TRUE 0 2", "TRUE 0 3");
  }

  @Test
  @DisplayName("a write depends on the last write and on the reads since")
  void aWriteDependsOnTheLastWriteAndOnTheReadsSince() {
    accesses.read(7, 0);
    accesses.write(7, 1);
    accesses.read(7, 2);
    accesses.read(7, 3);
    accesses.write(7, 4);
    assertThat(found)
        .containsExactly("ANTI 0 1", "TRUE 1 2", "TRUE 1 3", "ANTI 2 4", "ANTI 3 4", "OUTPUT 1 4");
  }
}
