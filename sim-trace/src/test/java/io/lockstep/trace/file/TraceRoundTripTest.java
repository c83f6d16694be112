// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.file.RandomPrograms.Script;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What is written is what is read, whatever it is and however it is cut into chunks. */
class TraceRoundTripTest {
  @Property(tries = 150)
  void anyProgramSurvives(@ForAll long seed) throws IOException {
    check(new RandomPrograms(seed).script(6, 12, 3));
  }

  @Property(tries = 8)
  void programsOfManyChunksSurvive(@ForAll long seed) throws IOException {
    check(new RandomPrograms(seed).script(8, 150, 3));
  }

  @Property(tries = 3)
  void groupsThatSpillOverChunksSurvive(@ForAll long seed) throws IOException {
    Script script = new RandomPrograms(seed).script(3, 2, 4000);
    check(script);
  }

  @Property(tries = 30)
  void segmentsThatDifferInTheBasesOfTheirRunsAloneSurvive(@ForAll long seed) throws IOException {
    Script script = new RandomPrograms(seed).script(6, 12, 3);
    List<ProgramItem> items = new ArrayList<>();
    for (ProgramItem item : script.items()) {
      items.add(item instanceof WorkGroupRecord group ? doubled(group) : item);
    }
    check(new Script(script.program(), items, script.outcome()));
  }

  /** Returns a group in which a segment with other bases follows each segment. */
  private static WorkGroupRecord doubled(WorkGroupRecord group) {
    List<Segment> segments = new ArrayList<>();
    for (Segment segment : group.segments()) {
      long[] bases = new long[segment.runs()];
      Arrays.setAll(bases, run -> segment.base(run, segment.runFirst(run)) + 64L * run);
      segments.add(segment);
      segments.add(segment.at(bases));
    }
    return new WorkGroupRecord(group.group(), segments);
  }

  private static void check(Script script) throws IOException {
    Path folder = Files.createTempDirectory("lkt");
    Path path = folder.resolve("m.lkt");
    String identity;
    try (TraceWriter writer = new TraceWriter(path, script.program())) {
      script.play(writer);
      identity = writer.identity();
    }
    Dump expected = new Dump(script.program());
    script.play(expected);
    TraceDigest digest = new TraceDigest(script.program());
    script.play(digest);
    assertThat(digest.identity()).as("identity without a file").isEqualTo(identity);
    Path collected = folder.resolve("c.lkt");
    assertThat(collect(script, collected)).as("of a program known later").isEqualTo(identity);
    assertThat(Files.mismatch(path, collected)).as("first byte that differs").isEqualTo(-1);
    Files.delete(collected);
    try (TraceFile file = TraceFile.openUnverified(path);
        ProgramSource replay = file.replay()) {
      assertThat(file.identity()).isEqualTo(identity);
      Dump found = new Dump(file.program());
      ProgramSink.drain(replay, found);
      assertThat(found.lines()).isEqualTo(expected.lines());
      file.verify();

      List<WorkGroupRecord> groups = new ArrayList<>();
      for (int chunk = file.chunks().size() - 1; chunk >= 0; chunk--) {
        groups.addAll(0, file.groups(chunk));
      }
      assertThat(groups.stream().map(TraceRoundTripTest::text).toList())
          .as("by random access")
          .isEqualTo(
              script.items().stream()
                  .filter(WorkGroupRecord.class::isInstance)
                  .map(i -> text((WorkGroupRecord) i))
                  .toList());
      assertThat(file.groups()).isEqualTo(groups.size());
    }
    assertThat(Files.list(folder)).as("nothing is left beside it").containsExactly(path);
    Files.delete(path);
    Files.delete(folder);
  }

  /** Writes a trace whose program is known at its end; returns the trace's identity. */
  private static String collect(Script script, Path target) {
    try (TraceSpool spool = new TraceSpool()) {
      script.items().forEach(item -> item.tell(new SpoolSink(spool)));
      spool.end();
      return spool.write(target, script.program(), script.outcome(), new TreeMap<>());
    }
  }

  private record SpoolSink(TraceSpool spool) implements ProgramSink {
    @Override
    public void step(HostStep step) {
      spool.step(step);
    }

    @Override
    public void group(WorkGroupRecord group) {
      spool.group(group);
    }

    @Override
    public void launchEnd(LaunchEnd end) {
      spool.launchEnd(end);
    }

    @Override
    public void finish(Outcome outcome) {
      throw new UnsupportedOperationException();
    }
  }

  private static String text(WorkGroupRecord group) {
    return group.group() + group.segments().stream().map(Dump::of).toList().toString();
  }
}
