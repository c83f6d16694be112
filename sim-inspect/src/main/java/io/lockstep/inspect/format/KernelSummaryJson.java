// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.format;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.CardSummary;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.OperationCount;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.card.StaticCard;
import io.lockstep.inspect.fit.ChannelReach;
import io.lockstep.inspect.fit.DeviceFit;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.Numbers;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.Cells;
import io.lockstep.run.format.FindingAnswer;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.List;
import java.util.Locale;

/** Declares the output of {@code inspect}. */
public final class KernelSummaryJson {
  /**
   * A program that was executed or replayed from a trace, with what {@code inspect} found.
   *
   * @param input path as given by the user
   * @param refusals devices that refuse the program as launched
   * @param reach strides that reach few channels of devices
   * @param listing whether to list instructions
   * @param checks findings of the execution; empty without checks
   */
  public record Program(
      String input,
      ProgramCard card,
      List<DeviceFit.Refusal> refusals,
      List<ChannelReach.Finding> reach,
      SourceLines sources,
      boolean listing,
      CheckLog checks) {
    private List<Measured> kernels() {
      return card.kernels().stream()
          .map(k -> new Measured(k, new Text(k.text(), sources, listing)))
          .toList();
    }
  }

  /** The kernels of a file that is inspected without execution. */
  public record Kernels(String input, List<Unexecuted> kernels) {}

  /** A kernel that was not executed, and the devices that refuse it. */
  public record Unexecuted(Text text, List<DeviceFit.Refusal> refusals) {}

  /**
   * A kernel's static properties.
   *
   * @param listing whether to list instructions
   */
  public record Text(StaticCard card, SourceLines sources, boolean listing) {
    private List<Share> operations() {
      return Share.of(card.operations(), card.kernel().size());
    }

    private List<CardText> lines() {
      return CardText.of(card, sources);
    }
  }

  private record Measured(KernelCard kernel, Text text) {}

  /** The number of operations of one class, and of all classes together. */
  public record Share(OperationCount of, long whole) {
    static List<Share> of(List<OperationCount> operations, long whole) {
      return operations.stream().map(o -> new Share(o, whole)).toList();
    }

    /** {@return the executed operations of a kernel by class} */
    public static List<Share> of(KernelCard card) {
      return of(card.operations(), card.instructions());
    }
  }

  private record BranchWidth(KernelCard.Branch of, int width) {
    private long executed() {
      return width == 32 ? of.narrow() : of.wide();
    }

    private long diverged() {
      return width == 32 ? of.narrowParted() : of.wideParted();
    }
  }

  private record Access(KernelCard kernel, AccessCard of) {}

  /** A source line and the kernel that it belongs to. */
  public record Line(KernelCard kernel, KernelCard.Line of) {}

  private static final String EXECUTED = "Portable instructions, summed over work-items.";
  private static final String LINE = "Line of the kernel's source; 0 if unknown.";

  /** Declares the number of operations of a class. */
  public static final Answer<Share> OPERATION =
      Answer.<Share>part()
          .text("class", "", s -> lower(s.of.opClass()))
          .integer("count", "", s -> s.of.count())
          .ratio("share", "Share of all operations.", s -> s.of.count(), Share::whole)
          .columnsOf("operation=class")
          .columnOf(">work-items", "count", Cells.Cell::grouped)
          .columnOf(">share", "share", Cells.Cell::percent);

  private static final Answer<StaticCard.Feature> FEATURE =
      Answer.<StaticCard.Feature>part()
          .text("feature", "", StaticCard.Feature::text)
          .integer("line", "First line that needs it, or 0.", StaticCard.Feature::line);

