// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Whatever the text, reading gives a workload or an InputException of one line, nothing else. */
class WorkloadFuzzTest {
  private static final String SYMBOLS = "{}[]:,-'\"&*!|>%@`#?~ \n\t0129azA._/\\\u0000\u00e9<+";

  @Property(tries = 3000)
  void mutatedFilesAreWorkloadsOrErrorsOfOneLine(@ForAll @LongRange(min = 0) long seed)
      throws IOException {
    Random random = new Random(seed);
    List<Path> files = WorkloadFilesTest.files();
    StringBuilder text =
        new StringBuilder(Files.readString(files.get(random.nextInt(files.size()))));
    for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
      mutate(text, random);
    }
    try {
      Workload.read("fuzz.yaml", text.toString(), WorkloadFilesTest.FOLDER).bind();
    } catch (InputException e) {
      if (e.getMessage().contains("\n") || !e.getMessage().startsWith("fuzz.yaml")) {
        throw new AssertionError("not one line with a position: " + e.getMessage(), e);
      }
    }
  }

  private static void mutate(StringBuilder text, Random random) {
    int at = random.nextInt(text.length() + 1);
    int length = Math.min(random.nextInt(12), text.length() - at);
    switch (random.nextInt(5)) {
      case 0 -> text.delete(at, at + length);
      case 1 -> text.insert(at, SYMBOLS.charAt(random.nextInt(SYMBOLS.length())));
      case 2 -> text.insert(at, text.substring(at, at + length));
      case 3 -> {
        int from = random.nextInt(text.length() + 1);
        int n = Math.min(random.nextInt(30), text.length() - from);
        text.insert(at, text.substring(from, from + n));
      }
      default -> {
        if (at < text.length()) {
          text.setCharAt(at, SYMBOLS.charAt(random.nextInt(SYMBOLS.length())));
        }
      }
    }
    if (text.length() == 0) {
      text.append('x');
    }
  }
}
