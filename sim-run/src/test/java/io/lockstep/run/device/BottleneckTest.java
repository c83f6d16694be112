// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.board.SharedStatistics;
import io.lockstep.run.StatisticsCollector;
import io.lockstep.run.StreamRig;
import io.lockstep.run.stream.TransferCounts;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsRegistry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BottleneckTest {
  /** Causes of two kinds of port; of one kind with a unit behind it where the last is left out. */
  private enum Cause implements IssueCause {
    ISSUED_ALU(CommonCause.ISSUED),
    MEMORY(CommonCause.MEMORY_LATENCY),
    CLAUSE_SWITCH(CommonCause.FETCH_AND_CONTROL),
    CONFLICT(CommonCause.LOCAL_MEMORY),
    PIPE(CommonCause.OTHER_PORT),
    NO_WAVEFRONT(CommonCause.NO_WAVEFRONT),
    ISSUED_FETCH(CommonCause.ISSUED);

    private final CommonCause common;

    Cause(CommonCause common) {
      this.common = common;
    }

    @Override
    public CommonCause common() {
      return common;
    }

    @Override
    public String meaning() {
      return name() + ".";
    }
  }

  private static final IssueScheme TWO =
      new IssueScheme(
          Cause.values(),
          Cause.NO_WAVEFRONT,
          List.of(
              new IssuePort("alu", "2", "A.", IssuePort.Work.COMPUTE, Cause.ISSUED_ALU),
              new IssuePort("fetch", "1", "F.", IssuePort.Work.MEMORY, Cause.ISSUED_FETCH)));
  private static final IssueScheme ONE =
      new IssueScheme(
          Cause.values(), Cause.NO_WAVEFRONT, List.of(new IssuePort("issue", "1", "All.")));

  private static final List<Statistic> ROOFS =
      new StatisticsRegistry(SharedStatistics.all()).roofs();

  private final StatisticsCollector s = new StatisticsCollector(false);
  private final TransferCounts transfers = new TransferCounts();

  private String of(IssueScheme scheme, long picos, long kernels) {
    return new Bottleneck(s.values(), ROOFS, Optional.of(scheme)).of(picos, kernels, transfers);
  }

  private String bound() {
    return of(TWO, 100, 100);
  }

  @Test
  @DisplayName(
      "kernels that take less than half of the time are bound by what takes most of the rest")
  void shortKernelsAreBoundByWhatTakesMostOfTheRest() {
    s.ratio("dram.busy", 9, 10);
    assertThat(of(TWO, 101, 50)).isEqualTo("launch");
    transfers.add(true, false, 1, 25);
    assertThat(of(TWO, 101, 50)).isEqualTo("launch");
    transfers.add(false, true, 1, 1);
    assertThat(of(TWO, 101, 50)).isEqualTo("transfers");
    transfers.clear();
    transfers.addOnDevice(26);
    assertThat(of(TWO, 101, 50)).isEqualTo("fills and copies");
    assertThat(of(TWO, 100, 50)).isEqualTo("memory bandwidth");
    assertThat(of(TWO, 0, 0)).isEmpty();
  }

  @Test
  @DisplayName("from 60 % of its peak on a resource bounds; of several the one that is used most")
  void theResourceThatIsUsedMostBoundsFromSixtyPercentOn() {
    s.ratio("dram.busy", 599, 1000);
    s.count("issue.memory", 100);
    assertThat(bound()).isEqualTo("memory");
    s.ratio("dram.busy", 6, 10);
    assertThat(bound()).isEqualTo("memory bandwidth");
    s.ratio("l2.write_busy", 60, 100);
    assertThat(bound()).isEqualTo("memory bandwidth");
    s.ratio("l2.write_busy", 61, 100);
    assertThat(bound()).isEqualTo("cache bandwidth");
    s.ratio("lds.busy", 62, 100);
    assertThat(bound()).isEqualTo("local memory");
    s.ratio("ports.fetch.busy", 63, 100);
    assertThat(bound()).isEqualTo("memory issue");
    s.ratio("atomic.busy", 64, 100);
    assertThat(bound()).isEqualTo("atomics");
    s.ratio("ports.alu.busy", 65, 100);
    assertThat(bound()).isEqualTo("issue");
  }

  @Test
  @DisplayName("where few units work, ports that issue in half of their cycles bound")
  void whereFewUnitsWorkPortsThatIssueInHalfOfTheirCyclesBound() {
    s.ratio("ports.alu.busy", 1, 20);
    s.count("issue.issued_alu", 30);
    s.count("issue.issued_fetch", 20);
    s.count("issue.memory", 50);
    s.count("issue.no_wavefront", 10_000);
    s.count("issue.pipe", 10_000);
    assertThat(bound()).isEqualTo("issue");
  }

  @Test
  @DisplayName("otherwise it is the largest cause of waiting")
  void otherwiseItIsTheLargestCauseOfWaiting() {
    s.count("issue.issued_alu", 10);
    s.count("issue.memory", 30);
    s.count("issue.clause_switch", 60);
    assertThat(bound()).isEqualTo("clause switch");
  }

  @Test
  @DisplayName("a busy unit bounds from a quarter of the cycles on, even where ports issue a lot")
  void busyUnits() {
    s.ratio("ports.alu.busy", 7, 10);
    s.ratio("ports.issue.busy", 7, 10);
    s.count("issue.issued_alu", 60);
    s.count("issue.conflict", 25);
    s.count("issue.memory", 15);
    assertThat(bound()).isEqualTo("local memory");
    s.count("issue.conflict", 24);
    s.count("issue.memory", 16);
    assertThat(bound()).isEqualTo("issue");
    s.count("issue.pipe", 50);
    assertThat(bound()).isEqualTo("issue");
    assertThat(of(ONE, 100, 100)).isEqualTo("pipe");
  }

  @Test
  @DisplayName(
      "with streams, transfers beside shorter kernels bound a run, and set-up counts as theirs")
  void transfersBesideShorterKernelsBoundARun() {
    StreamRig transfersLonger =
        new StreamRig(StreamRig.inOrder(2, 1), 1, 1, true).launch(1, 80).upload(2, true).run();
    assertThat(bound(transfersLonger)).isEqualTo("transfers");
    StreamRig kernelsLonger =
        new StreamRig(StreamRig.inOrder(2, 1), 1, 1, true).launch(1, 300).upload(2, true).run();
    assertThat(bound(kernelsLonger)).as("no resource is used").isEmpty();
    StreamRig launches =
        new StreamRig(StreamRig.inOrder(2, 1), 1, 1, true).launch(1, 1).launch(2, 1).run();
    assertThat(bound(launches)).isEqualTo("launch");
    StreamRig turns = new StreamRig(StreamRig.inOrder(1, 1), 1, 1, true).fill(1).fill(1).run();
    assertThat(bound(turns)).isEqualTo("fills and copies");
  }

  private String bound(StreamRig rig) {
    rig.engines.spent().write(s);
    return new Bottleneck(s.values(), ROOFS, Optional.of(TWO))
        .of(rig.timeline.end(), rig.engines.spent(), rig.engines.transfers());
  }
}