  private static final Answer<Text> STATIC =
      Answer.<Text>part()
          .integer("instructions", "", t -> t.card.kernel().size())
          .list("operations", "Most frequent first.", Text::operations, OPERATION)
          .integer("registers", "Maximum of live registers of 32 bits.", t -> t.card.mostLive())
          .integer("registers_line", "First line with it, or 0.", t -> t.card.mostLiveLine())
          .integer("local_bytes", "", t -> t.card.kernel().localBytes())
          .integer("private_bytes", "", t -> t.card.kernel().privateBytes())
          .integer("constant_bytes", "", t -> t.card.constantBytes())
          .integer("parameter_bytes", "", t -> t.card.kernel().parameterBytes())
          .integer("barriers", "Barrier instructions.", t -> t.card.barriers())
          .integer(
              "fixed_width", "Lanes that exchange values, or 0.", t -> t.card.kernel().fixedWidth())
          .list("features", "Capabilities that a device needs.", t -> t.card.features(), FEATURE)
          .list("listing", "With --ir, or of a kernel file.", Text::lines, CardText.ANSWER)
          .when(Text::listing);

  private static final Answer<Text> TEXT =
      Answer.<Text>part()
          .text("kernel", "", t -> t.card.kernel().name())
          .text("source", "File of the kernel.", t -> t.card.kernel().source())
          .group("static", "", t -> t, STATIC);

  private static final Answer<KernelCard.Shape> SHAPE =
      Answer.<KernelCard.Shape>part()
          .integers("groups", "Work-groups along x, y and z.", s -> groups(s.geometry()))
          .integers("group_size", "Work-items along x, y and z.", s -> size(s.geometry()))
          .integer("dynamic_local_bytes", "", KernelCard.Shape::dynamicLocalBytes)
          .integers(
              "domain", "Width and height.", s -> new long[] {s.domainWidth(), s.domainHeight()})
          .when(s -> s.domainWidth() > 0);

  private static final Answer<KernelCard.Width> WIDTH =
      Answer.<KernelCard.Width>part()
          .integer("width", "Lanes of a wavefront.", KernelCard.Width::width)
          .integer("wavefronts", "", KernelCard.Width::wavefronts)
          .integer("instructions", "", KernelCard.Width::instructions)
          .ratio("active", "", KernelCard.Width::activeLanes, KernelCard.Width::lanes);

  private static final Answer<KernelCard> INTENSITY =
      Answer.<KernelCard>part()
          .integer("float_operations", "", KernelSummaryJson::floating)
          .integer("integer_operations", "", k -> k.work().integer())
          .counts(
              "bytes_requested", "By space.", k -> k.traffic().bySpace(), KernelSummaryJson::lower)
          .integer("bytes_touched", "128 for each touched line.", KernelSummaryJson::touched)
          .flag("bytes_touched_exact", "All lines are counted.", k -> k.traffic().isExact())
          .ratio(
              "float_operations_per_byte_requested",
              "",
              KernelSummaryJson::floating,
              KernelSummaryJson::requested)
          .ratio(
              "operations_per_byte_requested",
              "",
              k -> k.work().total(),
              KernelSummaryJson::requested)
          .whenLast(2, k -> requested(k) > 0)
          .ratio(
              "float_operations_per_byte_touched",
              "",
              KernelSummaryJson::floating,
              KernelSummaryJson::touched)
          .ratio(
              "operations_per_byte_touched", "", k -> k.work().total(), KernelSummaryJson::touched)
          .whenLast(2, k -> touched(k) > 0);

  private static final Answer<BranchWidth> BRANCH_WIDTH =
      Answer.<BranchWidth>part()
          .integer("width", "Lanes of a wavefront.", BranchWidth::width)
          .integer("executed", "Executions by wavefronts.", BranchWidth::executed)
          .integer("diverged", "Executions that diverged.", BranchWidth::diverged)
          .ratio("active_lanes", "", b -> b.of.workItems(), BranchWidth::executed);

