// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.format;

import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.CardSummary;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.OperationCount;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.card.StaticCard;
import io.lockstep.inspect.fit.ChannelReach;
import io.lockstep.inspect.fit.DeviceFit;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.format.Fields;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** Writes the fields of a card by name; later versions only add names. */
public final class CardFields {
  private CardFields() {}

  /** Writes the fields of a program that was executed or read from a trace, without its kernels. */
  static void program(ProgramCard card, Fields to) {
    to.text("workload", card.program().name());
    to.group("parameters", all -> card.program().parameters().forEach(all::text));
    to.flag("verified", card.outcome().verified());
    to.number("work_item_instructions", card.outcome().workItemInstructions());
  }

  static void text(StaticCard card, SourceLines sources, boolean listing, Fields to) {
    Kernel kernel = card.kernel();
    to.text("kernel", kernel.name());
    to.text("source", kernel.source());
    to.group(
        "static",
        of -> {
          of.number("instructions", kernel.size());
          operations(card.operations(), kernel.size(), of);
          of.number("registers", card.mostLive());
          of.number("registers_line", card.mostLiveLine());
          of.number("local_bytes", kernel.localBytes());
          of.number("private_bytes", kernel.privateBytes());
          of.number("constant_bytes", card.constantBytes());
          of.number("parameter_bytes", kernel.parameterBytes());
          of.number("barriers", card.barriers());
          of.number("fixed_width", kernel.fixedWidth());
          of.list(
              "features",
              card.features(),
              (f, feature) -> {
                feature.text("feature", f.text());
                feature.number("line", f.line());
              });
          if (listing) {
            of.list("listing", CardText.of(card), (line, shown) -> line.show(sources, shown));
          }
        });
  }

  private static void operations(List<OperationCount> operations, long whole, Fields to) {
    to.list("operations", operations, (o, of) -> operation(o, whole, of));
  }

  /**
   * Writes the operations of a class.
   *
   * @param o a class and its count
   * @param whole operations of all classes
   * @param to receives {@code class}, {@code count}, {@code share}
   */
  public static void operation(OperationCount o, long whole, Fields to) {
    to.word("class", o.opClass());
    to.number("count", o.count());
    to.ratio("share", o.count(), whole);
  }

  static void dynamic(KernelCard card, Fields to) {
    KernelCard.Launches l = card.launches();
    to.number("launches", l.count());
    to.number("work_groups", l.groups());
    to.number("work_items", l.workItems());
    to.list("geometries", l.shapes(), CardFields::shape);
    to.number("minimum_width", l.minimumWidth() == 0 ? null : BigDecimal.valueOf(l.minimumWidth()));
    to.flag("races_found", (l.flags() & HostStep.Launch.RACES_FOUND) != 0);
    to.number("work_item_instructions", card.instructions());
    operations(card.operations(), card.instructions(), to);
    to.list("wavefronts", List.of(card.narrow(), card.wide()), CardFields::width);
    to.group("intensity", of -> intensity(card, of));
    to.number("barriers", card.barriers());
    to.list("branches", card.branches(), CardFields::branch);
    to.list(
        "accesses",
        card.accesses(),
        (a, of) -> {
          of.number("instruction", card.instruction(a));
          access(a, of);
        });
    to.list("lines", card.lines(), (line, of) -> line(line, card, of));
    to.texts("summary", CardSummary.of(card));
  }

  private static void shape(KernelCard.Shape s, Fields to) {
    Geometry g = s.geometry();
    to.numbers("groups", g.groupsX(), g.groupsY(), g.groupsZ());
    to.numbers("group_size", g.sizeX(), g.sizeY(), g.sizeZ());
    to.number("dynamic_local_bytes", s.dynamicLocalBytes());
    if (s.domainWidth() > 0) {
      to.numbers("domain", s.domainWidth(), s.domainHeight());
    }
  }

  private static void width(KernelCard.Width w, Fields to) {
    to.number("width", w.width());
    to.number("wavefronts", w.wavefronts());
    to.number("instructions", w.instructions());
    to.ratio("active", w.activeLanes(), w.lanes());
  }

