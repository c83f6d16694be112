// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.page;

import io.lockstep.observe.line.LineRow;
import io.lockstep.run.Numbers;
import io.lockstep.spi.stats.CommonCause;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

public final class LineLabels {
  private static final List<CommonCause> CAUSES =
      Arrays.stream(CommonCause.values()).filter(c -> c != CommonCause.NO_WAVEFRONT).toList();

  private LineLabels() {}

  public static List<CommonCause> causes() {
    return CAUSES;
  }

  static String cause(CommonCause cause) {
    return cause.heading();
  }

  /** Returns the dominant stall reason of a line; empty if the line has no cycles. */
  static String mostly(LineRow row) {
    CommonCause most = CommonCause.ISSUED;
    for (CommonCause c : CAUSES) {
      most = row.cycles(c) > row.cycles(most) ? c : most;
    }
    return row.cycles(most) == 0 ? "" : cause(most);
  }

  /** Formats file and line; the folder is omitted if the file name is unambiguous. */
  static String where(LineRow row, List<LineRow> all) {
    String file = row.place().file();
    Path name = Path.of(file).getFileName();
    boolean single =
        all.stream()
                .map(r -> r.place().file())
                .distinct()
                .filter(f -> Path.of(f).endsWith(name))
                .count()
            == 1;
    return (single ? name : file) + ":" + row.place().line();
  }

  static String text(LineRow row, int room) {
    String text = row.place().text();
    return text.length() <= room ? text : text.substring(0, room - 1) + "…";
  }

  static String percent(long part, long whole) {
    return whole == 0
        ? "0.0"
        : share(part, whole).movePointRight(2).setScale(1, RoundingMode.HALF_UP).toPlainString();
  }

  /** Returns the share of a part in a whole; 0 if the whole is 0. */
  static BigDecimal share(long part, long whole) {
    return whole == 0 ? BigDecimal.ZERO : Numbers.ratio(part, whole);
  }
}
