// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.generator;

import io.lockstep.io.expression.Mix;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.element.Elements;
import io.lockstep.workload.element.PrefixSums;
import io.lockstep.workload.expression.BufferAccess;
import io.lockstep.workload.expression.ElementBatch;
import io.lockstep.workload.expression.Scope;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Creates the elements of a generator for given parameters.
 *
 * @param count number of elements of the buffer
 * @param folder folder that file names are relative to
 * @param earlier buffers that are declared before this buffer
 */
public record ElementsOf(
    ElementType type, long count, Scope scope, Path folder, BufferAccess earlier) {
  public Elements of(Generator generator) {
    if (generator instanceof Generator.Zero) {
      return (first, n, out) -> Arrays.fill(out, 0, n, 0);
    }
    if (generator instanceof Generator.Fill fill) {
      long bits = fill.value().bits(scope, type);
      return (first, n, out) -> Arrays.fill(out, 0, n, bits);
    }
    if (generator instanceof Generator.Listed listed) {
      return listed(listed);
    }
    if (generator instanceof Generator.RawFile file) {
      return new FileElements(file.name(), folder, scope, type, count);
    }
    if (generator instanceof Generator.Iota iota) {
      return iota(iota);
    }
    if (generator instanceof Generator.Hash hash) {
      long seed = hash.seed().evaluate(scope);
      return (first, n, out) -> {
        for (int k = 0; k < n; k++) {
          out[k] = type.encode(Mix.of(first + k, seed));
        }
      };
    }
    if (generator instanceof Generator.Integers integers) {
      return integers(integers);
    }
    if (generator instanceof Generator.Uniform uniform) {
      return uniform(uniform);
    }
    if (generator instanceof Generator.Formula formula) {
      // Evaluating the first and the last element detects most mistakes before execution.
      formula.expression().evaluate(ElementBatch.range(scope, earlier, 0, 1), new long[1]);
      formula.expression().evaluate(ElementBatch.range(scope, earlier, count - 1, 1), new long[1]);
      return (first, n, out) ->
          formula.expression().encode(ElementBatch.range(scope, earlier, first, n), type, out);
    }
    if (generator instanceof Generator.RandomGraph graph) {
      return graph(graph);
    }
    Generator.PrefixSum sum = (Generator.PrefixSum) generator;
    if (count > PrefixSums.MAX_COUNT) {
      throw sum.wrong("prefix_sum makes at most " + PrefixSums.MAX_COUNT + " elements");
    }
    return new PrefixSums(of(sum.of()), type);
  }

  private Elements graph(Generator.RandomGraph graph) {
    long vertices = graph.vertices().evaluate(scope, "vertices", 2, RandomGraph.MAX_EDGES);
    long edges = graph.edges().evaluate(scope, "edges", vertices - 1, RandomGraph.MAX_EDGES);
    long elements = graph.part() == Generator.RandomGraph.Part.OFFSETS ? vertices + 1 : 2 * edges;
    if (count != elements) {
      throw graph.wrong("expected a count of " + elements + ", found " + count);
    }
    int seed = (int) graph.seed().evaluate(scope, "seed", 0, Integer.MAX_VALUE);
    return new RandomGraph(graph.part(), (int) vertices, (int) edges, seed);
  }

  private Elements listed(Generator.Listed listed) {
    if (listed.values().size() != count) {
      throw listed.wrong(
          "expected " + count + " values, as many as count says, found " + listed.values().size());
    }
    long[] bits = listed.values().stream().mapToLong(v -> v.bits(scope, type)).toArray();
    return (first, n, out) -> System.arraycopy(bits, (int) first, out, 0, n);
  }

  private Elements iota(Generator.Iota iota) {
    long start = iota.start().evaluate(scope);
    long step = iota.step().evaluate(scope);
    if (iota.modulo() == null) {
      return (first, n, out) -> {
        for (int k = 0; k < n; k++) {
          out[k] = type.encode(start + (first + k) * step);
        }
      };
    }
    long modulo = iota.modulo().evaluate(scope, "modulo", 1, Long.MAX_VALUE);
    return (first, n, out) -> {
      for (int k = 0; k < n; k++) {
        out[k] = type.encode(Math.floorMod(start + (first + k) * step, modulo));
      }
    };
  }

  private Elements integers(Generator.Integers integers) {
    long seed = integers.seed().evaluate(scope);
    long low = integers.low().evaluate(scope);
    long high = integers.high().evaluate(scope);
    long range = high - low;
    if (high <= low || range <= 0) {
      throw integers.wrong("low must be below high, found " + low + " and " + high);
    }
    return (first, n, out) -> {
      for (int k = 0; k < n; k++) {
        out[k] = type.encode(low + Mix.of(first + k, seed) % range);
      }
    };
  }

  private Elements uniform(Generator.Uniform uniform) {
    long seed = uniform.seed().evaluate(scope);
    double low = uniform.low().real(scope);
    double high = uniform.high().real(scope);
    if (type == ElementType.F32) {
      float start = (float) low;
      float range = (float) high - start;
      return (first, n, out) -> {
        for (int k = 0; k < n; k++) {
          float u = (Mix.of(first + k, seed) >>> 8) * 0x1p-24f;
          out[k] = Float.floatToRawIntBits(start + range * u) & 0xFFFFFFFFL;
        }
      };
    }
    double range = high - low;
    return (first, n, out) -> {
      for (int k = 0; k < n; k++) {
        double u = (Mix.of(first + k, seed) >>> 8) * 0x1p-24;
        out[k] = type.encode(low + range * u);
      }
    };
  }
}
