// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.hipcc;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.program.ProgramRun;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "hipcc",
    description = {
      "Builds a HIP program for Lockstep, as AMD's hipcc does: compiles, links.",
      "Makefiles call it by HIPCC=\"lockstep hipcc\". Options are those of clang and hipcc.",
      "docs/programs.md"
    })
@HelpPage(
    group = HelpPage.Group.TOOLS,
    place = 18,
    codes = {0, 1, 2, 3, 6},
    meanings = {"1: clang failed"},
    examples = {"lockstep hipcc app.hip", "lockstep hipcc main.o kernels.cpp"})
public final class HipccCommand implements Callable<Integer> {
  private static final String NAME = "hipcc";

  @Parameters(paramLabel = "ARG", arity = "0..*", description = "As for hipcc.")
  private List<String> words = List.of();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** Has arguments of the compiler taken as they are, if a command line is one of it. */
  public static String[] prepare(String... args) {
    if (args.length < 2 || !args[0].equals(NAME) || args[1].startsWith("--help")) {
      return args;
    }
    String[] all = new String[args.length + 1];
    all[0] = NAME;
    all[1] = "--";
    System.arraycopy(args, 1, all, 2, args.length - 1);
    return all;
  }

  @Override
  public Integer call() {
    if (words.isEmpty()) {
      throw new UsageException("hipcc: no input files");
    }
    return ProgramRun.hipcc(words, spec.commandLine().getErr()::println);
  }
}