  /** Declares a branch. */
  public static final Answer<KernelCard.Branch> BRANCH =
      Answer.<KernelCard.Branch>part()
          .integer("block", "", KernelCard.Branch::block)
          .integer("line", LINE, KernelCard.Branch::line)
          .integer("work_items", "Executions by work-items.", KernelCard.Branch::workItems)
          .list("wavefronts", "With 32 and with 64 lanes.", KernelSummaryJson::widths, BRANCH_WIDTH)
          .column("branch", b -> "line " + b.line())
          .column(">block", b -> "B" + b.block())
          .column(">at 64", b -> grouped(b.wide()))
          .column(">diverged", b -> Numbers.percent(b.wideParted(), b.wide()))
          .column(">lanes", b -> Numbers.rounded(b.workItems(), b.wide(), 1))
          .column(">at 32", b -> grouped(b.narrow()))
          .column(">diverged", b -> Numbers.percent(b.narrowParted(), b.narrow()))
          .column(">lanes", b -> Numbers.rounded(b.workItems(), b.narrow(), 1));

  private static final String ACTIVE = "Share of active lanes with wavefronts of this width.";

  /** Declares a source line. */
  public static final Answer<Line> HOT_LINE =
      Answer.<Line>part()
          .integer("line", "0 for operations without a line.", l -> l.of.line())
          .integer("instructions", "Executions by work-items.", l -> l.of.instructions())
          .ratio("share", "", l -> l.of.instructions(), l -> l.kernel.instructions())
          .ratio("active_32", ACTIVE, l -> l.of.instructions(), l -> 32 * l.of.narrow())
          .ratio("active_64", ACTIVE, l -> l.of.instructions(), l -> 64 * l.of.wide())
          .text("source", "Text of the line; empty if it cannot be read.", l -> l.of.source())
          .columnOf(">line", "line", c -> c.numerator() == 0 ? "-" : c.text())
          .columnOf(">share", "share", Cells.Cell::percent)
          .columnOf(">lanes 64", "active_64", Cells.Cell::percent)
          .columnOf(">lanes 32", "active_32", Cells.Cell::percent)
          .columnsOf("source");

  private static final Answer<Access> ACCESS =
      Answer.<Access>part()
          .integer("instruction", "As in by_line of results.", a -> a.kernel.instruction(a.of))
          .include(AccessCard.ANSWER, Access::of);

  private static final Answer<KernelCard> DYNAMIC =
      Answer.<KernelCard>part()
          .integer("launches", "", k -> k.launches().count())
          .integer("work_groups", "Of all launches.", k -> k.launches().groups())
          .integer("work_items", "Of all launches.", k -> k.launches().workItems())
          .list("geometries", "Distinct geometries.", k -> k.launches().shapes(), SHAPE)
          .integer(
              "minimum_width",
              "Smallest wavefront width that all launches allow; null if it was not computed.",
              k -> k.launches().minimumWidth() != 0,
              k -> k.launches().minimumWidth())
          .flag("races_found", "", k -> (k.launches().flags() & HostStep.Launch.RACES_FOUND) != 0)
          .integer("work_item_instructions", EXECUTED, KernelCard::instructions)
          .list("operations", "Most frequent first.", Share::of, OPERATION)
          .list("wavefronts", "32 and 64 lanes.", k -> List.of(k.narrow(), k.wide()), WIDTH)
          .group("intensity", "", k -> k, INTENSITY)
          .integer("barriers", "Summed over work-items.", KernelCard::barriers)
          .list("branches", "", KernelCard::branches, BRANCH)
          .list("accesses", "", KernelSummaryJson::accesses, ACCESS)
          .list("lines", "Most instructions first.", KernelSummaryJson::lines, HOT_LINE)
          .texts("summary", "Sentences for people.", CardSummary::of);

  private static final Answer<DeviceFit.Refusal> REFUSAL =
      Answer.<DeviceFit.Refusal>part()
          .text("device", "", DeviceFit.Refusal::device)
          .text("reason", "The first reason.", DeviceFit.Refusal::reason)
          .flag("failed", "Whether the model failed.", DeviceFit.Refusal::failed)
          .when(DeviceFit.Refusal::failed);

