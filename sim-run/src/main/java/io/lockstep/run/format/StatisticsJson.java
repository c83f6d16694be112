package io.lockstep.run.format;

import com.fasterxml.jackson.core.JsonGenerator;
import io.lockstep.parts.stats.IssueCause;
import io.lockstep.parts.stats.IssuePort;
import io.lockstep.parts.stats.Statistic;
import io.lockstep.run.plugin.FamilyStatistics;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Declared statistics as JSON. Stateless. */
public final class StatisticsJson {
  private StatisticsJson() {}

  /**
   * The whole document.
   *
   * @param shared those that any family may have
   * @param families what is each family's own
   */
  public static String write(
      String version, List<Statistic> shared, List<FamilyStatistics> families) {
    return JsonDocument.of(
        version,
        json -> {
          json.writeArrayFieldStart("statistics");
          for (Statistic s : shared) {
            statistic(json, s);
          }
          json.writeEndArray();
          json.writeArrayFieldStart("families");
          for (FamilyStatistics f : families) {
            json.writeStartObject();
            json.writeStringField("family", f.family());
            json.writeArrayFieldStart("statistics");
            for (Statistic s : f.own()) {
              statistic(json, s);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("ports");
            for (IssuePort p : f.issue().map(i -> i.ports()).orElse(List.of())) {
              json.writeStartObject();
              json.writeStringField("port", p.name());
              json.writeStringField("each", p.each());
              json.writeStringField("meaning", p.meaning());
              json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("causes");
            for (IssueCause c : f.causes()) {
              json.writeStartObject();
              json.writeStringField("statistic", c.statistic());
              json.writeStringField("common", c.common().key());
              json.writeStringField("meaning", c.meaning());
              json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  private static void statistic(JsonGenerator json, Statistic s) throws IOException {
    json.writeStartObject();
    json.writeStringField("statistic", s.name());
    json.writeStringField("kind", s.kind().name().toLowerCase(Locale.ROOT));
    json.writeStringField("unit", s.unit());
    json.writeStringField("part", s.part());
    json.writeStringField("counter", s.counter());
    json.writeStringField("meaning", s.definition());
    json.writeEndObject();
  }
}
