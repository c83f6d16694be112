package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
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

/** What each version of the format has. */
class TraceVersionsTest {
  /** Since this version read-only accesses need not be cacheable. */
  private static final int QUALIFIERS = 6;

  @TempDir Path folder;

  @Test
  @DisplayName("a program with streams is written in version 7, and comes back with its events")
  void aProgramWithStreamsIsWrittenInVersion7() {
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
      assertThat(file.version()).isEqualTo(TraceFormat.STREAMS);
      assertThat(file.program().streams()).isEqualTo(streams);
      file.verify();
      List<ProgramItem> found = new ArrayList<>();
      for (ProgramItem i = replay.next(); i != ProgramItem.END; i = replay.next()) {
        found.add(i);
      }
      assertThat(found.subList(0, 4)).isEqualTo(items.subList(0, 4));
      assertThat(found.subList(6, 8)).isEqualTo(items.subList(6, 8));
      TraceInspection inspection = TraceInspection.of(file);
      assertThat(inspection.steps())
          .containsOnlyKeys(
              "launch in stream free",
              "record in stream left",
              "synchronize event",
              "synchronize stream free",
              "upload in stream left",
              "wait in stream free");
      assertThat(inspection.kernels().get(0).launches()).isEqualTo(1);
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
            path + ": byte 8: trace format 10 is newer than this program, which reads up to 9");
  }

  @Test
  @DisplayName("a program with launch bounds is written in version 9, and comes back with them")
  void aProgramWithLaunchBoundsIsWrittenInVersion9AndComesBackWithThem() {
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
      assertThat(file.version()).isEqualTo(TraceFormat.BOUNDS);
      assertThat(file.program().kernels().get(0).bounds()).isEqualTo(bounds);
    }
  }

  @Test
  @DisplayName("demoted doubles are written in version 9, and their mark is read and shown")
  void demotedDoublesAreWrittenInVersion9() {
    KernelBuilder builder = new KernelBuilder("k", "ptx", "k.ptx").demoted();
    builder.add(builder.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Program program =
        new Program(
            "k", List.of(builder.build()), List.of(), new TreeMap<>(), 0, Program.Timing.REGION);
    Path path =
        TraceFileTest.write(
            folder.resolve("m.lkt"), new Script(program, List.of(), TraceFileTest.VERIFIED));
    try (TraceFile file = TraceFile.openUnverified(path)) {
      assertThat(file.version()).isEqualTo(TraceFormat.BOUNDS);
      assertThat(file.program().kernels().get(0).demoted()).isTrue();
      assertThat(file.program().kernels().get(0).loops()).isZero();
      assertThat(TraceInspection.of(file).lines())
          .contains(
              "kernel k: 0 launches, 0 work-groups, minimum width not computed, doubles demoted to"
                  + " floats");
    }
  }

  @Test
  @DisplayName("a file of the format before is read")
  void aFileOfTheFormatBeforeIsRead() throws IOException {
    List<ProgramItem> items =
        List.of(
            TraceFileTest.launch(0, 4),
            new WorkGroupRecord(3, List.of(TraceFileTest.scattered(256))),
            new LaunchEnd(1, 0));
    Script script = new Script(TraceFileTest.program(), items, TraceFileTest.VERIFIED);
    Path path = folder.resolve("old.lkt");
    for (int version = 1; version < TraceFormat.STREAMS; version++) {
      try (TraceWriter writer = new TraceWriter(path, script.program(), 6, version)) {
        script.play(writer);
      }
      try (TraceFile file = TraceFile.openUnverified(path)) {
        assertThat(file.version()).isEqualTo(version);
        assertThat(Dump.of(file.groups(0).get(0).segments().get(0)))
            .isEqualTo(Dump.of(TraceFileTest.scattered(256)));
        file.verify();
      }
    }
  }

  @Test
  @DisplayName("read-only accesses of files of versions 1 to 5 are cacheable")
  void readOnlyAccessesOfOlderFilesAreCacheable() throws IOException {
    Path path = folder.resolve("qualifiers.lkt");
    for (int version : new int[] {QUALIFIERS - 1, QUALIFIERS}) {
      KernelBuilder builder = new KernelBuilder("k", "ptx", "k.ptx");
      int block = builder.block();
      int r = builder.register(Type.I32, "r");
      MemoryAccess read = new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0, false, true);
      boolean older = version < QUALIFIERS;
      builder.add(
          block,
          InstructionBuilder.of(Op.LOAD, Type.I32)
              .memory(older ? read : read.readOnly(false))
              .to(r)
              .from(Operand.register(r))
              .build());
      builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
      Program program =
          new Program(
              "k", List.of(builder.build()), List.of(), new TreeMap<>(), 0, Program.Timing.REGION);
      try (TraceWriter writer = new TraceWriter(path, program, 6, version)) {
        new Script(program, List.of(), TraceFileTest.VERIFIED).play(writer);
      }
      try (TraceFile file = TraceFile.openUnverified(path)) {
        MemoryAccess found = file.program().kernels().get(0).memoryOperation(0).memory();
        assertThat(found.readOnly()).isTrue();
        assertThat(found.cacheable()).isEqualTo(older);
      }
    }
  }

  @Test
  @DisplayName("a version that lacks what the kernels have is refused")
  void aVersionThatLacksWhatTheKernelsHaveIsRefused() throws IOException {
    KernelBuilder builder = new KernelBuilder("k", "ptx", "k.ptx");
    builder.bounds(new LaunchBounds(List.of(), 128, 0, 0, 0));
    builder.add(builder.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Program program =
        new Program(
            "k", List.of(builder.build()), List.of(), new TreeMap<>(), 0, Program.Timing.REGION);
    Path path =
        TraceFileTest.write(
            folder.resolve("m.lkt"), new Script(program, List.of(), TraceFileTest.VERIFIED));
    byte[] bytes = Files.readAllBytes(path);
    bytes[TraceFormat.VERSION_POSITION] = TraceFormat.BOUNDS - 1;
    Files.write(path, bytes);
    assertThatThrownBy(() -> TraceFile.openUnverified(path))
        .isInstanceOf(InputException.class)
        .hasMessage(path + ": byte 8: damaged trace: its kernels need format 9, found 8");
  }
}
