// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.DeviceName;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.InputException;
import io.lockstep.io.ShellWord;
import io.lockstep.run.Catalogue;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "new",
    description = {
      "Writes the Maven project, or the file, of a new device.",
      "A module builds, runs and passes the plug-in kit as it is. docs/your-first-device.md"
    })
@HelpPage(
    group = HelpPage.Group.TOOLS,
    place = 19,
    codes = {0, 2, 3, 6},
    examples = {
      "lockstep new device my-gpu",
      "lockstep new device my-gpu --template warps -o work/my-gpu",
      "lockstep new device my-gpu --template data --extends mi100"
    })
public final class NewCommand implements Callable<Integer> {
  private static final String DEVICE = "device";

  @Parameters(index = "0", paramLabel = DEVICE, description = "What to write: device.")
  private String kind;

  @Parameters(
      index = "1",
      paramLabel = "NAME",
      description = "The device's id: lower-case letters, digits, '-'.")
  private String name;

  @Option(
      names = "--template",
      paramLabel = "TEMPLATE",
      defaultValue = "simple",
      description = "Template: simple, warps or data (a file) (default: ${DEFAULT-VALUE}).")
  private DeviceProject.Template template;

  @Option(
      names = "--extends",
      paramLabel = "DEVICE",
      description = "Id or file of the device that template data extends.")
  private String base;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FOLDER",
      description = "The new folder (default: device-NAME).")
  @FileUse(FileUse.Kind.WRITE_FOLDER)
  private Path output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    if (!kind.equals(DEVICE)) {
      throw new UsageException("new: expected 'device', found '" + kind + "'");
    }
    if ((template == DeviceProject.Template.data) != (base != null)) {
      throw new UsageException(
          base == null
              ? "new: name the device that it extends: --extends mi100"
              : "new: --extends is for --template data");
    }
    DeviceName device = new DeviceName(name);
    Catalogue catalogue = Catalogue.of(Optional.empty(), List.of());
    requireFree(catalogue, device.id());
    Path folder = output == null ? Path.of("device-" + device.id()) : output;
    PrintWriter out = spec.commandLine().getOut();
    if (base != null) {
      Path from = folder.toAbsolutePath().normalize();
      String extended =
          catalogue.has(base)
              ? base
              : from.relativize(Path.of(base).toAbsolutePath().normalize()).toString();
      DeviceProject.data(device, catalogue.spec(base), extended).write(folder);
      String file = ShellWord.of(folder.resolve(device.id() + ".yaml"));
      out.println("  lockstep devices " + file);
      out.println("  lockstep compare WORKLOAD.yaml -d " + base + "," + file);
      out.flush();
      return ExitCode.DONE;
    }
    String home =
        Path.of(System.getProperty("lockstep.home", "lockstep")).toAbsolutePath().toString();
    DeviceProject project = DeviceProject.module(template, device, home);
    project.write(folder);
    out.println(folder + ": " + project.files().size() + " files; README.md says what they are");
    out.println("  mvn -f " + ShellWord.of(folder) + " package");
    out.println(
        "  lockstep compare WORKLOAD.yaml --plugin-path "
            + ShellWord.of(folder.resolve("target").normalize()));
    out.flush();
    return ExitCode.DONE;
  }

  /** Rejects the name of an existing device or family, since the new device would be ignored. */
  private static void requireFree(Catalogue catalogue, String id) {
    if (catalogue.has(id) || catalogue.families().contains(id)) {
      throw new InputException(
          "device '" + id + "'",
          "is a " + (catalogue.has(id) ? "device" : "family") + " of Lockstep's own; name another");
    }
  }
}
