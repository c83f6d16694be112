// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import io.lockstep.core.queue.Event;
import io.lockstep.core.queue.Phase;
import io.lockstep.core.queue.TimingWheel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Tests that a sink's thread that sees a slice as executed also sees its slots and ticks. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "not executed yet")
@Outcome(id = "9, 7", expect = Expect.ACCEPTABLE, desc = "executed, tick and argument are there")
@Outcome(expect = Expect.FORBIDDEN, desc = "a slot from before")
@State
public class RingPublicationStress {
  private static final EventKind[] KINDS = kinds();
  private final DispatchRing ring = new DispatchRing(4);
  private final TimingWheel queue = new TimingWheel(64);
  private final Sequence position = ring.newGate();
  private final EventBatch view = ring.newView();

  private static EventKind[] kinds() {
    Partition partition = Simulation.builder().build().partition("all");
    partition.component("c");
    EventHandler nothing = (tick, component, argument) -> {};
    partition.kind("k", Phase.WORK, nothing);
    return partition.kinds();
  }

  public RingPublicationStress() {
    queue.kind(2, Phase.WORK);
    queue.add(9, 2, Event.of(2, 0, 7), 0);
    queue.open(9);
    queue.nextKind();
  }

  @Actor
  public void simulation() {
    ring.executed(ring.publish(queue, 9, 1));
  }

  @Actor
  public void sink(JJ_Result seen) {
    ring.read(
        KINDS,
        position,
        view,
        (tick, kind, batch) -> {
          seen.r1 = tick;
          seen.r2 = batch.argument(0);
        },
        Long.MAX_VALUE);
  }
}
