package io.lockstep.testsupport;

import io.lockstep.trace.frontend.FrontendOptions;
import io.lockstep.trace.frontend.KernelFrontend;
import io.lockstep.trace.ir.Fusion;
import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.ir.KernelBuilder;
import io.lockstep.trace.ir.MemoryAccess;
import io.lockstep.trace.ir.Op;
import io.lockstep.trace.ir.Operand;
import io.lockstep.trace.ir.Space;
import io.lockstep.trace.ir.Special;
import io.lockstep.trace.ir.Type;
import io.lockstep.trace.ir.Variable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Kernels for the tests of several modules: the compiled corpus, chains as clpeak has them, local
 * accesses. Stateless and thread-safe.
 */
public final class Kernels {
  /** The project's OpenCL C kernels. */
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

  private Kernels() {}

  /** A kernel of the corpus, as clang (cu_*: nvcc) made PTX of it; needs the PTX front-end. */
  public static Kernel corpus(String name) {
    return ServiceLoader.load(KernelFrontend.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(f -> f.id().equals("ptx"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the PTX front-end is not there"))
        .read(name + ".ptx", text(name), FrontendOptions.defaults())
        .get(0);
  }

  /** The text of a kernel of the corpus. */
  public static String text(String name) {
    String path = "/kernels/" + name + ".ptx";
    return read(Kernels.class.getResourceAsStream(path), path);
  }

  /**
   * A test resource as text, closed afterwards. Its own module has to open it: others may not.
   *
   * @param resource may be null: then it is missing
   */
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
   * Independent serial chains, one a vector element, and a store of the first.
   *
   * @param op FMA for floats and doubles, MAD for integers
   */
  public static Kernel chains(Op op, Type type, int width, int length) {
    KernelBuilder b = new KernelBuilder("chain", "test", "chain");
    int block = b.block();
    int[] x = new int[width];
    int id = b.register(Type.I32, "id");
    b.add(block, Instruction.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    int y = b.register(type, "y");
    b.add(block, convert(type, id, y));
    for (int k = 0; k < width; k++) {
      // Every chain begins elsewhere, or the compiler would see that they are one.
      int start = b.register(Type.I32, "i" + k);
      b.add(
          block,
          Instruction.of(Op.ADD, Type.I32)
              .to(start)
              .from(Operand.register(id), Operand.immediate(17 * k + 5))
              .build());
      x[k] = b.register(type, "x" + k);
      b.add(block, convert(type, start, x[k]));
    }
    for (int n = 0; n < length; n++) {
      for (int k = 0; k < width; k++) {
        b.add(
            block,
            Instruction.of(op, type)
                .fusion(op == Op.FMA ? Fusion.PERMITTED : Fusion.NONE)
                .to(x[k])
                .from(Operand.register(x[k]), Operand.register(y), Operand.register(x[k]))
                .build());
      }
    }
    int sum = x[0];
    for (int k = 1; k < width; k++) {
      int next = b.register(type, "s" + k);
      b.add(
          block,
          Instruction.of(Op.ADD, type)
              .to(next)
              .from(Operand.register(sum), Operand.register(x[k]))
              .build());
      sum = next;
    }
    store(b, block, type, sum);
    return b.build();
  }

  private static Instruction convert(Type type, int from, int to) {
    return type == Type.I32
        ? Instruction.of(Op.ADD, type)
            .to(to)
            .from(Operand.register(from), Operand.immediate(3))
            .build()
        : Instruction.of(Op.CONVERT, type)
            .sourceType(Type.I32)
            .to(to)
            .from(Operand.register(from))
            .build();
  }

  private static void store(KernelBuilder b, int block, Type type, int value) {
    int address = b.register(Type.PTR, "p");
    b.add(
        block,
        Instruction.of(Op.SPECIAL, Type.I32).special(Special.GROUP_ID_X).to(address).build());
    b.add(
        block,
        Instruction.of(Op.STORE, type)
            .memory(new MemoryAccess(Space.GLOBAL, type, 1, 0, 0, false, false))
            .from(Operand.register(address), Operand.register(value))
            .build());
    b.add(block, Instruction.of(Op.EXIT, Type.I1).build());
  }

  /** Reads local memory so many times, sums, stores. */
  public static Kernel localReads(int reads) {
    KernelBuilder b = new KernelBuilder("local", "test", "local");
    b.variable(new Variable("buffer", Space.LOCAL, 0, 8192, 4, new byte[0]));
    int block = b.block();
    int id = b.register(Type.I32, "id");
    b.add(block, Instruction.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    List<Integer> read = new ArrayList<>();
    for (int k = 0; k < reads; k++) {
      int r = b.register(Type.F32, "r" + k);
      b.add(
          block,
          Instruction.of(Op.LOAD, Type.F32)
              .memory(new MemoryAccess(Space.LOCAL, Type.F32, 1, 0, 4L * k, false, false))
              .to(r)
              .from(Operand.register(id))
              .build());
      read.add(r);
    }
    int sum = read.get(0);
    for (int k = 1; k < reads; k++) {
      int next = b.register(Type.F32, "s" + k);
      b.add(
          block,
          Instruction.of(Op.ADD, Type.F32)
              .to(next)
              .from(Operand.register(sum), Operand.register(read.get(k)))
              .build());
      sum = next;
    }
    store(b, block, Type.F32, sum);
    return b.build();
  }

  /** Copies one element from one buffer to another, with an atomic somewhere if wanted. */
  public static Kernel copy(boolean withAtomic) {
    KernelBuilder b = new KernelBuilder("copy", "test", "copy");
    int block = b.block();
    int id = b.register(Type.PTR, "id");
    int v = b.register(Type.F32, "v");
    b.add(block, Instruction.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    b.add(
        block,
        Instruction.of(Op.LOAD, Type.F32)
            .memory(new MemoryAccess(Space.GLOBAL, Type.F32, 1, 0, 0, false, false))
            .to(v)
            .from(Operand.register(id))
            .build());
    if (withAtomic) {
      b.add(
          block,
          Instruction.of(Op.ATOMIC, Type.I32)
              .atomic(io.lockstep.trace.ir.AtomicOp.ADD)
              .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, 0, 0, false, false))
              .from(Operand.register(id), Operand.immediate(1))
              .build());
    }
    store(b, block, Type.F32, v);
    return b.build();
  }
}
