// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

enum LineVerdict {
  PASS("pass"),
  MISS("miss"),
  // The machine does not currently permit the measurement, for example because a core is busy.
  NOT_MEASURABLE("not measurable now");

  final String text;

  LineVerdict(String text) {
    this.text = text;
  }
}
