// SPDX-License-Identifier: Apache-2.0
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

public final class CardJson {
  private CardJson() {}

  /**
   * Writes a document about kernels that were not executed.
   *
   * @param input path as given by the user
   * @param refusals refusals of each kernel
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
   * Writes a document about a program that was executed or read from a trace.
   *
   * @param input path as given by the user
   * @param refusals devices that refuse the program as launched
   * @param reach strides that reach few channels of devices
   * @param listing whether to list instructions
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
