// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.JsonDocument;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Answers that are recorded whole. {@code -Dlockstep.write.docs=true} writes them. */
public final class Recorded {
  private static final Path FOLDER =
      Repository.ROOT.resolve("sim-explain/src/test/resources/io/lockstep/explain");

  private Recorded() {}

  /** Requires an answer to be the recorded one of that name. */
  public static <T> void isRecorded(String name, Answer<T> answer, T value) throws IOException {
    isRecorded(name + ".json", JsonDocument.of("0", to -> answer.write(value, to)) + "\n");
  }

  /** Requires a text to be that of a recorded file. */
  public static void isRecorded(String name, String found) throws IOException {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(file, found);
    }
    assertThat(found).isEqualTo(Files.readString(file));
  }
}
