// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.spec.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Two ports with two wavefronts each: even slots on port 0, odd ones on port 1. */
class IssuePortsTest implements IssuePorts.Issuer {
  private final TreeSet<Long> events = new TreeSet<>();
  private final List<String> issued = new ArrayList<>();
  private final Map<Integer, Long> operands = new HashMap<>(); // by wavefront
  private final Map<Integer, Integer> left = new HashMap<>(); // instructions by wavefront
  private final IssuePorts ports =
      new IssuePorts(2, 4, new OldestFirst(), Figures.of(Map.of()), this, events::add);

  @Override
  public int port(int wavefront) {
    return wavefront % 2;
  }

  @Override
  public long ready(int wavefront, long tick) {
    return operands.getOrDefault(wavefront, tick);
  }

  @Override
  public long issue(int wavefront, int port, long tick) {
    issued.add(tick + ": " + wavefront);
    if (left.merge(wavefront, -1, Integer::sum) > 0) {
      ports.ask(wavefront, tick + 1);
    }
    return tick + 2;
  }

  private void run(long until) {
    while (!events.isEmpty() && events.first() <= until) {
      ports.issue(events.pollFirst());
    }
  }

  private void start(int wavefront, int instructions, long tick) {
    left.put(wavefront, instructions);
    ports.started(wavefront);
    ports.ask(wavefront, tick);
  }

  @Test
  void portsIssueAtOnceAndEachOneWavefrontAtATime() {
    for (int w = 0; w < 3; w++) {
      start(w, 1, 5);
    }
    run(100);
    assertThat(issued).containsExactly("5: 0", "5: 1", "7: 2");
  }

  @Test
  void aWavefrontWaitsForItsOperandsWhileTheNextOneIssues() {
    start(0, 1, 5);
    start(2, 2, 6);
    operands.put(0, 7L);
    run(6);
    assertThat(issued).containsExactly("6: 2");
    run(100);
    assertThat(issued).containsExactly("6: 2", "8: 0", "10: 2");
  }

  @Test
  void aWavefrontWithoutATickIssuesAfterItIsWoken() {
    start(1, 1, 5);
    start(3, 1, 9);
    operands.put(1, IssuePorts.NEVER);
    run(6);
    assertThat(issued).isEmpty();
    ports.wake(3, 7); // has a tick, which stays
    operands.clear();
    ports.wake(1, 8);
    run(100);
    assertThat(issued).containsExactly("8: 1", "10: 3");
  }

  @Test
  void anEventThatAnEarlierOneSupersededHasNoEffect() {
    start(0, 1, 9);
    start(2, 1, 5);
    assertThat(events).containsExactly(5L, 9L);
    run(100);
    assertThat(issued).containsExactly("5: 2", "9: 0");
  }
}
