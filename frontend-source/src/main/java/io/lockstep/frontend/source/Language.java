// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

/** A language of kernel texts. */
enum Language {
  OPENCL("OpenCL C"),
  CUDA("CUDA C++");

  private final String text;

  Language(String text) {
    this.text = text;
  }

  /** Returns its name for messages. */
  String text() {
    return text;
  }
}
