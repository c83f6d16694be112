// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChildTest {
  @Test
  void aProcessOfItsOwnStartsWithAClassThatHasAMainMethod() throws ReflectiveOperationException {
    assertThat(Class.forName(Child.MAIN).getMethod("main", String[].class)).isNotNull();
  }
}
