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
      "Writes a Maven project of a new device module.",
      "It builds, runs and passes the plug-in kit as it is. docs/your-first-device.md"
    })
@HelpPage(
    group = HelpPage.Group.TOOLS,
    place = 19,
    codes = {0, 2, 3, 6},
    examples = {"lockstep new device my-gpu", "lockstep new device my-gpu -o work/my-gpu"})
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
    DeviceName device = new DeviceName(name);
    requireFree(device.id());
    String home =
        Path.of(System.getProperty("lockstep.home", "lockstep")).toAbsolutePath().toString();
    DeviceProject project = new DeviceProject(device, home);
    Path folder = output == null ? Path.of("device-" + device.id()) : output;
    project.write(folder);
    PrintWriter out = spec.commandLine().getOut();
    out.println(folder + ": " + project.files().size() + " files; README.md says what they are");
    out.println("  mvn -f " + ShellWord.of(folder) + " package");
    out.println(
        "  lockstep compare WORKLOAD.yaml --plugin-path "
            + ShellWord.of(folder.resolve("target").normalize()));
    out.flush();
    return ExitCode.DONE;
  }

  /** Rejects the name of an existing device or family, since the new device would be ignored. */
  private static void requireFree(String id) {
    Catalogue catalogue = Catalogue.of(Optional.empty(), List.of());
    if (catalogue.has(id) || catalogue.families().contains(id)) {
      throw new InputException(
          "device '" + id + "'",
          "is a " + (catalogue.has(id) ? "device" : "family") + " of Lockstep's own; name another");
    }
  }
}