  private static final Answer<ChannelReach.Reach> REACH =
      Answer.<ChannelReach.Reach>part()
          .text("device", "", ChannelReach.Reach::device)
          .integer("reached", "DRAM channels of 64 such addresses.", ChannelReach.Reach::reached)
          .integer("channels", "Channels of the device.", ChannelReach.Reach::channels);

  private static final Answer<ChannelReach.Finding> FEW_CHANNELS =
      Answer.<ChannelReach.Finding>part()
          .text("kernel", "", ChannelReach.Finding::kernel)
          .integer("line", LINE, ChannelReach.Finding::line)
          .text("operation", "", f -> lower(f.access().op()))
          .integer("stride", "Distance of addresses in bytes.", ChannelReach.Finding::stride)
          .list("devices", "", ChannelReach.Finding::devices, REACH);

  private static final Answer<Measured> MEASURED =
      Answer.<Measured>part().include(TEXT, Measured::text).include(DYNAMIC, Measured::kernel);

  private static final String INPUT = "Name of the input file.";
  private static final String FEW =
      "Strides that reach at most half of the DRAM channels that they could reach.";
  private static final String REFUSED = "Devices of the catalogue that would refuse it.";

  /** Declares the document about a program that was executed or replayed from a trace. */
  public static final Answer<Program> PROGRAM =
      Answer.<Program>of("Card", "Output of inspect of a workload or trace with --format json.")
          .text("input", INPUT, Program::input)
          .text("workload", "", p -> p.card.program().name())
          .named("parameters", "", p -> p.card.program().parameters())
          .flag("verified", "Whether results are as expected.", p -> p.card.outcome().verified())
          .orNull()
          .integer("work_item_instructions", EXECUTED, p -> p.card.outcome().workItemInstructions())
          .list("kernels", "", Program::kernels, MEASURED)
          .list("refused_by", REFUSED, Program::refusals, REFUSAL)
          .list("few_channels", FEW, Program::reach, FEW_CHANNELS)
          .include(FindingAnswer.ANSWER, Program::checks);

  private static final Answer<Unexecuted> UNEXECUTED =
      Answer.<Unexecuted>part()
          .include(TEXT, Unexecuted::text)
          .list("refused_by", REFUSED, Unexecuted::refusals, REFUSAL);

  /** Declares the document about kernels that were not executed. */
  public static final Answer<Kernels> KERNELS =
      Answer.<Kernels>of(
              "Kernels",
              "Output of inspect of a kernel file, or of a workload with --static, with --format"
                  + " json.")
          .text("input", INPUT, Kernels::input)
          .list("kernels", "", Kernels::kernels, UNEXECUTED);

  private KernelSummaryJson() {}

  private static long[] groups(Geometry g) {
    return new long[] {g.groupsX(), g.groupsY(), g.groupsZ()};
  }

  private static long[] size(Geometry g) {
    return new long[] {g.sizeX(), g.sizeY(), g.sizeZ()};
  }

  private static long floating(KernelCard card) {
    return card.work().floating();
  }

  private static long requested(KernelCard card) {
    return card.traffic().requested();
  }

  private static long touched(KernelCard card) {
    return card.traffic().touchedBytes();
  }

  private static List<Access> accesses(KernelCard card) {
    return card.accesses().stream().map(a -> new Access(card, a)).toList();
  }

  private static List<BranchWidth> widths(KernelCard.Branch branch) {
    return List.of(new BranchWidth(branch, 32), new BranchWidth(branch, 64));
  }

  /** {@return the source lines of a kernel, by number of instructions} */
  public static List<Line> lines(KernelCard card) {
    return card.lines().stream().map(l -> new Line(card, l)).toList();
  }

  private static String grouped(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
