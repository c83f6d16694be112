// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.Rare;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.Round;
import io.lockstep.sweep.work.SweepPart;
import io.lockstep.sweep.work.WorkOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "shard",
    description = {
      "Computes one of N parts of a sweep.",
      "For GNU parallel, HTCondor, Kubernetes. docs/sweep-cluster.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    examples = {
      "lockstep sweep shard 1/8 folder/ --threads 1",
      "parallel lockstep sweep shard {}/8 folder/ --threads 1 ::: 1 2 3 4 5 6 7 8"
    })
public final class SweepShardCommand implements Callable<Integer> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  @Parameters(paramLabel = "I/N", description = "Which part, from 1, of how many.")
  private String shard;

  @Mixin private SweepFolderOptions folder;

  @Rare
  @Option(
      names = "--round",
      paramLabel = "FILE",
      description = "Compute the points that an array's script names.")
  @FileUse(FileUse.Kind.READ)
  private Path round;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    Matcher form = FORM.matcher(shard);
    int part = form.matches() ? Integer.parseInt(form.group(1)) : 0;
    int parts = form.matches() ? Integer.parseInt(form.group(2)) : 0;
    if (part < 1 || part > parts) {
      throw new UsageException(
          "I/N: expected two numbers such as 1/8, the first from 1 to the second, found '"
              + shard
              + "'");
    }
    PrintWriter err = spec.commandLine().getErr();
    SweepFolder sweep = folder.folder();
    WorkOptions options = folder.options(round != null, err);
    return new SweepRun(spec.commandLine(), sweep)
        .part(part(sweep, part, parts), folder.catalogue(err), options);
  }

  private SweepPart part(SweepFolder sweep, int part, int parts) {
    if (round == null) {
      return SweepPart.of(part, parts, sweep.points());
    }
    Round read = Round.read(round);
    if (read.shards().size() != parts) {
      throw new UsageException(round + " has " + read.shards().size() + " shards, not " + parts);
    }
    return read.part(round, part);
  }
}
