// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.io.Digests;
import io.lockstep.run.RunResult;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * The digest of all simulated values, by which results with the same key are compared. It excludes
 * fields whose text may differ for the same key, such as file names, the spelling of figures, and
 * messages that contain them.
 */
final class ResultDigest {
  private static final int BYTES = 16;

  private ResultDigest() {}

  static byte[] of(RunResult r) {
    StringBuilder text = new StringBuilder(4096);
    for (ResultField<?> field : ResultFields.KEPT) {
      boolean isNewer = field == ResultFields.SAMPLE && field.of(r) == null;
      if (isNewer || ResultFields.WORDING.contains(field)) {
        continue; // indexes of earlier versions have digests without the newer field
      }
      if (field == ResultFields.STATISTICS) {
        for (Map.Entry<String, BigDecimal> e : r.statistics().entrySet()) {
          line(text, e.getKey());
          line(text, e.getValue().toString());
        }
      } else {
        line(text, field.kept(r));
      }
    }
    byte[] sha = Digests.start().digest(text.toString().getBytes(StandardCharsets.UTF_8));
    return Arrays.copyOf(sha, BYTES);
  }

  private static void line(StringBuilder text, String value) {
    text.append(value.length()).append(':').append(value).append('\n');
  }
}
