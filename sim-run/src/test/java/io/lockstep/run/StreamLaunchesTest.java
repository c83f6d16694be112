// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import io.lockstep.run.program.LaunchEnds;
import io.lockstep.run.program.RecordedLaunches;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ItemCursor;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.ProgramStreams;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Launches in streams are seen by the checks in front of a device. */
class StreamLaunchesTest {
  private static final Capabilities NARROW =
      Capabilities.builder()
          .wavefront(32)
          .groupSize(128)
          .group(128, 64, 8)
          .grid(1000, 100, 10)
          .localBytes(4096)
          .memoryBytes(1 << 20)
          .computeKernels(true)
          .build();

  private static Kernel kernel(String name) {
    KernelBuilder b = new KernelBuilder(name, "test", "k.ptx");
    b.add(b.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return b.build();
  }

  /** A launch of the second kernel in a stream. */
  private static ProgramSource source(int width) {
    Program program =
        new Program(
            "p",
            List.of(kernel("first"), kernel("second")),
            List.of(),
            new TreeMap<>(),
            0,
            Program.Timing.REGION,
            new ProgramStreams(List.of(new ProgramStreams.Stream("left", true)), List.of()));
    Geometry geometry = new Geometry(1, 1, 1, 64, 1, 1);
    HostStep.Launch launch = new HostStep.Launch(0, 1, geometry, 0, List.of(), width, 0);
    Iterator<ProgramItem> items =
        List.<ProgramItem>of(new HostStep.InStream(1, launch), new LaunchEnd(64, 0)).iterator();
    return new ItemCursor() {
      @Override
      public Program program() {
        return program;
      }

      @Override
      protected ProgramItem take() {
        return items.hasNext() ? items.next() : ProgramItem.END;
      }

      @Override
      protected Outcome finalOutcome() {
        return new Outcome(null, "", List.of(), 0);
      }

      @Override
      public void close() {
        // Nothing to give back.
      }
    };
  }

  @Test
  @DisplayName("a launch in a stream that needs wider wavefronts is refused where it is recorded")
  void aLaunchThatNeedsWiderWavefrontsIsRefusedWhereItIsRecorded() {
    RecordedLaunches narrow = new RecordedLaunches(source(64), kernel -> NARROW);
    assertThatThrownBy(narrow::next)
        .isInstanceOf(RefusalException.class)
        .hasMessageStartingWith("kernel 'second': is correct only at wavefronts of at least 64");
    assertThat(new RecordedLaunches(source(32), kernel -> NARROW).next())
        .isInstanceOf(HostStep.InStream.class);
  }

  @Test
  @DisplayName("what execution has shown of a launch in a stream counts for its kernel")
  void whatExecutionHasShownCountsForTheKernel() {
    ProgramSource source = source(0);
    LaunchEnds ends = new LaunchEnds();
    ProgramSink.drain(source, ends);
    assertThatThrownBy(() -> ends.check(source.program().kernels(), kernel -> NARROW))
        .isInstanceOf(RefusalException.class)
        .hasMessageStartingWith("kernel 'second': is correct only at wavefronts of at least 64");
  }
}
