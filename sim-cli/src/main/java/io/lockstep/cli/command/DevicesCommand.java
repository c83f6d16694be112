// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.Version;
import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.format.DeviceAnswer;
import io.lockstep.run.format.StatisticsAnswer;
import io.lockstep.run.plugin.ModelException;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "devices",
    description = {
      "Lists the devices, or shows one in full.",
      "With a name: every parameter of that device, its source, and its range if it is uncertain."
    })
@HelpPage(
    group = HelpPage.Group.LOOK,
    place = 8,
    codes = {0, 2, 3, 6},
    examples = {
      "lockstep devices",
      "lockstep devices hd5870",
      "lockstep devices my5870.yaml --format json"
    })
public final class DevicesCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DEVICE",
      arity = "0..1",
      description = "A device id or specification file.")
  private String name;

  @Option(
      names = "--statistics",
      description = "List statistics and stall causes instead of devices.")
  private boolean statistics;

  @Mixin private DeviceOptions devices;

  @Mixin private FormatOption output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    devices.refuseChangedLines();
    PrintWriter out = spec.commandLine().getOut();
    Catalogue catalogue = devices.catalogue(name == null ? Set.of() : Set.of(name));
    if (statistics) {
      List<String> families =
          name == null ? catalogue.families() : List.of(catalogue.spec(name).family());
      StatisticsAnswer all =
          new StatisticsAnswer(
              catalogue.sharedStatistics(), families.stream().map(catalogue::statistics).toList());
      out.print(
          switch (output.format) {
            case JSON -> StatisticsAnswer.ANSWER.json(Version.text(), all);
            case CSV -> StatisticsAnswer.ROW.csvOfTable(all.rows());
            case TABLE ->
                Table.of(StatisticsAnswer.ROW, all.rows()).render(Terminal.screen())
                    + "\n"
                    + Table.of(StatisticsAnswer.PORT, all.ports()).render(Terminal.screen());
          });
    } else if (name == null) {
      list(out, catalogue);
    } else {
      DeviceSpec device = catalogue.spec(name);
      devices.requireKnown(catalogue, List.of(device));
      device = device.with(devices.settings());
      try {
        catalogue.device(device); // fails if figures contradict each other
      } catch (ModelException e) {
        throw new InputException("device '" + name + "'", e.getMessage(), e);
      }
      show(out, device);
    }
    out.flush();
    return ExitCode.DONE;
  }

  private void list(PrintWriter out, Catalogue catalogue) {
    List<DeviceAnswer.Listed> listed = listed(catalogue);
    out.print(
        switch (output.format) {
          case JSON -> DeviceAnswer.CATALOGUE.json(Version.text(), listed);
          case CSV -> DeviceAnswer.LISTED.csvOfTable(listed);
          case TABLE -> Table.of(DeviceAnswer.LISTED, listed).render(Terminal.screen());
        });
  }

  /** Returns the devices in catalogue order; warns of devices that fail. */
  private List<DeviceAnswer.Listed> listed(Catalogue catalogue) {
    List<DeviceAnswer.Listed> all = new ArrayList<>();
    for (DeviceSpec s : catalogue.specs()) {
      try {
        all.add(new DeviceAnswer.Listed(s, catalogue.device(s).capabilities()));
      } catch (ModelException e) {
        devices.warn("device '" + s.id() + "' is left out: " + e.getMessage(), e);
      }
    }
    return all;
  }

  private void show(PrintWriter out, DeviceSpec device) {
    List<DeviceAnswer.Shown> figures =
        device.shown().stream()
            .map(f -> new DeviceAnswer.Shown(f, device, output.format == Format.TABLE))
            .toList();
    switch (output.format) {
      case JSON -> out.print(DeviceAnswer.ANSWER.json(Version.text(), device));
      case CSV -> out.print(DeviceAnswer.FIGURE.csvOfTable(figures));
      case TABLE -> {
        Screen screen = Terminal.screen();
        out.println(device.name() + " (" + device.id() + ", family " + device.family() + ")\n");
        out.print(Table.of(DeviceAnswer.FIGURE, figures).render(screen));
        out.println("\nSources:");
        device
            .sources()
            .forEach((k, v) -> out.println(screen.wrapped("  " + k + ": " + v, "    ")));
      }
    }
  }
}
