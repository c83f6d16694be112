// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.trace.change.AccessChange.Kind;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How users spell changes of lines. */
class AccessChangeTest {
  @Test
  void aChangeNamesItsLineAloneOrWithAFileOrKernel() {
    assertThat(AccessChange.of("local:14", "here"))
        .isEqualTo(new AccessChange(Kind.LOCAL, "", 14))
        .hasToString("local:14");
    assertThat(AccessChange.of("coalescing:scan.cl:7", "here"))
        .isEqualTo(new AccessChange(Kind.COALESCING, "scan.cl", 7))
        .hasToString("coalescing:scan.cl:7");
    assertThat(AccessChange.of("line:a::b:3", "here").kernel()).isEqualTo("a::b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"local", "local:", "local:x", "local:0", "local:-3", "local::3", "line:9x"})
  void rejectsAChangeWithoutALine(String word) {
    assertThatThrownBy(() -> AccessChange.of(word, "here"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("names no source line")
        .hasMessageContaining(":FILE:LINE");
  }

  @Test
  void suggestsTheNearestKind() {
    assertThatThrownBy(() -> AccessChange.of("coalesing:3", "here"))
        .hasMessageContaining("did you mean 'coalescing'?");
  }

  @Test
  void changesAreOrderedByKindKernelAndLine() {
    List<String> words = List.of("line:9", "local:b.cl:2", "local:b.cl:10", "coalescing:1");
    TreeSet<AccessChange> all = new TreeSet<>();
    for (int i = words.size() - 1; i >= 0; i--) {
      all.add(AccessChange.of(words.get(i), "here"));
    }
    assertThat(all.stream().map(AccessChange::toString)).containsExactlyElementsOf(words);
  }
}
