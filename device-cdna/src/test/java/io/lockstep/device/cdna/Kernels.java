package io.lockstep.device.cdna;

import io.lockstep.trace.frontend.FrontendOptions;
import io.lockstep.trace.frontend.KernelFrontend;
import io.lockstep.trace.ir.Kernel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;

/** The OpenCL C kernels of the project, as clang made PTX of them, for tests. */
public final class Kernels {
  /** Names of the kernels. */
  public static final List<String> NAMES =
      List.of(
          "aeslut",
          "bitonic",
          "blackscholes",
          "chase",
          "conv2d",
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

  private static final KernelFrontend PTX = frontend();

  private Kernels() {}

  private static KernelFrontend frontend() {
    // The module itself needs no front-end, so its descriptor does not say that it uses one.
    Kernels.class.getModule().addUses(KernelFrontend.class);
    return ServiceLoader.load(KernelFrontend.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(f -> f.id().equals("ptx"))
        .findFirst()
        .orElseThrow();
  }

  /** A kernel by its name. */
  public static Kernel read(String name) {
    String file = "kernels/" + name + ".ptx";
    try (InputStream in = Kernels.class.getResourceAsStream(file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return PTX.read(file, text, FrontendOptions.defaults()).get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
