// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CompletionsTest {
  private final MemoryInstructions table = new MemoryInstructions(3);
  private final Completions completions = new Completions(table);
  private final List<String> told = new ArrayList<>();

  private final MemoryListener listener =
      new MemoryListener() {
        @Override
        public void completed(int owner, int token, long tick) {
          told.add(owner + " at " + tick);
        }

        @Override
        public void accepting(long tick) {}

        @Override
        public void drained(long tick) {}
      };

  private int begin(int owner, int parts) {
    int token = table.begin(owner);
    for (int i = 0; i < parts; i++) {
      table.open(token);
    }
    table.end(token);
    return token;
  }

  @Test
  @DisplayName("an instruction is told once, at its latest part's tick and never in the past")
  void anInstructionIsToldOnce() {
    int first = begin(11, 2);
    int second = begin(22, 1);
    completions.part(first, 90);
    completions.tell(listener, 5);
    assertThat(told).isEmpty();
    completions.part(second, 30);
    completions.part(first, 40);
    assertThat(table.size()).as("tokens are free before anybody is told").isZero();
    completions.tell(listener, 50);
    assertThat(told).containsExactly("22 at 50", "11 at 90");
    completions.tell(listener, 60);
    assertThat(told).hasSize(2);
  }

  @Test
  @DisplayName("a listener may begin and complete instructions while it is told")
  void aListenerMayBeginAndCompleteInstructionsWhileItIsTold() {
    completions.part(begin(1, 1), 10);
    completions.part(begin(2, 1), 10);
    int[] more = {3};
    MemoryListener restless =
        new MemoryListener() {
          @Override
          public void completed(int owner, int token, long tick) {
            listener.completed(owner, token, tick);
            if (more[0] == 3) {
              begin(more[0]++, 1);
            }
          }

          @Override
          public void accepting(long tick) {}

          @Override
          public void drained(long tick) {}
        };
    completions.tell(restless, 10);
    assertThat(told).containsExactly("1 at 10", "2 at 10");
    assertThat(table.size()).isEqualTo(1);
  }
}
