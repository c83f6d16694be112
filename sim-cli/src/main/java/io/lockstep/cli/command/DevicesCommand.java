// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.table.FieldTable;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.StatisticsListing;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.Version;
import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.format.DeviceJson;
import io.lockstep.run.plugin.ModelException;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      StatisticsListing listing =
          new StatisticsListing(
              catalogue.sharedStatistics(), families.stream().map(catalogue::statistics).toList());
      out.print(listing.text(output.format, Terminal.screen()));
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
    Map<DeviceSpec, Capabilities> listed = capabilities(catalogue);
    if (output.format == Format.JSON) {
      out.print(DeviceJson.list(Version.text(), listed));
      return;
    }
    FieldTable table =
        new FieldTable()
            .text("device", "device")
            .text("vendor", "vendor")
            .text("generation", "generation")
            .text("released", "released")
            .text("family", "family")
            .text(">wavefront", "wavefront")
            .text(">group", "group_size")
            .column(">LDS KiB", "local_bytes", c -> Long.toString(c.numerator() >> 10))
            .column(">memory MiB", "memory_bytes", c -> Long.toString(c.numerator() >> 20))
            .text("name", "name");
    listed.forEach((s, c) -> table.row(to -> DeviceJson.capabilities(s, c, to)));
    print(out, table);
  }

  /** Returns the capabilities of each device, in catalogue order; warns of devices that fail. */
  private Map<DeviceSpec, Capabilities> capabilities(Catalogue catalogue) {
    Map<DeviceSpec, Capabilities> all = new LinkedHashMap<>();
    for (DeviceSpec s : catalogue.specs()) {
      try {
        all.put(s, catalogue.device(s).capabilities());
      } catch (ModelException e) {
        devices.warn("device '" + s.id() + "' is left out: " + e.getMessage(), e);
      }
    }
    return all;
  }

  private void show(PrintWriter out, DeviceSpec device) {
    if (output.format == Format.JSON) {
      out.print(DeviceJson.one(Version.text(), device));
      return;
    }
    FieldTable table =
        new FieldTable()
            .text("figure", "figure")
            .text(">value", "shown")
            .text("from", "from")
            .text("range", "range")
            .text("source", "key")
            .text("meaning", "meaning");
    boolean people = output.format == Format.TABLE;
    for (Figure f : device.shown()) {
      table.row(
          to -> {
            DeviceJson.figure(f, device, to);
            to.text("figure", f.path());
            to.text("shown", people ? f.readable() : f.text());
            String range = f.low().isEmpty() ? "" : f.low() + " … " + f.high();
            to.text("range", people ? f.range() : range);
            to.text("key", f.source());
          });
    }
    if (people) {
      out.println(device.name() + " (" + device.id() + ", family " + device.family() + ")\n");
    }
    print(out, table);
    if (people) {
      out.println("\nSources:");
      Screen screen = Terminal.screen();
      device.sources().forEach((k, v) -> out.println(screen.wrapped("  " + k + ": " + v, "    ")));
    }
  }

  private void print(PrintWriter out, FieldTable table) {
    table.dropping(
        "group", "memory MiB", "LDS KiB", "family", "vendor", "released", "source", "range");
    out.print(
        output.format == Format.CSV
            ? table.csv()
            : table.render("--format csv shows all", Terminal.screen()));
  }
}
