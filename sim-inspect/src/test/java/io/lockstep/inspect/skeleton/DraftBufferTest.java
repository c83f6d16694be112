// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.skeleton;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.workload.element.ElementType;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Buffers in the text of a workload draft. */
class DraftBufferTest {
  private static String read(ElementType type) {
    return new DraftBuffer(type, "n", false, Set.of("k"), Set.of()).line("a", 3);
  }

  @Test
  void aBufferOfBytesIsFilledWithIntegersBelow64() {
    String bytes =
        "  a: {type: %s, count: n, init: {integers: {seed: 3, low: 0, high: 64}}}   # read by k\n";
    assertThat(read(ElementType.I8)).isEqualTo(bytes.formatted("i8"));
    assertThat(read(ElementType.U8)).isEqualTo(bytes.formatted("u8"));
  }

  @Test
  void aBufferOfWiderIntegersIsFilledWithIntegersBelowN() {
    for (ElementType type :
        Set.of(ElementType.I16, ElementType.U16, ElementType.I32, ElementType.U64)) {
      assertThat(read(type))
          .isEqualTo(
              "  a: {type: "
                  + type.text()
                  + ", count: n, init: {integers: {seed: 3, low: 0, high: n}}}   # read by k\n");
    }
  }
}
