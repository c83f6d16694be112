package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BottleneckTest {
  private final StatisticsCollector s = new StatisticsCollector(false);

  @Test
  @DisplayName("kernels that take less than half of the time are bound by launches")
  void launch() {
    s.ratio("dram.busy", 9, 10);
    assertThat(Bottleneck.of(s, 101, 50)).isEqualTo("launch");
  }

  @Test
  @DisplayName("DRAM at 60 % of its peak bounds whatever the ports do")
  void memory() {
    s.ratio("dram.busy", 6, 10);
    s.count("issue.issued_alu", 100);
    assertThat(Bottleneck.of(s, 100, 90)).isEqualTo("memory bandwidth");
  }

  @Test
  @DisplayName("ports that issue in half of their cycles, idle units apart, are the bound")
  void issue() {
    s.count("issue.issued_alu", 30);
    s.count("issue.issued_memory", 20);
    s.count("issue.memory", 50);
    s.count("issue.no_wavefront", 10_000);
    s.count("issue.other_port", 10_000);
    assertThat(Bottleneck.of(s, 100, 100)).isEqualTo("issue");
  }

  @Test
  @DisplayName("otherwise it is the largest cause of waiting")
  void waiting() {
    s.count("issue.issued_alu", 10);
    s.count("issue.memory", 30);
    s.count("issue.clause_switch", 60);
    assertThat(Bottleneck.of(s, 100, 100)).isEqualTo("clause switch");
  }

  @Test
  @DisplayName("bank conflicts bound from a quarter of the cycles on, even where ports issue a lot")
  void conflicts() {
    s.count("issue.issued_alu", 60);
    s.count("issue.lds_conflict", 25);
    s.count("issue.memory", 15);
    assertThat(Bottleneck.of(s, 100, 100)).isEqualTo("local memory");
  }

  @Test
  @DisplayName("instances of units are not counted twice")
  void instances() {
    StatisticsCollector all = new StatisticsCollector(true);
    all.count("issue.issued_alu", 60);
    all.count("issue.memory", 40);
    all.count("cu[0].issue.memory", 40);
    assertThat(Bottleneck.of(all, 100, 100)).isEqualTo("issue");
    assertThat(Bottleneck.of(all, 0, 0)).isEmpty();
  }
}
