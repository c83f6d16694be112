package io.lockstep.inspect.format;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.card.StaticCard;
import io.lockstep.inspect.fit.ChannelReach;
import io.lockstep.inspect.fit.DeviceFit;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.format.FindingFields;
import io.lockstep.run.format.JsonDocument;
import java.util.List;
import java.util.stream.IntStream;

/** Cards as JSON. */
public final class CardJson {
  private CardJson() {}

  /**
   * {@return a document about kernels that were not executed}
   *
   * @param version of Lockstep
   * @param input path as the user gave it
   * @param kernels in their order
   * @param refusals by kernel
   * @param sources texts of source lines
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
          json.text("input", input);
          json.list(
              "kernels",
              IntStream.range(0, kernels.size()).boxed().toList(),
              (k, kernel) -> {
                CardFields.text(kernels.get(k), sources, true, kernel);
                CardFields.refusals(refusals.get(k), kernel);
              });
        });
  }

  /**
   * {@return a document about a program that was executed or read from a trace}
   *
   * @param version of Lockstep
   * @param input path as the user gave it
   * @param card of the program
   * @param refusals of the program as it was launched, by device
   * @param reach strides that reach few channels of devices
   * @param sources texts of source lines
   * @param listing whether instructions are listed
   * @param checks findings of the execution; empty without checks
   */
  public static String program(
      String version,
      String input,
      ProgramCard card,
      List<DeviceFit.Refusal> refusals,
      List<ChannelReach.Finding> reach,
      SourceLines sources,
      boolean listing,
      CheckLog checks) {
    return JsonDocument.of(
        version,
        json -> {
          json.text("input", input);
          CardFields.program(card, json);
          json.list(
              "kernels",
              card.kernels(),
              (kernel, to) -> {
                CardFields.text(kernel.text(), sources, listing, to);
                CardFields.dynamic(kernel, to);
              });
          CardFields.refusals(refusals, json);
          CardFields.channels(reach, json);
          if (checks.wantsAny()) {
            FindingFields.write(checks, json);
          }
        });
  }
}
