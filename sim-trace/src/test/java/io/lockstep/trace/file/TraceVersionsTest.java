// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.file.RandomPrograms.Script;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.trace.record.WorkGroupRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file holds beside its accesses, and which formats are refused. */
class TraceVersionsTest {
  @TempDir Path folder;

  @Test
  @DisplayName("a program with streams comes back with its events")
  void aProgramWithStreamsComesBackWithItsEvents() {
    ProgramStreams streams =
        new ProgramStreams(
            List.of(
                new ProgramStreams.Stream("left", true), new ProgramStreams.Stream("free", false)),
            List.of("done"));
    Program plain = TraceFileTest.program();
    Program program =
        new Program(
            plain.name(),
            plain.kernels(),
            plain.buffers(),
            plain.parameters(),
            plain.warmups(),
            plain.timing(),
            streams);
    List<ProgramItem> items =
        List.of(
            new HostStep.InStream(1, new HostStep.Upload(0, 0, 64, true)),
            new HostStep.RecordEvent(1, 1, 0, true),
            new HostStep.WaitEvent(2, 2, 0, false),
            new HostStep.InStream(2, TraceFileTest.launch(3, 1)),
            new WorkGroupRecord(0, List.of(TraceFileTest.regular(0, 256))),
            new LaunchEnd(1, 0),
            new HostStep.SynchronizeStream(4, 2),
            new HostStep.SynchronizeEvent(5, 0));
    Path path =
        TraceFileTest.write(
            folder.resolve("m.lkt"), new Script(program, items, TraceFileTest.VERIFIED));
    try (TraceFile file = TraceFile.openUnverified(path);
        ProgramSource replay = file.replay()) {
      assertThat(file.program().streams()).isEqualTo(streams);
      file.verify();
      List<ProgramItem> found = new ArrayList<>();
      for (ProgramItem i = replay.next(); i != ProgramItem.END; i = replay.next()) {
        found.add(i);
      }
      assertThat(found.subList(0, 4)).isEqualTo(items.subList(0, 4));
      assertThat(found.subList(6, 8)).isEqualTo(items.subList(6, 8));
      TraceInspection inspection = TraceInspection.of(file);
      assertThat(inspection.host().steps())
          .containsOnlyKeys(
              "launch in stream free",
              "record in stream left",
              "synchronize event",
              "synchronize stream free",
              "upload in stream left",
              "wait in stream free");
      assertThat(inspection.host().kernels().get(0).launches()).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("a file of a newer format says so")
  void aFileOfANewerFormatSaysSo() throws IOException {
    Path path = TraceFileTest.write(folder.resolve("m.lkt"), TraceFileTest.script(1, 1));
    byte[] bytes = Files.readAllBytes(path);
    bytes[8] = TraceFormat.VERSION + 1;
    Files.write(path, bytes);
    assertThatThrownBy(() -> TraceFile.openUnverified(path))
        .isInstanceOf(InputException.class)
        .hasMessage(
            path + ": byte 8: trace format 3 is newer than this program, which reads up to 2");
  }

  @Test
  @DisplayName("a file of an earlier format is read and says which")
  void aFileOfAnEarlierFormatIsRead() throws IOException {
    Path path = TraceFileTest.write(folder.resolve("m.lkt"), TraceFileTest.script(1, 1));
    byte[] bytes = Files.readAllBytes(path);
    bytes[8] = 1;
    Files.write(path, bytes);
    try (TraceFile file = TraceFile.openUnverified(path)) {
      file.verify();
      assertThat(TraceInspection.of(file).lines().get(0)).startsWith("trace format 1, ");
    }
  }

  @Test
  @DisplayName("a program with launch bounds comes back with them")
  void aProgramWithLaunchBoundsComesBackWithThem() {
    KernelBuilder builder = new KernelBuilder("k", "ptx", "k.ptx");
    LaunchBounds bounds = new LaunchBounds(List.of(64, 1, 1), 128, 2, 20, 0);
    builder.bounds(bounds);
    builder.add(builder.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Program program =
        new Program(
            "k", List.of(builder.build()), List.of(), new TreeMap<>(), 0, Program.Timing.REGION);
    Path path =
        TraceFileTest.write(
            folder.resolve("m.lkt"), new Script(program, List.of(), TraceFileTest.VERIFIED));
    try (TraceFile file = TraceFile.openUnverified(path)) {
      assertThat(file.program().kernels().get(0).bounds()).isEqualTo(bounds);
    }
  }

  @Test
  @DisplayName("the mark of demoted doubles is read and shown")
  void theMarkOfDemotedDoublesIsReadAndShown() {
    KernelBuilder builder = new KernelBuilder("k", "ptx", "k.ptx").demoted();
    builder.add(builder.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Program program =
        new Program(
            "k", List.of(builder.build()), List.of(), new TreeMap<>(), 0, Program.Timing.REGION);
    Path path =
        TraceFileTest.write(
            folder.resolve("m.lkt"), new Script(program, List.of(), TraceFileTest.VERIFIED));
    try (TraceFile file = TraceFile.openUnverified(path)) {
      assertThat(file.program().kernels().get(0).demoted()).isTrue();
      assertThat(file.program().kernels().get(0).loops()).isZero();
      assertThat(TraceInspection.of(file).lines())
          .contains(
              "kernel k: 0 launches, 0 work-groups, minimum width not computed, doubles demoted to"
                  + " floats");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  @DisplayName("a file of an older format is refused with the command that writes it anew")
  void aFileOfAnOlderFormatIsRefused(int format) throws Exception {
    Path path =
        Path.of(
            TraceVersionsTest.class.getResource("/old-formats/format-" + format + ".lkt").toURI());
    assertThat(TraceFile.isTrace(path)).isTrue();
    assertThatThrownBy(() -> TraceFile.open(path))
        .isInstanceOf(InputException.class)
        .hasMessage(
            path
                + ": byte 0: a trace of format "
                + format
                + ", older than the first release, was found; expected one of format 2: write it"
                + " anew with 'lockstep record'");
  }
}
