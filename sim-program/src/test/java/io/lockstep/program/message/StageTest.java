// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StageTest {
  private static final int BYTES_OF_A_BLOCK = 512; // of stat's %b

  @TempDir Path folder;

  @Test
  void allBlocksOfTheFileAreThereBeforeItIsUsed() throws Exception {
    try (Stage stage = new Stage(folder)) {
      Process stat =
          new ProcessBuilder("stat", "-c", "%b", stage.file().toString())
              .redirectErrorStream(true)
              .start();
      long blocks = Long.parseLong(new String(stat.getInputStream().readAllBytes()).trim());
      assertThat(blocks * BYTES_OF_A_BLOCK).isGreaterThanOrEqualTo(Protocol.STAGE_BYTES);
    }
  }

  @Test
  void aFolderWithoutRoomIsPassedOver() throws IOException {
    Path none = folder.resolve("none");
    try (Stage stage = new Stage(List.of(none, folder))) {
      assertThat(stage.file()).hasParent(folder).hasSize(Protocol.STAGE_BYTES);
      stage.write(3, new byte[] {7}, 1);
      byte[] read = new byte[1];
      stage.read(3, read, 1);
      assertThat(read).containsExactly(7);
    }
    assertThat(folder).isEmptyDirectory();
    assertThatThrownBy(() -> new Stage(List.of(none))).isInstanceOf(IOException.class);
  }
}
