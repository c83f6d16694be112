package io.lockstep.cli;

import io.lockstep.io.InputException;
import io.lockstep.parts.device.Capabilities;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.spec.Figure;
import io.lockstep.run.Catalogue;
import io.lockstep.run.format.Csv;
import io.lockstep.run.format.DeviceJson;
import io.lockstep.run.plugin.ModelException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code lockstep devices}: the catalogue, or one device in full, every figure with its source. */
@Command(
    name = "devices",
    description = {
      "Lists the devices of the catalogue, or shows one in full.",
      "With a name: every figure of that device, where it comes from, and its range where guessed."
    },
    mixinStandardHelpOptions = true)
final class DevicesCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DEVICE",
      arity = "0..1",
      description = "A device's id or a specification file.")
  private String name;

  @Mixin private DeviceOptions devices;

  @Mixin private FormatOption output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Catalogue catalogue = devices.catalogue(name == null ? Set.of() : Set.of(name));
    if (name == null) {
      list(out, catalogue);
    } else {
      DeviceSpec device = catalogue.spec(name);
      devices.requireKnown(catalogue, List.of(device));
      device = device.with(devices.overrides);
      try {
        catalogue.device(device); // contradictions are told here, too
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
    List<String> header =
        List.of("device", "family", ">wavefront", ">group", ">LDS KiB", ">memory MiB", "name");
    List<List<String>> rows = new ArrayList<>();
    listed.forEach(
        (s, c) ->
            rows.add(
                List.of(
                    s.id(),
                    s.family(),
                    Integer.toString(c.wavefront()),
                    Integer.toString(c.maximumGroupSize()),
                    Integer.toString(c.localBytesPerGroup() >> 10),
                    Long.toString(c.memoryBytes() >> 20),
                    s.name())));
    print(out, header, rows);
  }

  /** What each device can do, in the catalogue's order; warns of those that do not answer. */
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
    List<List<String>> rows = new ArrayList<>();
    for (Figure f : device.shown()) {
      rows.add(
          List.of(
              f.path(),
              f.text(),
              f.from().name().toLowerCase(Locale.ROOT),
              f.low().isEmpty() ? "" : f.low() + " … " + f.high(),
              f.source(),
              device.schema().definition(f.path())));
    }
    if (output.format == Format.TABLE) {
      out.println(device.name() + " (" + device.id() + ", family " + device.family() + ")\n");
    }
    print(out, List.of("figure", ">value", "from", "range", "source", "meaning"), rows);
    if (output.format == Format.TABLE) {
      out.println("\nSources:");
      Screen screen = Terminal.screen();
      device.sources().forEach((k, v) -> out.println(screen.wrapped("  " + k + ": " + v, "    ")));
    }
  }

  private void print(PrintWriter out, List<String> header, List<List<String>> rows) {
    if (output.format == Format.CSV) {
      out.print(Csv.line(header.stream().map(h -> h.replace(">", "")).toList()));
      rows.forEach(r -> out.print(Csv.line(r)));
      return;
    }
    Table table =
        new Table(header)
            .dropping(
                "--format csv shows all",
                List.of("group", "memory MiB", "LDS KiB", "source", "range", "family"));
    rows.forEach(r -> table.row(Table.Emphasis.NONE, r));
    out.print(table.render(Terminal.screen()));
  }
}
