// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.amdil.operation.Operations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The documentation's table is the code's; {@code -Dlockstep.write.docs=true} writes it anew. */
class OperationTableTest {
  private static final Path FILE = Path.of("..", "docs", "il-operations.md");

  @Test
  @DisplayName("docs/il-operations.md lists what the code does")
  void docsIlOperationsMdListsWhatTheCodeDoes() throws IOException {
    String table = OperationTable.markdown();
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(FILE, table);
    }
    assertThat(Files.readString(FILE)).isEqualTo(table);
  }

  @Test
  @DisplayName("every operation says what it does")
  void everyOperationSaysWhatItDoes() {
    assertThat(Operations.all()).allMatch(o -> !o.meaning().isEmpty());
  }
}
