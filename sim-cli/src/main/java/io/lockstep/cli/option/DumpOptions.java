// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.run.dump.BufferDump;
import io.lockstep.run.dump.BufferDumps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

public final class DumpOptions {
  @Option(
      names = "--dump",
      paramLabel = "BUFFER=FILE",
      description = "Write a buffer's final contents (.npy, .csv, .bin).")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private List<String> wanted = new ArrayList<>();

  public BufferDumps dumps() {
    List<BufferDump> dumps = new ArrayList<>();
    Set<String> files = new HashSet<>();
    for (String text : wanted) {
      BufferDump dump =
          BufferDump.parse(text)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--dump: expected " + BufferDump.FORM + ", found '" + text + "'"));
      if (!files.add(dump.file().toAbsolutePath().normalize().toString())) {
        throw new UsageException("--dump: " + dump.file() + " is named twice");
      }
      dumps.add(dump);
    }
    return new BufferDumps(dumps);
  }
}
