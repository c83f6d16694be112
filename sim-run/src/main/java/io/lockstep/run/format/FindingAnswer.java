// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.CheckedAccess;
import io.lockstep.execute.check.ExecutionCheck;
import io.lockstep.execute.check.ExecutionFinding;
import io.lockstep.execute.check.StreamRace;
import io.lockstep.run.answer.Answer;
import java.util.List;
import java.util.stream.Stream;

/** Declares the findings of checks during execution, such as races. */
public final class FindingAnswer {
  private static final Answer<CheckedAccess> ACCESS =
      Answer.<CheckedAccess>part()
          .word("kind", "", CheckedAccess.Kind.class, CheckedAccess::kind)
          .integer("line", "Line of the kernel's source.", CheckedAccess::line)
          .integer("work_group", "Flat id, x fastest.", CheckedAccess::group)
          .integer("work_item", "Flat id in the work-group.", CheckedAccess::workItem);

  private static final Answer<ExecutionFinding> FINDING =
      Answer.<ExecutionFinding>part()
          .word("check", "", ExecutionCheck.class, ExecutionFinding::check)
          .text("kernel", "", f -> f.location().kernel())
          .text("source", "", f -> f.location().source())
          .text("place", "The buffer or local variable.", f -> f.location().place())
          .integer("offset", "Byte offset in the place.", f -> f.location().offset())
          .flag(
              "between_groups",
              "Whether the accesses are by different work-groups.",
              f -> f.accesses().betweenGroups())
          .list("accesses", "The access, or two in conflict.", FindingAnswer::accesses, ACCESS)
          .integer("width", "Smallest aligned width with all conflicts.", ExecutionFinding::width)
          .when(f -> f.width() > 0)
          .integer("count", "Number of occurrences.", ExecutionFinding::count);

  private static final Answer<StreamRace> RACE =
      Answer.<StreamRace>part()
          .text("buffer", "", StreamRace::buffer)
          .word(
              "memory",
              "Which copy.",
              List.of("device", "host"),
              r -> r.ofHost() ? "host" : "device")
          .list(
              "uses",
              "The two operations, in the order of the program.",
              r -> List.of(r.first(), r.second()),
              Answer.<StreamRace.Use>part()
                  .word("kind", "", CheckedAccess.Kind.class, StreamRace.Use::kind)
                  .text("operation", "", StreamRace.Use::operation)
                  .text("stream", "Empty for host computation.", StreamRace.Use::stream)
                  .text("where", "Position in the workload.", StreamRace.Use::where))
          .integer("count", "Number of occurrences.", StreamRace::count);

  /** Declares the findings, which documents lack if nothing was checked. */
  public static final Answer<CheckLog> ANSWER =
      Answer.<CheckLog>part()
          .list("checks", "Findings of --check.", CheckLog::findings, FINDING)
          .when(CheckLog::wantsAny)
          .list(
              "stream_races",
              "With --check races: unordered operations of streams; absent if there are none.",
              CheckLog::streamRaces,
              RACE)
          .when(log -> !log.streamRaces().isEmpty())
          .texts("check_notes", "Remarks on the checks.", CheckLog::notes)
          .when(CheckLog::wantsAny);

  private FindingAnswer() {}

  private static List<CheckedAccess> accesses(ExecutionFinding f) {
    return Stream.of(f.accesses().first(), f.accesses().second()).filter(a -> a != null).toList();
  }
}
