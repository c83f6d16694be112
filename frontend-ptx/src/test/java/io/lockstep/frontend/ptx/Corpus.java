// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import java.util.stream.Stream;

/** The kernels that clang-19 and nvcc 13 made, read by this front-end. */
final class Corpus {
  static final List<String> NAMES =
      Stream.of(Kernels.CORPUS, Kernels.CUDA).flatMap(List::stream).sorted().toList();

  private Corpus() {}

  static String text(String name) {
    return Kernels.text(name);
  }

  static String resource(String path) {
    return Kernels.read(Corpus.class.getResourceAsStream(path), path);
  }

  static Kernel kernel(String name) {
    return read(name + ".ptx", text(name));
  }

  static Kernel read(String file, String text) {
    return new PtxFrontend().read(file, text, FrontendOptions.defaults()).get(0);
  }
}
