// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.spec.Figures;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TransformationTest {
  enum Sample implements Transformation {
    ALWAYS,
    CHOSEN,
    NEW_HARDWARE;

    @Override
    public String parameter() {
      return this == CHOSEN ? "code.chosen" : "";
    }

    @Override
    public Set<String> lacking() {
      return this == NEW_HARDWARE ? Set.of("old") : Set.of();
    }
  }

  private static Set<Sample> of(String target, Map<String, Long> figures) {
    return Transformation.of(Sample.class, target, Figures.of(figures));
  }

  @Test
  @DisplayName("a parameter above 0 selects a transformation, and a target may lack one")
  void aParameterAboveZeroSelectsATransformationAndATargetMayLackOne() {
    assertThat(of("new", Map.of("code.chosen", 1L))).containsExactly(Sample.values());
    assertThat(of("new", Map.of("code.chosen", 0L)))
        .containsExactly(Sample.ALWAYS, Sample.NEW_HARDWARE);
    assertThat(of("old", Map.of())).containsExactly(Sample.ALWAYS);
  }

  @Test
  @DisplayName("an experiment switches a transformation off by its name in lower case")
  void anExperimentSwitchesATransformationOffByItsNameInLowerCase() {
    Figures without =
        new Figures() {
          @Override
          public OptionalLong optional(String path) {
            return OptionalLong.of(1);
          }

          @Override
          public boolean omits(String step) {
            return step.equals("new_hardware");
          }
        };
    assertThat(Transformation.of(Sample.class, "new", without))
        .containsExactly(Sample.ALWAYS, Sample.CHOSEN);
    assertThat(Transformation.steps(Sample.class))
        .containsExactly("always", "chosen", "new_hardware");
  }
}
