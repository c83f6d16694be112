// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.inspect.card.OperationCount;
import io.lockstep.inspect.card.StaticCard;
import io.lockstep.inspect.fit.DeviceFit;
import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.line.SourceLines;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats a kernel as text: intermediate code interleaved with source lines, and facts. */
public record KernelListing(StaticCard card, SourceLines sources) {
  /** Indentation of the continuation lines of a fact. */
  public static final String HANGING = " ".repeat(12);

  /** Formats the intermediate code; each run of instructions follows its source line. */
  public String ir() {
    Kernel kernel = card.kernel();
    Path name = Path.of(kernel.source()).getFileName();
    int[] shown = {-1};
    return IrText.of(
        kernel,
        new IrText.Notes() {
          @Override
          public String before(Block block, int index) {
            Instruction i = block.instructions().get(index);
            if (index > 0 && i.line() == shown[0]) {
              return "";
            }
            shown[0] = i.line();
            String text = sources.line(kernel.source(), i.line());
            return text.isEmpty() ? "" : "  // " + name + ":" + i.line() + ": " + text;
          }

          @Override
          public String beside(Block block, int index) {
            return String.format(Locale.ROOT, "%3d live  ", card.live().get(block.id()).get(index));
          }
        });
  }

  public String facts() {
    Kernel kernel = card.kernel();
    StringBuilder out = new StringBuilder();
    fact(
        out,
        "operations",
        kernel.size()
            + ": "
            + card.operations().stream()
                .map(o -> text(o) + " " + o.count())
                .collect(Collectors.joining(", ")));
    fact(
        out,
        "registers",
        card.mostLive()
            + " of 32 bits live at most"
            + (card.mostLiveLine() > 0 ? " (line " + card.mostLiveLine() + ")" : ""));
    fact(
        out,
        "memory",
        "%s B local, %s B private, %s B constant, %s B parameters"
            .formatted(
                kernel.localBytes(),
                kernel.privateBytes(),
                card.constantBytes(),
                kernel.parameterBytes()));
    fact(out, "barriers", Integer.toString(card.barriers()));
    fact(
        out,
        "needs",
        card.features().isEmpty()
            ? "nothing that a device may lack"
            : card.features().stream()
                .map(f -> f.text() + (f.line() > 0 ? " (line " + f.line() + ")" : ""))
                .collect(Collectors.joining(", ")));
    return out.toString();
  }

  /** Lists the devices that refuse a kernel or fail, with one line per reason. */
  public static String refusals(List<DeviceFit.Refusal> refusals) {
    StringBuilder out = new StringBuilder();
    list(out, "refused by", refusals.stream().filter(r -> !r.failed()).toList());
    list(out, "failed on", refusals.stream().filter(DeviceFit.Refusal::failed).toList());
    if (refusals.isEmpty()) {
      fact(out, "refused by", "no device of the catalogue");
    }
    return out.toString();
  }

  private static void list(StringBuilder out, String what, List<DeviceFit.Refusal> devices) {
    Map<String, List<String>> byReason =
        devices.stream()
            .collect(
                Collectors.groupingBy(
                    DeviceFit.Refusal::reason,
                    LinkedHashMap::new,
                    Collectors.mapping(DeviceFit.Refusal::device, Collectors.toList())));
    byReason.forEach((reason, ids) -> fact(out, what, String.join(", ", ids) + ": " + reason));
  }

  static void fact(StringBuilder out, String name, String value) {
    out.append(String.format(Locale.ROOT, "%-11s %s\n", name, value));
  }

  static String text(OperationCount o) {
    return o.opClass().name().toLowerCase(Locale.ROOT);
  }
}
