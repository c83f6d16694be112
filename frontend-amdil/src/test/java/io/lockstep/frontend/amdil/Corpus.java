// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The kernels of the test resources. */
final class Corpus {
  static final List<String> NAMES =
      List.of("copy.il", "matmul.il", "reduce_lds.il", "scaleadd_ps.il", "everything.il");

  private Corpus() {}

  static String text(String name) {
    try (InputStream in = Corpus.class.getResourceAsStream("/kernels/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
