// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import static io.lockstep.io.yaml.YamlNode.inQuotes;

import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.point.PointLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Formats a sweep in the syntax of a sweep file. One instance formats one sweep. */
final class SweepText {
  private final StringBuilder out = new StringBuilder();

  String of(
      List<WorkloadEntry> workloads,
      SweepSection common,
      List<SweepVariable> variables,
      Design design,
      Work work,
      Goals goals) {
    out.append("workloads:\n");
    for (WorkloadEntry workload : workloads) {
      String path = SectionReader.resolved(workload.folder(), workload.file());
      out.append("  - file: ").append(inQuotes(path)).append('\n');
      section(workload.own(), "    ");
    }
    section(common, "");
    if (!variables.isEmpty()) {
      out.append("let:\n");
      variables.forEach(v -> line("  " + inQuotes(v.name()), inQuotes(v.value().text())));
    }
    line("phases", work.phases().toString());
    String limits = limits(work.limits());
    if (!limits.isEmpty()) {
      line("limits", "{" + limits + "}");
    }
    if (!work.kept().isEmpty()) {
      line("keep", list(work.kept()));
    }
    design(design);
    goals(goals);
    return out.toString();
  }

  private void line(String key, String value) {
    out.append(key).append(": ").append(value).append('\n');
  }

  private static String limits(PointLimits limits) {
    List<String> parts = new ArrayList<>();
    limits.time().ifPresent(t -> parts.add("time: " + t.toMillis() + "ms"));
    limits.memoryBytes().ifPresent(m -> parts.add("memory: " + m + "B"));
    return String.join(", ", parts);
  }

  private void section(SweepSection section, String indent) {
    section.devices().ifPresent(devices -> line(indent + "devices", list(devices)));
    named(section.parameters(), indent, "parameters");
    named(section.settings(), indent, "set");
    if (!section.zips().isEmpty()) {
      out.append(indent).append("zip:\n");
      for (Zip zip : section.zips()) {
        String dash = indent + "  - ";
        String inner = indent + "    ";
        if (!zip.parameters().isEmpty()) {
          out.append(dash).append("parameters:\n");
          zip.parameters().forEach(p -> values(p, inner + "  "));
        }
        if (!zip.settings().isEmpty()) {
          out.append(zip.parameters().isEmpty() ? dash : inner).append("set:\n");
          zip.settings().forEach(s -> values(s, inner + "  "));
        }
      }
    }
    if (!section.conditions().isEmpty()) {
      out.append(indent).append("when:\n");
      section.conditions().forEach(c -> item(indent, c));
    }
  }

  private void item(String indent, Expression expression) {
    out.append(indent).append("  - ").append(inQuotes(expression.text())).append('\n');
  }

  private void named(List<Named> all, String indent, String key) {
    if (!all.isEmpty()) {
      out.append(indent).append(key).append(":\n");
      all.forEach(named -> values(named, indent + "  "));
    }
  }

  private void values(Named named, String indent) {
    line(indent + inQuotes(named.key()), values(named.values()));
  }

  private static String values(ValueSource values) {
    if (values instanceof Listed listed) {
      return listed.range().isEmpty() ? list(listed.items()) : inQuotes(listed.range());
    }
    if (values instanceof Computed computed) {
      String unit = computed.unit().isEmpty() ? "" : ", unit: " + inQuotes(computed.unit());
      return "{expression: " + inQuotes(computed.expression().text()) + unit + "}";
    }
    if (values instanceof DesignChoices choices) {
      return "{choices: " + list(choices.items()) + "}";
    }
    Span span = (Span) values;
    return "{from: %s, to: %s, scale: %s%s}"
        .formatted(
            inQuotes(span.from()),
            inQuotes(span.to()),
            span.scale().word(),
            span.round().isEmpty() ? "" : ", round: " + inQuotes(span.round()));
  }

  private static String list(List<Item> items) {
    StringBuilder list = new StringBuilder("[");
    Consumer<String> add =
        text -> list.append(list.length() == 1 ? "" : ", ").append(inQuotes(text));
    items.forEach(item -> add.accept(item.text()));
    return list.append(']').toString();
  }

  private void design(Design design) {
    if (design.kind() != Design.Kind.GRID) {
      line("design", design.kind().word());
      line("points", Integer.toString(design.points()));
      line("seed", Long.toString(design.seed()));
      if (design.width() > 0) {
        line("sequence_width", Integer.toString(design.width()));
      }
    }
  }

  private void goals(Goals goals) {
    if (!goals.objectives().isEmpty()) {
      out.append("objectives:\n");
      for (Goals.Objective objective : goals.objectives()) {
        String word = objective.minimise() ? "minimise" : "maximise";
        line("  - " + word, inQuotes(objective.value().text()));
      }
    }
    if (!goals.constraints().isEmpty()) {
      out.append("constraints:\n");
      goals.constraints().forEach(c -> item("", c));
    }
  }
}
