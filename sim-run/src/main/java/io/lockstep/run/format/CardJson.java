package io.lockstep.run.format;

import com.fasterxml.jackson.core.JsonGenerator;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.IrText;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.DeviceFit;
import io.lockstep.run.Numbers;
import io.lockstep.run.card.AccessCard;
import io.lockstep.run.card.CardSummary;
import io.lockstep.run.card.KernelCard;
import io.lockstep.run.card.OperationCount;
import io.lockstep.run.card.Pattern;
import io.lockstep.run.card.ProgramCard;
import io.lockstep.run.card.SourceLines;
import io.lockstep.run.card.StaticCard;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Cards as JSON; additions only. Stateless. */
public final class CardJson {
  private CardJson() {}

  /**
   * Kernels that were not executed.
   *
   * @param refusals by kernel
   */
  public static String kernels(
      String version,
      String input,
      List<StaticCard> kernels,
      List<List<DeviceFit.Refusal>> refusals,
      SourceLines sources) {
    return JsonDocument.of(
        version,
        json -> {
          json.writeStringField("input", input);
          json.writeArrayFieldStart("kernels");
          for (int k = 0; k < kernels.size(); k++) {
            json.writeStartObject();
            text(json, kernels.get(k), sources, true);
            refusals(json, refusals.get(k));
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  /**
   * A program that was executed or read from a trace.
   *
   * @param listing whether instructions are listed
   */
  public static String program(
      String version,
      String input,
      ProgramCard card,
      List<DeviceFit.Refusal> refusals,
      SourceLines sources,
      boolean listing,
      CheckLog checks) {
    return JsonDocument.of(
        version,
        json -> {
          json.writeStringField("input", input);
          json.writeStringField("workload", card.program().name());
          json.writeObjectFieldStart("parameters");
          for (Map.Entry<String, String> e : card.program().parameters().entrySet()) {
            json.writeStringField(e.getKey(), e.getValue());
          }
          json.writeEndObject();
          json.writeFieldName("verified");
          json.writeObject(card.outcome().verified());
          json.writeNumberField("work_item_instructions", card.outcome().workItemInstructions());
          json.writeArrayFieldStart("kernels");
          for (KernelCard kernel : card.kernels()) {
            json.writeStartObject();
            text(json, kernel.text(), sources, listing);
            dynamic(json, kernel);
            json.writeEndObject();
          }
          json.writeEndArray();
          refusals(json, refusals);
          if (checks.wantsAny()) {
            ResultJson.write(json, checks);
          }
        });
  }

  private static void text(
      JsonGenerator json, StaticCard card, SourceLines sources, boolean listing)
      throws IOException {
    Kernel kernel = card.kernel();
    json.writeStringField("kernel", kernel.name());
    json.writeStringField("source", kernel.source());
    json.writeObjectFieldStart("static");
    json.writeNumberField("instructions", kernel.size());
    operations(json, card.operations(), kernel.size());
    json.writeNumberField("registers", card.mostLive());
    json.writeNumberField("registers_line", card.mostLiveLine());
    json.writeNumberField("local_bytes", kernel.localBytes());
    json.writeNumberField("private_bytes", kernel.privateBytes());
    json.writeNumberField("constant_bytes", card.constantBytes());
    json.writeNumberField("parameter_bytes", kernel.parameterBytes());
    json.writeNumberField("barriers", card.barriers());
    json.writeNumberField("fixed_width", kernel.fixedWidth());
    json.writeArrayFieldStart("features");
    for (StaticCard.Feature f : card.features()) {
      json.writeStartObject();
      json.writeStringField("feature", f.text());
      json.writeNumberField("line", f.line());
      json.writeEndObject();
    }
    json.writeEndArray();
    if (listing) {
      listing(json, card, sources);
    }
    json.writeEndObject();
  }

  private static void listing(JsonGenerator json, StaticCard card, SourceLines sources)
      throws IOException {
    Kernel kernel = card.kernel();
    json.writeArrayFieldStart("listing");
    for (Block block : kernel.blocks()) {
      for (int k = 0; k < block.instructions().size(); k++) {
        Instruction i = block.instructions().get(k);
        json.writeStartObject();
        json.writeNumberField("block", block.id());
        json.writeStringField("operation", IrText.of(kernel, i));
        json.writeStringField("class", lower(i.opClass()));
        json.writeNumberField("live", card.live().get(block.id()).get(k));
        json.writeNumberField("line", i.line());
        json.writeStringField("source", sources.line(kernel.source(), i.line()));
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private static void operations(JsonGenerator json, List<OperationCount> operations, long whole)
      throws IOException {
    json.writeArrayFieldStart("operations");
    for (OperationCount o : operations) {
      json.writeStartObject();
      json.writeStringField("class", lower(o.opClass()));
      json.writeNumberField("count", o.count());
      json.writeNumberField("share", Numbers.ratio(o.count(), whole));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void dynamic(JsonGenerator json, KernelCard card) throws IOException {
    KernelCard.Launches l = card.launches();
    json.writeNumberField("launches", l.count());
    json.writeNumberField("work_groups", l.groups());
    json.writeNumberField("work_items", l.workItems());
    json.writeArrayFieldStart("geometries");
    for (KernelCard.Shape s : l.shapes()) {
      Geometry g = s.geometry();
      json.writeStartObject();
      json.writeFieldName("groups");
      json.writeArray(new int[] {g.groupsX(), g.groupsY(), g.groupsZ()}, 0, 3);
      json.writeFieldName("group_size");
      json.writeArray(new int[] {g.sizeX(), g.sizeY(), g.sizeZ()}, 0, 3);
      json.writeNumberField("dynamic_local_bytes", s.dynamicLocalBytes());
      if (s.domainWidth() > 0) {
        json.writeFieldName("domain");
        json.writeArray(new int[] {s.domainWidth(), s.domainHeight()}, 0, 2);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeFieldName("minimum_width");
    json.writeObject(l.minimumWidth() == 0 ? null : (Object) l.minimumWidth());
    json.writeBooleanField("races_found", (l.flags() & HostStep.Launch.RACES_FOUND) != 0);
    json.writeNumberField("work_item_instructions", card.instructions());
    operations(json, card.operations(), card.instructions());
    json.writeArrayFieldStart("wavefronts");
    for (KernelCard.Width w : List.of(card.narrow(), card.wide())) {
      json.writeStartObject();
      json.writeNumberField("width", w.width());
      json.writeNumberField("wavefronts", w.wavefronts());
      json.writeNumberField("instructions", w.instructions());
      json.writeNumberField("active", Numbers.ratio(w.activeLanes(), w.lanes()));
      json.writeEndObject();
    }
    json.writeEndArray();
    work(json, card);
    json.writeNumberField("barriers", card.barriers());
    branches(json, card);
    json.writeArrayFieldStart("accesses");
    for (AccessCard a : card.accesses()) {
      access(json, a);
    }
    json.writeEndArray();
    lines(json, card);
    json.writeArrayFieldStart("summary");
    for (String sentence : CardSummary.of(card)) {
      json.writeString(sentence);
    }
    json.writeEndArray();
  }

  private static void work(JsonGenerator json, KernelCard card) throws IOException {
    KernelCard.Traffic t = card.traffic();
    json.writeObjectFieldStart("intensity");
    json.writeNumberField("float_operations", card.work().floating());
    json.writeNumberField("integer_operations", card.work().integer());
    json.writeObjectFieldStart("bytes_requested");
    for (Map.Entry<?, Long> e : t.bySpace().entrySet()) {
      json.writeNumberField(lower((Enum<?>) e.getKey()), e.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("bytes_touched", t.touchedBytes());
    json.writeBooleanField("bytes_touched_exact", t.isExact());
    quotient(json, "float_operations_per_byte_requested", card.work().floating(), t.requested());
    quotient(json, "operations_per_byte_requested", card.work().total(), t.requested());
    quotient(json, "float_operations_per_byte_touched", card.work().floating(), t.touchedBytes());
    quotient(json, "operations_per_byte_touched", card.work().total(), t.touchedBytes());
    json.writeEndObject();
  }

  private static void quotient(JsonGenerator json, String name, long n, long d) throws IOException {
    if (d > 0) {
      json.writeNumberField(name, Numbers.ratio(n, d));
    }
  }

  private static void branches(JsonGenerator json, KernelCard card) throws IOException {
    json.writeArrayFieldStart("branches");
    for (KernelCard.Branch b : card.branches()) {
      json.writeStartObject();
      json.writeNumberField("block", b.block());
      json.writeNumberField("line", b.line());
      json.writeNumberField("work_items", b.workItems());
      json.writeArrayFieldStart("wavefronts");
      width(json, 32, b.narrow(), b.narrowParted(), b.workItems());
      width(json, 64, b.wide(), b.wideParted(), b.workItems());
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void width(JsonGenerator json, int width, long executed, long parted, long lanes)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("width", width);
    json.writeNumberField("executed", executed);
    json.writeNumberField("diverged", parted);
    json.writeNumberField("active_lanes", Numbers.ratio(lanes, executed));
    json.writeEndObject();
  }

  private static void access(JsonGenerator json, AccessCard a) throws IOException {
    json.writeStartObject();
    json.writeNumberField("block", a.block());
    json.writeNumberField("line", a.line());
    json.writeStringField("operation", lower(a.op()));
    json.writeStringField("space", lower(a.space()));
    json.writeNumberField("bytes", a.bytes());
    json.writeNumberField("requests", a.requests());
    json.writeNumberField("work_items", a.workItems());
    if (a.pattern() != null) {
      json.writeStringField("pattern", a.pattern().text());
      json.writeObjectFieldStart("patterns");
      for (Map.Entry<Pattern, Long> e : a.patterns().entrySet()) {
        json.writeNumberField(e.getKey().text(), e.getValue());
      }
      json.writeEndObject();
      json.writeFieldName("strides");
      json.writeArray(new long[] {a.strideX(), a.strideY(), a.strideZ()}, 0, 3);
    }
    AccessCard.Device d = a.device();
    if (d.requests() > 0) {
      json.writeNumberField("lines", d.lines());
      json.writeNumberField("lines_per_request", Numbers.ratio(d.lines(), d.requests()));
      json.writeNumberField(
          "coalescing", Numbers.ratio(d.distinctBytes(), KernelCard.LINE_BYTES * d.lines()));
    }
    AccessCard.Local l = a.local();
    if (l.workItems() > 0) {
      json.writeNumberField("bank_conflicts_16", Numbers.ratio(l.passes16(), l.fewest16()));
      json.writeNumberField("bank_conflicts_32", Numbers.ratio(l.passes32(), l.fewest32()));
    }
    if (a.atomic() != null) {
      json.writeNumberField(
          "work_items_per_address", Numbers.ratio(a.workItems(), a.atomic().addresses()));
      json.writeNumberField("busiest_address", Numbers.ratio(a.atomic().chains(), a.requests()));
    }
    json.writeEndObject();
  }

  private static void lines(JsonGenerator json, KernelCard card) throws IOException {
    json.writeArrayFieldStart("lines");
    for (KernelCard.Line l : card.lines()) {
      json.writeStartObject();
      json.writeNumberField("line", l.line());
      json.writeNumberField("instructions", l.instructions());
      json.writeNumberField("share", Numbers.ratio(l.instructions(), card.instructions()));
      json.writeNumberField("active_32", Numbers.ratio(l.instructions(), 32 * l.narrow()));
      json.writeNumberField("active_64", Numbers.ratio(l.instructions(), 64 * l.wide()));
      json.writeStringField("source", l.source());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void refusals(JsonGenerator json, List<DeviceFit.Refusal> refusals)
      throws IOException {
    json.writeArrayFieldStart("refused_by");
    for (DeviceFit.Refusal r : refusals) {
      json.writeStartObject();
      json.writeStringField("device", r.device());
      json.writeStringField("reason", r.reason());
      if (r.failed()) {
        json.writeBooleanField("failed", true);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
