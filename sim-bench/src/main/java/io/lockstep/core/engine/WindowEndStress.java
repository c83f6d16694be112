// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import io.lockstep.core.queue.Phase;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Tests that a thread seeing a window as finished also sees the mailboxes' contents. */
@JCStressTest
@Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "window not finished")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "finished, the message is there")
@Outcome(expect = Expect.FORBIDDEN, desc = "finished without its message")
@State
public class WindowEndStress {
  private final Mailbox mailbox = new Mailbox();
  private final Sequence finished = new Sequence();
  private static final Port PORT = port();

  private static Port port() {
    Partition partition = Simulation.builder().build().partition("all");
    int component = partition.component("c");
    EventHandler nothing = (tick, c, argument) -> {};
    EventKind work = partition.kind("k", Phase.WORK, nothing);
    return partition.port("p", component, component, 1, 1, work, null);
  }

  @Actor
  public void partition() {
    mailbox.message(PORT, 5, 1, 2);
    finished.setVolatile(1);
  }

  @Actor
  public void caller(ZZ_Result seen) {
    seen.r1 = finished.get() >= 1;
    seen.r2 = seen.r1 && !mailbox.isEmpty();
  }
}
