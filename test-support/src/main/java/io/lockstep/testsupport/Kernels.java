// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** Test kernels for several modules: the compiled corpus, dependent chains, local accesses. */
public final class Kernels {
  public static final List<String> CORPUS =
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

  public static final List<String> CUDA =
      List.of(
          "cu_bits",
          "cu_call",
          "cu_compact",
          "cu_dot64",
          "cu_math",
          "cu_matmul",
          "cu_reduce_shfl",
          "cu_texconst",
          "cu_vecadd");

  private Kernels() {}

  /**
   * Returns a kernel of {@link #CORPUS} or {@link #CUDA}, compiled by clang-19 or nvcc 13; needs
   * the PTX front-end.
   */
  public static Kernel corpus(String name) {
    return ptx(name, text(name)).get(0);
  }

  /** Returns the kernels of a PTX text; needs the PTX front-end. */
  public static List<Kernel> ptx(String name, String text) {
    return ServiceLoader.load(KernelFrontend.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(f -> f.id().equals("ptx"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the PTX front-end is not there"))
        .read(name + ".ptx", text, FrontendOptions.defaults());
  }

  /** Returns the PTX text of a kernel of either list. */
  public static String text(String name) {
    String path = "/kernels/" + name + ".ptx";
    return read(Kernels.class.getResourceAsStream(path), path);
  }

  /** Reads and closes a resource that the caller's module has opened; throws if it is null. */
  public static String read(InputStream resource, String path) {
    if (resource == null) {
      throw new IllegalArgumentException("no test resource " + path);
    }
    try (resource) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns a kernel of independent serial chains, one for each vector element, which stores their
   * sum.
   *
   * @param op FMA for floats and doubles, MAD for integers
   */
  public static Kernel chains(Op op, Type type, int width, int length) {
    Body body = new Body("chain", "chain");
    List<Integer> x = new ArrayList<>();
    int id = body.special(Type.I32, Special.LOCAL_ID_X);
    int y = convert(body, type, id, "y");
    for (int k = 0; k < width; k++) {
      // Different start values, otherwise the compiler would merge the chains.
      Operand start = Operand.immediate(17 * k + 5);
      int i = body.apply(Op.ADD, Type.I32, "i" + k, Operand.register(id), start);
      x.add(convert(body, type, i, "x" + k));
    }
    for (int n = 0; n < length; n++) {
      for (int r : x) {
        body.add(
            InstructionBuilder.of(op, type)
                .fusion(op == Op.FMA ? Fusion.PERMITTED : Fusion.NONE)
                .to(r)
                .from(Operand.register(r), Operand.register(y), Operand.register(r))
                .build());
      }
    }
    return store(body, type, body.sum(type, x));
  }

  private static int convert(Body body, Type type, int from, String name) {
    if (type == Type.I32) {
      return body.apply(Op.ADD, type, name, Operand.register(from), Operand.immediate(3));
    }
    int to = body.register(type, name);
    body.add(
        InstructionBuilder.of(Op.CONVERT, type)
            .sourceType(Type.I32)
            .to(to)
            .from(Operand.register(from))
            .build());
    return to;
  }

  private static Kernel store(Body body, Type type, int value) {
    return body.end(type, body.special(Type.PTR, Special.GROUP_ID_X), value);
  }

  /** Returns a kernel that reads local memory a number of times and stores the sum. */
  public static Kernel localReads(int reads) {
    Body body = new Body("local", "local");
    body.builder().variable(new Variable("buffer", Space.LOCAL, 0, 8192, 4, new byte[0]));
    int id = body.special(Type.I32, Special.LOCAL_ID_X);
    List<Integer> read = new ArrayList<>();
    for (int k = 0; k < reads; k++) {
      int r = body.register(Type.F32, "r" + k);
      body.load(new MemoryAccess(Space.LOCAL, Type.F32, 1, 0, 4L * k), List.of(r), id);
      read.add(r);
    }
    return store(body, Type.F32, body.sum(Type.F32, read));
  }

  /** Returns a kernel that copies one element between buffers, optionally with an atomic. */
  public static Kernel copy(boolean withAtomic) {
    Body body = new Body("copy", "copy");
    int id = body.special(Type.PTR, Special.LOCAL_ID_X);
    int v = body.register(Type.F32, "v");
    body.load(new MemoryAccess(Space.GLOBAL, Type.F32, 1, 0, 0), List.of(v), id);
    if (withAtomic) {
      body.add(
          InstructionBuilder.of(Op.ATOMIC, Type.I32)
              .atomic(AtomicOp.ADD)
              .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, 0, 0))
              .from(Operand.register(id), Operand.immediate(1))
              .build());
    }
    return store(body, Type.F32, v);
  }

  /**
   * Returns a kernel that adds to a word (operation 0) and may store its old value (operation 1).
   */
  public static Kernel count(boolean withResult) {
    Body body = new Body("count", "count");
    int id = body.special(Type.PTR, Special.LOCAL_ID_X);
    int before = body.register(Type.I32, "before");
    InstructionBuilder add =
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .atomic(AtomicOp.ADD)
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, 0, 0))
            .from(Operand.register(id), Operand.immediate(1));
    if (!withResult) {
      body.add(add.build());
      body.add(InstructionBuilder.of(Op.EXIT, Type.I1).build());
      return body.builder().build();
    }
    body.add(add.to(before).build());
    return store(body, Type.I32, before);
  }
}
