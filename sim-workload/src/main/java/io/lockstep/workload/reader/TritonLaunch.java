// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.reader;

import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.expression.Value;
import io.lockstep.workload.step.Argument;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How Triton launches a kernel: the file {@code KERNEL.json} that it writes beside the kernel's
 * PTX.
 *
 * @param where position of the file's name
 * @param kernel the kernel's name
 * @param warps number of warps of a work-group
 * @param shared bytes of dynamic local memory
 * @param scratch number of pointers to scratch memory that follow the arguments
 */
public record TritonLaunch(String where, String kernel, int warps, int shared, int scratch) {
  private static final int WARP = 32;
  private static final int MAX_WARPS = 64;

  /**
   * Keys of the sizes of scratch memory. A kernel takes a pointer to each scratch memory that its
   * file has a size of, behind its own arguments.
   */
  private static final List<String> SCRATCH =
      List.of("global_scratch_size", "profile_scratch_size");

  /** Reads the file that a workload names for a kernel of Triton. */
  public static TritonLaunch read(YamlNode name, Path folder) {
    return read(name.where(), folder.resolve(name.asText()));
  }

  /** Reads a file that Triton wrote. */
  public static TritonLaunch read(Path file) {
    return read(file.toString(), file);
  }

  private static TritonLaunch read(String where, Path file) {
    YamlMap map = YamlFile.read(file).asMap();
    map.get("num_ctas").ifPresent(n -> only(n, 1, "clusters of work-groups"));
    int scratch = 0;
    for (String key : SCRATCH) {
      if (map.has(key)) {
        only(map.require(key), 0, "scratch memory");
        scratch++;
      }
    }
    return new TritonLaunch(
        where,
        map.require("name").asText(),
        map.require("num_warps").asInt(1, MAX_WARPS),
        map.require("shared").asInt(0, Integer.MAX_VALUE),
        scratch);
  }

  private static void only(YamlNode node, int value, String what) {
    if (node.asInt(0, Integer.MAX_VALUE) != value) {
      throw node.wrong(what + " of Triton kernels are not supported; expected " + value);
    }
  }

  /** Returns the size of a work-group, for a launch that states none. */
  List<IntegerExpression> block() {
    return List.of(IntegerExpression.constant(where, (long) WARP * warps));
  }

  /** Returns a launch's arguments with the pointers that Triton adds, which are null. */
  List<Argument> complete(List<Argument> arguments, Names names) {
    List<Argument> all = new ArrayList<>(arguments);
    YamlNode zero = YamlNode.scalar(where, "0");
    for (int k = 0; k < scratch; k++) {
      all.add(
          new Argument.Scalar(where, ElementType.U64, Value.read(zero, ElementType.U64, names)));
    }
    return List.copyOf(all);
  }
}
