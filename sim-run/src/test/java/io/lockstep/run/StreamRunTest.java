// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.record.ProgramStreams;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Times by hand, in microseconds: see {@link StreamRig}. */
class StreamRunTest {
  private static StreamRig rig(int streams, int queues, int engines) {
    return new StreamRig(StreamRig.inOrder(streams, 4), queues, engines, true);
  }

  @Test
  @DisplayName("a transfer runs beside a kernel, each from its own call on")
  void aTransferRunsBesideAKernel() {
    StreamRig rig = rig(2, 1, 1).launch(1, 200).upload(2, true).synchronize().run();
    assertThat(rig.times(0)).isEqualTo("10.0 to 210.0");
    assertThat(rig.times(1)).isEqualTo("19.0 to 119.0"); // called at 4
    assertThat(rig.end()).isEqualTo(218); // and the host asks for 8
    StatisticsCollector all = new StatisticsCollector(true);
    rig.engines.spent().write(all);
    assertThat(all.values())
        .containsEntry("streams.time.overlap", BigDecimal.valueOf(109 * StreamRig.MICRO)) // from 10
        .containsEntry("streams.time.kernels", BigDecimal.valueOf(200 * StreamRig.MICRO))
        .containsEntry("streams.time.transfers", BigDecimal.valueOf(115 * StreamRig.MICRO))
        .containsEntry("streams.time.side_by_side", BigDecimal.ZERO)
        .containsEntry("streams.serialised", BigDecimal.ZERO)
        .containsEntry("streams.operations", BigDecimal.valueOf(2))
        .containsEntry("stream[s1].streams.kernels", BigDecimal.valueOf(200 * StreamRig.MICRO))
        .containsEntry("stream[s2].streams.transfers", BigDecimal.valueOf(115 * StreamRig.MICRO));
    assertThat(rig.engines.transfers().picos()).isEqualTo(115 * StreamRig.MICRO);
    assertThat(rig.engines.note(rig.host.pageable())).isEmpty();
  }

  @Test
  @DisplayName("without a copy engine, transfers and kernels exclude each other, as the note says")
  void transfersAndKernelsExcludeEachOtherWithoutACopyEngine() {
    StreamRig rig = rig(2, 1, 0).launch(1, 200).upload(2, true).launch(1, 50).synchronize().run();
    assertThat(rig.times(0)).isEqualTo("10.0 to 210.0");
    assertThat(rig.times(1)).isEqualTo("225.0 to 325.0");
    assertThat(rig.times(2)).isEqualTo("328.0 to 378.0");
    assertThat(rig.engines.note(rig.host.pageable()))
        .isEqualTo(
            "launches that waited for other streams: 1 (1 hardware queue);"
                + " transfers that waited for other streams: 1 (no copy engine beside kernels)");
  }

  @Test
  @DisplayName("a chain of events over three streams runs link by link")
  void aChainOfEventsRunsLinkByLink() {
    StreamRig rig =
        rig(3, 1, 1)
            .upload(1, true)
            .record(1, 0, true)
            .await(2, 0, true)
            .launch(2, 40)
            .record(2, 1, true)
            .await(3, 1, true)
            .download(3)
            .synchronizeStream(3)
            .run();
    assertThat(rig.times(0)).isEqualTo("15.0 to 115.0");
    assertThat(rig.times(1)).isEqualTo("118.0 to 158.0"); // back to back
    assertThat(rig.times(2)).isEqualTo("173.0 to 273.0"); // and a transfer's own time
    assertThat(rig.end()).isEqualTo(281);
  }

  @Test
  @DisplayName("what is submitted to the default stream waits for all streams, and they for it")
  void theDefaultStreamWaitsForAllStreamsAndTheyForIt() {
    StreamRig rig = rig(2, 2, 1).launch(1, 100).launch(2, 30).launch(0, 20).launch(1, 10).run();
    assertThat(rig.times(0)).isEqualTo("10.0 to 110.0");
    assertThat(rig.times(1)).isEqualTo("14.0 to 44.0");
    assertThat(rig.times(2)).isEqualTo("113.0 to 133.0");
    assertThat(rig.times(3)).isEqualTo("136.0 to 146.0");
  }

  @Test
  @DisplayName("a transfer of the default stream holds the host, as in a program of one queue")
  void aTransferOfTheDefaultStreamBlocksTheHost() {
    StreamRig rig = rig(1, 1, 1).launch(1, 100).upload(0, true).launch(1, 10).run();
    // the host notices the end of the launch at 118, and the transfer takes 15 and 100
    assertThat(rig.times(1)).isEqualTo("133.0 to 233.0");
    assertThat(rig.times(2)).isEqualTo("243.0 to 253.0");
  }

