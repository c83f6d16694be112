// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Short kernels for tests: reading and executing them. */
public final class Il {
  /** A compute shader of one work-item around some lines. */
  static final String HEAD = "il_cs_2_0\ndcl_num_thread_per_group 1\n";

  private Il() {}

  /** The verified kernel of a whole text. */
  public static Kernel kernel(String text) {
    Kernel kernel = new AmdIlFrontend().read("k.il", text, FrontendOptions.defaults()).get(0);
    KernelVerifier.verify(kernel);
    return kernel;
  }

  /** A compute shader of one work-item: its lines start in line 3. */
  public static Kernel compute(String body) {
    return kernel(HEAD + body + "\nend\n");
  }

  public static List<Instruction> code(Kernel kernel) {
    return kernel.blocks().stream().flatMap(b -> b.instructions().stream()).toList();
  }

  public static List<Instruction> code(Kernel kernel, Op op) {
    return code(kernel).stream().filter(i -> i.op() == op).toList();
  }

  /** Executes groups of a kernel on buffers of words, by name; answers the words afterwards. */
  public static Map<String, int[]> run(Kernel kernel, int groups, Map<String, int[]> buffers) {
    DeviceMemory memory = new DeviceMemory();
    List<Long> arguments = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Parameter p : kernel.parameters()) {
      int[] words = buffers.get(p.name());
      int number = memory.allocate(p.name(), Type.I32, 4L * words.length, null);
      for (int i = 0; i < words.length; i++) {
        memory.storeInt(Address.of(number, 4L * i), words[i]);
      }
      arguments.add(Address.of(number, 0));
      names.add(p.name());
    }
    List<Integer> size = kernel.requiredGroupSize();
    GroupExecutor executor =
        new GroupExecutor(
            kernel,
            new Geometry(groups, 1, 1, size.get(0), size.get(1), size.get(2)),
            arguments,
            0,
            memory,
            new int[16],
            ExecutionOptions.defaults().withInstructionBudget(10_000_000));
    for (int g = 0; g < groups; g++) {
      executor.execute(g);
    }
    Map<String, int[]> after = new java.util.LinkedHashMap<>();
    for (int n = 0; n < names.size(); n++) {
      int[] words = new int[buffers.get(names.get(n)).length];
      for (int i = 0; i < words.length; i++) {
        words[i] = memory.loadInt(Address.of(n, 4L * i));
      }
      after.put(names.get(n), words);
    }
    return after;
  }

  /** Executes lines on one work-item; answers the first element of g. */
  static int[] result(String body) {
    int[] g = run(compute(body), 1, Map.of("g", new int[64])).get("g");
    return java.util.Arrays.copyOf(g, 4);
  }

  static int f(float value) {
    return Float.floatToRawIntBits(value);
  }
}
