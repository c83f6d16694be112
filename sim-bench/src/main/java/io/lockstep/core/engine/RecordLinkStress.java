// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Tests that a reader of a record link sees completely written records in order. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "nothing is published yet")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the first")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both in order")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the first, at the second look")
@Outcome(expect = Expect.FORBIDDEN, desc = "a record before it was written, or out of order")
@State
public class RecordLinkStress {
  private static final class Parcel {
    int content; // not final, since only the link orders the accesses
  }

  private final RecordLink<Parcel> link = new RecordLink<>(1, 1 << 20, () -> {});
  private final RecordLink.Reader<Parcel> reader = link.readers().get(0);

  @Actor
  public void source() {
    for (int i = 1; i <= 2; i++) {
      Parcel parcel = new Parcel();
      parcel.content = i;
      link.put(parcel, 8);
      link.flush();
    }
  }

  @Actor
  public void simulation(II_Result seen) {
    Parcel first = reader.poll();
    seen.r1 = first == null ? 0 : first.content;
    Parcel second = reader.poll();
    seen.r2 = second == null ? 0 : second.content;
  }
}