  @Test
  @DisplayName("a pageable transfer in a stream holds the host, and kernels go on beside it")
  void aPageableTransferBlocksTheHostAndKernelsGoOn() {
    StreamRig rig = rig(2, 1, 1).launch(1, 300).upload(2, false).upload(2, true).run();
    assertThat(rig.times(1)).isEqualTo("19.0 to 219.0"); // half the rate
    assertThat(rig.times(2)).isEqualTo("234.0 to 334.0");
    assertThat(rig.engines.note(rig.host.pageable()))
        .isEqualTo("transfers of pageable memory that held the host: 1");
  }

  @Test
  @DisplayName("one copy engine takes both directions in turn, two take one each")
  void oneCopyEngineTakesBothDirectionsInTurnTwoTakeOneEach() {
    StreamRig one = rig(2, 1, 1).upload(1, true).download(2).run();
    assertThat(one.times(1)).isEqualTo("130.0 to 230.0");
    assertThat(one.engines.note(one.host.pageable())).endsWith("streams: 1 (1 copy engine)");
    StreamRig two = rig(2, 1, 2).upload(1, true).download(2).run();
    assertThat(two.times(1)).isEqualTo("19.0 to 119.0");
    assertThat(two.engines.note(two.host.pageable())).isEmpty();
  }

  @Test
  @DisplayName("kernels of two streams run side by side in two queues, and in turn in one")
  void kernelsRunSideBySideInTwoQueuesAndInTurnInOne() {
    StreamRig two = rig(2, 2, 1).launch(1, 100).launch(2, 60).run();
    assertThat(two.times(1)).isEqualTo("14.0 to 74.0");
    StreamRig one = rig(2, 1, 1).launch(1, 100).launch(2, 60).run();
    assertThat(one.times(1)).isEqualTo("113.0 to 173.0");
    assertThat(one.engines.note(one.host.pageable()))
        .isEqualTo("launches that waited for other streams: 1 (1 hardware queue)");
  }

  @Test
  @DisplayName("operations of an out-of-order stream wait for nothing but events and barriers")
  void anOutOfOrderStreamWaitsForEventsAndBarriersAlone() {
    ProgramStreams any =
        new ProgramStreams(List.of(new ProgramStreams.Stream("free", false)), StreamRig.names(2));
    StreamRig rig =
        new StreamRig(any, 2, 1, true)
            .launch(1, 100)
            .record(1, 0, false)
            .upload(1, true)
            .await(1, 0, false)
            .launch(1, 20) // after the launch
            .launch(1, 5) // after nothing: the first queue is free at 110
            .record(1, 1, true)
            .await(1, 1, true)
            .launch(1, 1)
            .run();
    assertThat(rig.times(0)).isEqualTo("10.0 to 110.0");
    assertThat(rig.times(1)).isEqualTo("19.0 to 119.0");
    assertThat(rig.times(2)).isEqualTo("113.0 to 133.0");
    assertThat(rig.times(3)).isEqualTo("113.0 to 118.0");
    assertThat(rig.times(4)).isEqualTo("136.0 to 137.0");
  }

  @Test
  @DisplayName("the host waits for an event, not for what is behind it")
  void theHostWaitsForAnEventNotForWhatFollowsIt() {
    StreamRig rig =
        rig(2, 1, 1)
            .launch(1, 20)
            .record(1, 0, true)
            .launch(1, 500)
            .synchronizeEvent(0)
            .upload(2, true)
            .run();
    assertThat(rig.times(0)).isEqualTo("10.0 to 30.0");
    assertThat(rig.operations.get(2).submitted).isEqualTo(38 * StreamRig.MICRO);
    assertThat(rig.times(2)).isEqualTo("53.0 to 153.0");
  }

  @Test
  @DisplayName("fills take the queue of their stream")
  void fillsTakeTheQueueOfTheirStream() {
    StreamRig rig = rig(2, 1, 1).launch(1, 20).fill(2).launch(1, 5).run();
    assertThat(rig.times(1)).isEqualTo("33.0 to 133.0");
    assertThat(rig.times(2)).isEqualTo("136.0 to 141.0");
    assertThat(rig.engines.transfers().devicePicos()).isEqualTo(100 * StreamRig.MICRO);
  }

  @Test
  @DisplayName("a machine that simulates no transfers has them beside kernels all the same")
  void transfersRunBesideKernelsThoughTheMachineSimulatesNone() {
    StreamRig rig =
        new StreamRig(StreamRig.inOrder(2, 0), 1, 1, false).launch(1, 200).upload(2, true).run();
    assertThat(rig.times(1)).isEqualTo("19.0 to 119.0");
  }

  @Test
  @DisplayName("the host runs 1,024 operations ahead, and waits for the oldest then")
  void theHostRuns1024OperationsAhead() {
    StreamRig rig = rig(2, 1, 1).launch(1, 100_000);
    for (int i = 0; i < 3000; i++) {
      rig.launch(1, 1);
    }
    rig.run();
    // the launch ends at 100,010; its place is the 1,024th operation's behind it
    assertThat(rig.operations.get(1023).submitted).isEqualTo(1023 * 4 * StreamRig.MICRO);
    assertThat(rig.operations.get(1024).submitted).isEqualTo(100_010 * StreamRig.MICRO);
  }
}
