// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.path;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.path.CriticalPath.KernelPath;
import io.lockstep.observe.path.CriticalPath.LaunchPath;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.path.PathSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collects the critical paths of one device's launches as they end. */
public final class PathCollector {
  private final long tickHertz;
  private final List<Kernel> kernels;
  private final List<LaunchPath> launches = new ArrayList<>();

  public PathCollector(long tickHertz, List<Kernel> kernels) {
    this.tickHertz = tickHertz;
    this.kernels = kernels;
  }

  /** Discards all launches, because another pass begins. */
  public void clear() {
    launches.clear();
  }

  /**
   * Adds a launch that has ended. Its time is not attributed if the machine reports no path.
   *
   * @param ticks ticks from the launch's start to its end
   * @throws IllegalStateException if the path is not as long as the launch
   */
  public void ends(int kernel, MachineKernel code, Machine machine, long ticks, long picos) {
    Optional<Path> path = machine.path();
    SortedMap<Integer, long[]> lines = new TreeMap<>();
    SortedMap<Integer, SortedMap<String, Long>> ports = new TreeMap<>();
    if (path.isEmpty()) {
      add(lines, PathShares.NO_LINE, PathResource.UNTOLD, ticks);
    } else {
      split(path.get().sum(), code, lines(kernels.get(kernel)), lines, ports);
    }
    PathShares shares = new PathShares(lines, ports);
    if (shares.ticks() != ticks) {
      throw new IllegalStateException(
          "the critical path has %s ticks, its launch of %s %s"
              .formatted(shares.ticks(), kernels.get(kernel).name(), ticks));
    }
    launches.add(new LaunchPath(launches.size(), kernel, picos, shares));
  }

  private static void split(
      PathSum path,
      MachineKernel code,
      int[] lineOf,
      SortedMap<Integer, long[]> lines,
      SortedMap<Integer, SortedMap<String, Long>> ports) {
    Optional<CodeOrigins> origins = code.origins();
    for (PathResource r : PathResource.values()) {
      add(lines, PathShares.NO_LINE, r, path.ticks(Path.NO_ROW, r));
      port(ports, PathShares.NO_LINE, r, "", path.ticks(Path.NO_ROW, r));
      for (int row = 0; row < path.rows(); row++) {
        long spent = path.ticks(row, r);
        if (spent > 0) {
          String port = r == PathResource.PORT ? code.port(row) : "";
          origins
              .orElseThrow()
              .split(
                  row,
                  spent,
                  (i, part) -> {
                    int line = i == CodeOrigins.OWN ? PathShares.UNKNOWN : lineOf[i];
                    add(lines, line, r, part);
                    port(ports, line, r, port, part);
                  });
        }
      }
    }
  }

  private static void add(SortedMap<Integer, long[]> lines, int line, PathResource r, long ticks) {
    if (ticks > 0) {
      lines.computeIfAbsent(line, l -> new long[PathResource.values().length])[r.ordinal()] +=
          ticks;
    }
  }

  private static void port(
      SortedMap<Integer, SortedMap<String, Long>> ports,
      int line,
      PathResource r,
      String port,
      long ticks) {
    if (r == PathResource.PORT && ticks > 0) {
      ports.computeIfAbsent(line, l -> new TreeMap<>()).merge(port, ticks, Long::sum);
    }
  }

  private static int[] lines(Kernel kernel) {
    int[] lines = new int[kernel.size()];
    int k = 0;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        lines[k++] = Math.max(PathShares.UNKNOWN, i.line());
      }
    }
    return lines;
  }

  public CriticalPath result() {
    SortedMap<Integer, KernelPath> byKernel = new TreeMap<>();
    for (LaunchPath launch : launches) {
      Kernel text = kernels.get(launch.kernel());
      byKernel.merge(
          launch.kernel(),
          new KernelPath(launch.kernel(), text.name(), text.source(), 1, launch.shares()),
          (a, b) ->
              new KernelPath(
                  a.index(),
                  a.name(),
                  a.file(),
                  a.launches() + b.launches(),
                  a.shares().plus(b.shares())));
    }
    return new CriticalPath(tickHertz, List.copyOf(byKernel.values()), launches);
  }
}
