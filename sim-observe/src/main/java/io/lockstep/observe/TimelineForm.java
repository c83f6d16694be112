package io.lockstep.observe;

import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;

/** What a timeline's file is, by the ending of its name. */
enum TimelineForm {
  /** For people: trace-event JSON. */
  JSON(".json"),
  /** For people: Perfetto's own. */
  PERFETTO(".pftrace"),
  /** For programs: what the others are made from. */
  COMPACT(".lktl");

  private final String ending;

  TimelineForm(String ending) {
    this.ending = ending;
  }

  /** By a name; another ending is an error. */
  static TimelineForm of(Path target) {
    for (TimelineForm form : values()) {
      if (target.toString().endsWith(form.ending)) {
        return form;
      }
    }
    throw new InputException(
        target.toString(), "expected a timeline's name to end in .json, .pftrace or .lktl");
  }

  /** Whether it shows what is counted by intervals, and requests of slices. */
  boolean hasDetails() {
    return this != JSON;
  }

  /** Writes a timeline for people; to be closed when it was read to its end or not. */
  TimelineWriter writer(OutputFile out) {
    return switch (this) {
      case JSON -> new TimelineJson(out);
      case PERFETTO -> new PerfettoTrace(out);
      case COMPACT -> throw new IllegalArgumentException(ending);
    };
  }
}
