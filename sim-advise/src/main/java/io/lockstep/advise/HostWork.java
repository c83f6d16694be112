// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.change.Rewrite;
import io.lockstep.trace.change.SourcePlaces;
import io.lockstep.trace.change.apply.ProgramChange;
import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import java.util.List;

/**
 * Counts of the host's launches and transfers in a pass of a program, and how many of them remain
 * if the host does only what is necessary.
 *
 * @param transfers transfers in both directions
 * @param neededTransfers transfers that remain if each buffer is transferred once in each direction
 */
public record HostWork(Launches launches, long transfers, long neededTransfers) {
  static final HostWork NONE = new HostWork(new Launches("", 0, 0, 0, 0, 0), 0, 0);

  /**
   * The launches.
   *
   * @param kernel the kernel that is launched most often; empty if nothing is launched
   * @param ofKernel launches of that kernel
   * @param all launches of all kernels
   * @param joined launches that remain if consecutive independent launches of a kernel are one
   * @param sequences sequences of launches without a transfer between them
   * @param waits synchronisations between two operations on the device
   */
  public record Launches(
      String kernel, long ofKernel, long all, long joined, long sequences, long waits) {
    /** Whether all launches of a sequence are of one kernel and independent. */
    public boolean areIndependent() {
      return joined <= sequences;
    }
  }

  /**
   * Reads a program to its end and counts.
   *
   * @param source source at its beginning; it is not closed
   */
  static HostWork measure(ProgramSource source) {
    List<Kernel> kernels = source.program().kernels();
    Counter before = new Counter(source, kernels.size());
    Counter awaited = new Counter(changed(before, Rewrite.Kind.NO_WAITS), kernels.size());
    Rewrite one = Rewrite.of(Rewrite.Kind.ONE_LAUNCH);
    boolean joins = kernels.stream().anyMatch(k -> ProgramChange.applies(one, k));
    ProgramSource joined = joins ? changed(awaited, Rewrite.Kind.ONE_LAUNCH) : awaited;
    Counter after = new Counter(changed(joined, Rewrite.Kind.RESIDENT), kernels.size());
    ProgramSink.drain(after, new ProgramSink() {});
    int most = before.most();
    return new HostWork(
        new Launches(
            most < 0 ? "" : kernels.get(most).name(),
            most < 0 ? 0 : before.launches[most],
            before.all,
            after.all,
            before.sequences,
            before.waits - awaited.waits),
        before.transfers,
        after.transfers);
  }

  private static ProgramSource changed(ProgramSource source, Rewrite.Kind kind) {
    return ProgramChange.of(
            source.program(), List.of(), List.of(Rewrite.of(kind)), SourcePlaces.OWN)
        .apply(source);
  }

  /** Counts launches, transfers and waits of a replay as it passes them on. */
  private static final class Counter extends ForwardingProgramSource {
    final long[] launches; // by kernel
    long all;
    long sequences;
    long transfers;
    long waits;
    private boolean isWithin; // a sequence of launches

    Counter(ProgramSource source, int kernels) {
      super(source);
      launches = new long[kernels];
    }

    @Override
    public ProgramItem next() {
      ProgramItem item = source.next();
      if (item instanceof HostStep step) {
        count(step instanceof HostStep.InStream own ? own.operation() : step);
      }
      return item;
    }

    private void count(HostStep step) {
      if (step instanceof HostStep.Launch launch) {
        launches[launch.kernel()]++;
        all++;
        sequences += isWithin ? 0 : 1;
        isWithin = true;
      } else if (step instanceof HostStep.Upload || step instanceof HostStep.Download) {
        transfers++;
        isWithin = false;
      } else if (step instanceof HostStep.Synchronize) {
        waits++;
      }
    }

    /** Returns the kernel that is launched most often, the first of several; -1 if none is. */
    int most() {
      int most = -1;
      for (int k = 0; k < launches.length; k++) {
        most = launches[k] > (most < 0 ? 0 : launches[most]) ? k : most;
      }
      return most;
    }
  }
}
