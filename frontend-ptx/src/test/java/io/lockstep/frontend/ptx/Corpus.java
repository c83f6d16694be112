package io.lockstep.frontend.ptx;

import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.frontend.FrontendOptions;
import io.lockstep.trace.ir.Kernel;
import java.util.List;

/** The kernels that clang-19 (OpenCL C) and nvcc 13 (cu_*) made; see the test resources. */
final class Corpus {
  static final List<String> NAMES =
      List.of(
          "aeslut",
          "bitonic",
          "blackscholes",
          "chase",
          "conv2d",
          "cu_bits",
          "cu_call",
          "cu_compact",
          "cu_dot64",
          "cu_math",
          "cu_matmul",
          "cu_reduce_shfl",
          "cu_texconst",
          "cu_vecadd",
          "diverge",
          "floyd",
          "histogram",
          "ldsstride",
          "mandelbrot",
          "matmul",
          "montecarlo",
          "nbody",
          "reduce",
          "saxpy4",
          "scan",
          "spmv",
          "stencil",
          "transpose",
          "vecadd");

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
