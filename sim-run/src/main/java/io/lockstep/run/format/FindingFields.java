// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.CheckedAccess;
import io.lockstep.execute.check.ExecutionFinding;
import io.lockstep.execute.check.StreamRace;
import java.util.List;
import java.util.stream.Stream;

/** Writes the findings of an execution's checks as fields. */
public final class FindingFields {
  private FindingFields() {}

  public static void write(CheckLog checks, Fields to) {
    to.list("checks", checks.findings(), FindingFields::finding);
    if (!checks.streamRaces().isEmpty()) {
      to.list("stream_races", checks.streamRaces(), FindingFields::race);
    }
    to.texts("check_notes", checks.notes());
  }

  private static void race(StreamRace race, Fields to) {
    to.text("buffer", race.buffer());
    to.text("memory", race.ofHost() ? "host" : "device");
    to.list("uses", List.of(race.first(), race.second()), FindingFields::use);
    to.number("count", race.count());
  }

  private static void use(StreamRace.Use use, Fields to) {
    to.word("kind", use.kind());
    to.text("operation", use.operation());
    to.text("stream", use.stream());
    to.text("where", use.where());
  }

  private static void finding(ExecutionFinding f, Fields to) {
    to.word("check", f.check());
    to.text("kernel", f.kernel());
    to.text("source", f.source());
    to.text("place", f.place());
    to.number("offset", f.offset());
    to.flag("between_groups", f.betweenGroups());
    List<CheckedAccess> both = Stream.of(f.first(), f.second()).filter(a -> a != null).toList();
    to.list("accesses", both, FindingFields::access);
    to.when(f.width() > 0).number("width", f.width());
    to.number("count", f.count());
  }

  private static void access(CheckedAccess access, Fields to) {
    to.word("kind", access.kind());
    to.number("line", access.line());
    to.number("work_group", access.group());
    to.number("work_item", access.workItem());
  }
}
