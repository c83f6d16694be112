// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Numbers, owners and hashes of components. */
class ComponentsTest {
  private static Components of(String... paths) {
    Components components = new Components();
    for (String path : paths) {
      components.add(path, 0);
    }
    return components;
  }

  @Test
  @DisplayName("numbers are dense in order of creation, whatever the partition, beyond any growth")
  void numbersAreDenseInOrderOfCreation() {
    Components components = new Components();
    for (int i = 0; i < 100; i++) {
      assertThat(components.add("bank[" + i + "]", i % 3)).isEqualTo(i);
    }
    assertThat(components.count()).isEqualTo(100);
    for (int i = 0; i < 100; i++) {
      assertThat(components.path(i)).isEqualTo("bank[" + i + "]");
      assertThat(components.owner(i)).isEqualTo(i % 3);
      assertThat(components.names()[i]).isEqualTo(Fingerprint.ofName("bank[" + i + "]"));
    }
  }

  @Test
  @DisplayName("a path is refused a second time and takes no number")
  void aPathIsRefusedASecondTimeAndTakesNoNumber() {
    Components components = of("a");
    assertThatThrownBy(() -> components.add("a", 1))
        .isInstanceOf(EngineException.class)
        .hasMessage("there is a component a already");
    assertThat(components.owner(0)).isZero();
    assertThat(components.add("b", 1)).isEqualTo(1);
  }

  @Test
  @DisplayName("a number that is not a component has no owner, and words instead of a path")
  void aNumberThatIsNoComponentHasNoOwner() {
    Components components = of("a");
    for (int number : new int[] {-1, 1, 15, 16, Integer.MAX_VALUE}) {
      assertThat(components.owner(number)).isEqualTo(-1);
      assertThat(components.path(number)).isEqualTo("component " + number + " (unknown)");
    }
  }
}
