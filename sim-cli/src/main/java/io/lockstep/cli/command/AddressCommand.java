// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.PluginOption;
import io.lockstep.cli.option.ReportOption;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.Version;
import io.lockstep.inspect.address.AddressAnswers;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.report.address.AddressPage;
import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "address",
    description = {
      "Computes an address of a device's address spaces, step by step.",
      "Without KIND it lists the kinds, without inputs those of a kind. docs/addresses.md"
    })
@HelpPage(
    group = HelpPage.Group.LOOK,
    place = 13,
    codes = {0, 2, 3, 6},
    examples = {
      "lockstep address",
      "lockstep address scratch_swizzle flat_scratch=0x7f5a00000000 private_addr=12 lane=17",
      "lockstep address vsharp_decode words=0x00100000,0x8fb07f00,0x00000040,0x00e80000",
      "lockstep address lds_b32_cycles addr=lane*8 --report banks.html"
    })
public final class AddressCommand implements Callable<Integer> {
  @Parameters(paramLabel = "KIND", arity = "0..1", index = "0", description = "What to compute.")
  private String name;

  @Parameters(paramLabel = "KEY=VALUE", arity = "0..*", index = "1..*", description = "Its inputs.")
  private List<String> words = List.of();

  @Mixin private PluginOption plugins = new PluginOption();

  @Mixin private FormatOption output;
  @Mixin private ReportOption report;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    Map<String, AddressKind> kinds = plugins.catalogue(spec.commandLine().getErr()).addressKinds();
    PrintWriter out = spec.commandLine().getOut();
    if (name == null) {
      out.print(list(List.copyOf(kinds.values())));
    } else {
      AddressKind kind = kinds.get(name);
      if (kind == null) {
        throw new InputException(
            "address", "unknown kind '" + name + "'" + Suggestions.hint(name, kinds.keySet()));
      }
      if (words.isEmpty() && kind.inputs().stream().anyMatch(i -> i.fallback().isEmpty())) {
        out.print(describe(kind));
      } else {
        try (ReportOption page = report.open()) {
          answer(kind, page, out);
        }
      }
    }
    out.flush();
    return ExitCode.DONE;
  }

  private void answer(AddressKind kind, ReportOption page, PrintWriter out) {
    AddressInputs inputs = kind.read(words);
    AddressAnswer answer = kind.answer(inputs);
    out.print(
        switch (output.format) {
          case JSON ->
              AddressAnswers.ANSWER.json(
                  Version.text(), new AddressAnswers.Computed(kind, inputs, answer));
          case CSV -> AddressAnswers.STEP.csv(answer.steps());
          case TABLE -> table(answer);
        });
    page.write(() -> AddressPage.of(page.origin(), kind, inputs, answer));
  }

  private static String table(AddressAnswer answer) {
    StringBuilder text =
        new StringBuilder(Table.of(AddressAnswers.STEP, answer.steps()).render(Terminal.screen()));
    text.append('\n');
    answer.result().forEach(v -> text.append(v.name()).append(" = ").append(v.text()).append('\n'));
    return text.toString();
  }

  private String list(List<AddressKind> kinds) {
    return switch (output.format) {
      case JSON -> AddressAnswers.KINDS.json(Version.text(), kinds);
      case CSV -> AddressAnswers.KIND.csvOfTable(kinds);
      case TABLE ->
          Table.of(AddressAnswers.KIND, kinds)
              .dropping("--format json shows all", AddressAnswers.KIND.lessImportant())
              .render(Terminal.screen());
    };
  }

  private String describe(AddressKind kind) {
    return switch (output.format) {
      case JSON -> AddressAnswers.KINDS.json(Version.text(), List.of(kind));
      case CSV -> AddressAnswers.INPUT.csv(kind.inputs());
      case TABLE ->
          "%s computes the %s.\n\n%s\nlockstep address %s\n"
              .formatted(
                  kind.name(),
                  kind.meaning(),
                  Table.of(AddressAnswers.INPUT, kind.inputs()).render(Terminal.screen()),
                  kind.example());
    };
  }
}
