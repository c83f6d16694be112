// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.file.RandomPrograms.Script;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  private static String text(WorkGroupRecord group) {
    return group.group() + group.segments().stream().map(Dump::of).toList().toString();
  }
}
