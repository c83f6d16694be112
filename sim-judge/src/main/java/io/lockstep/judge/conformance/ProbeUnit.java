// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

enum ProbeUnit {
  OPERATIONS_PER_CYCLE("op/cycle", 1),
  GIGAFLOPS("GFLOPS", 1e9),
  GIGA_OPERATIONS("Gop/s", 1e9),
  BYTES_PER_CYCLE("B/cycle", 1),
  GIGABYTES("GB/s", 1e9),
  CYCLES("cycles", 1),
  MICROSECONDS("us", 1e-6),
  BYTES("B", 1),
  COUNT("", 1);

  private final String text;
  private final double factor;

  ProbeUnit(String text, double factor) {
    this.text = text;
    this.factor = factor;
  }

  String text() {
    return text;
  }

  double of(double base) {
    return base / factor;
  }
}