  private static void intensity(KernelCard card, Fields to) {
    KernelCard.Traffic t = card.traffic();
    to.number("float_operations", card.work().floating());
    to.number("integer_operations", card.work().integer());
    to.group(
        "bytes_requested",
        spaces -> t.bySpace().forEach((space, bytes) -> spaces.number(lower(space), bytes)));
    to.number("bytes_touched", t.touchedBytes());
    to.flag("bytes_touched_exact", t.isExact());
    Fields requested = to.when(t.requested() > 0);
    requested.ratio("float_operations_per_byte_requested", card.work().floating(), t.requested());
    requested.ratio("operations_per_byte_requested", card.work().total(), t.requested());
    Fields touched = to.when(t.touchedBytes() > 0);
    touched.ratio("float_operations_per_byte_touched", card.work().floating(), t.touchedBytes());
    touched.ratio("operations_per_byte_touched", card.work().total(), t.touchedBytes());
  }

  private static void branch(KernelCard.Branch b, Fields to) {
    to.number("block", b.block());
    to.number("line", b.line());
    to.number("work_items", b.workItems());
    to.list(
        "wavefronts",
        List.of(32, 64),
        (width, of) -> {
          long executed = width == 32 ? b.narrow() : b.wide();
          of.number("width", width);
          of.number("executed", executed);
          of.number("diverged", width == 32 ? b.narrowParted() : b.wideParted());
          of.ratio("active_lanes", b.workItems(), executed);
        });
  }

  public static void access(AccessCard a, Fields to) {
    to.number("block", a.block());
    to.number("line", a.line());
    to.word("operation", a.op());
    to.word("space", a.space());
    to.number("bytes", a.bytes());
    to.number("requests", a.requests());
    to.number("work_items", a.workItems());
    if (a.pattern() != null) {
      to.text("pattern", a.pattern().text());
      to.group(
          "patterns", all -> a.patterns().forEach((of, count) -> all.number(of.text(), count)));
      to.numbers("strides", a.strideX(), a.strideY(), a.strideZ());
    }
    AccessCard.Device d = a.device();
    if (d.requests() > 0) {
      to.number("lines", d.lines());
      to.ratio("lines_per_request", d.lines(), d.requests());
      to.ratio("coalescing", d.distinctBytes(), KernelCard.LINE_BYTES * d.lines());
    }
    AccessCard.Local l = a.local();
    if (l.workItems() > 0) {
      to.ratio("bank_conflicts_16", l.passes16(), l.fewest16());
      to.ratio("bank_conflicts_32", l.passes32(), l.fewest32());
    }
    if (a.atomic() != null) {
      to.ratio("work_items_per_address", a.workItems(), a.atomic().addresses());
      to.ratio("busiest_address", a.atomic().chains(), a.requests());
    }
  }

  public static void line(KernelCard.Line l, KernelCard card, Fields to) {
    to.number("line", l.line());
    to.number("instructions", l.instructions());
    to.ratio("share", l.instructions(), card.instructions());
    to.ratio("active_32", l.instructions(), 32 * l.narrow());
    to.ratio("active_64", l.instructions(), 64 * l.wide());
    to.text("source", l.source());
  }

  static void refusals(List<DeviceFit.Refusal> refusals, Fields to) {
    to.list(
        "refused_by",
        refusals,
        (r, of) -> {
          of.text("device", r.device());
          of.text("reason", r.reason());
          if (r.failed()) {
            of.flag("failed", true);
          }
        });
  }

  static void channels(List<ChannelReach.Finding> findings, Fields to) {
    to.list(
        "few_channels",
        findings,
        (f, of) -> {
          of.text("kernel", f.kernel());
          of.number("line", f.line());
          of.text("operation", lower(f.access().op()));
          of.number("stride", f.stride());
          of.list(
              "devices",
              f.devices(),
              (r, device) -> {
                device.text("device", r.device());
                device.number("reached", r.reached());
                device.number("channels", r.channels());
              });
        });
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
