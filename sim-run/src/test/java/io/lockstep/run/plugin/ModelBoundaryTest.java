// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelBoundaryTest {
  private final ModelBoundary boundary = new ModelBoundary(Set.of("com.example"));

  private static IllegalStateException thrownIn(String type) {
    IllegalStateException e = new IllegalStateException("the disk is full");
    e.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement(type, "write", "File.java", 1),
          new StackTraceElement("com.example.Unit", "issue", "Unit.java", 2)
        });
    return e;
  }

  @ParameterizedTest
  @ValueSource(strings = {"io.lockstep.run.program.Row", "io.lockstep.observe.SpillFile"})
  @DisplayName("an error of what runs or observes a model is not the model's")
  void anErrorOfWhatRunsOrObservesAModelIsNotTheModels(String type) {
    IllegalStateException own = thrownIn(type);
    assertThatThrownBy(() -> boundary.fault(this, "observe", own)).isSameAs(own);
  }

  @Test
  @DisplayName("an error that a part throws when a model calls it is the model's")
  void anErrorThatAPartThrowsWhenAModelCallsItIsTheModels() {
    assertThat(boundary.fault(this, "launch", thrownIn("io.lockstep.parts.cache.MissTable")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("com.example.Unit.issue, Unit.java:2");
  }
}
