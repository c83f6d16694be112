// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample.strata;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.MachineKernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Groups a program's launches by what is known without executing them. Launches of a stratum have
 * kernel, group size, local memory and textures in common. A number of theirs (a size of the grid,
 * a scalar argument) divides them if it has few values, or some more to which it returns, as the
 * stage of a transform does; other numbers vary within a stratum. The first launch with its
 * pointers finds cold caches. It is in a stratum apart, unless it accesses so many bytes that
 * caches could not have kept them. Not thread-safe.
 */
public final class LaunchStrata {
  /** Launches of the shortest program whose launches are sampled. */
  private static final int SHORTEST = 50;

  /** Most values of a number that divides launches. */
  private static final int FEW = 4;

  /** Most values of a number that divides launches because it returns to earlier values. */
  private static final int SOME = 16;

  /** Least mean number of launches in a stratum, where a number that returns divides them. */
  private static final int EACH = 12;

  /**
   * A launch that accesses at least this many times the bytes that caches keep between launches
   * finds next to nothing in them, so the first one with its pointers takes as long as later ones.
   */
  private static final int FLUSHES = 16;

  /** Pointers of earlier launches with which translation buffers are warmed. */
  private static final int RECENT = 64;

  /** What launches of a stratum have in common. */
  private record Code(int kernel, List<Integer> block, int local, int flags, List<?> textures) {}

  /** Arguments that are pointers. */
  private record Pointers(int kernel, List<Long> values) {}

  /** What launches of one code have in common if they are of one stratum. */
  private record Part(boolean cold, List<Long> numbers) {}

  private final List<Kernel> kernels;
  private final int buffers;
  private final Map<Code, List<Integer>> byCode = new LinkedHashMap<>();
  private final Map<Pointers, Integer> seen = new HashMap<>(); // last launch; never iterated
  private final List<long[]> numbers = new ArrayList<>(); // by launch
  private final List<long[]> pointers = new ArrayList<>();
  private final List<Integer> same = new ArrayList<>(); // by launch: the last alike, or -1
  private final List<Integer> sample =
      new ArrayList<>(); // by launch: the first launch with its code
  private final Map<Integer, MachineKernel> codes =
      new HashMap<>(); // by first launch; never iterated
  private final List<Double> perGroup = new ArrayList<>(); // bytes that a group accesses
  private int warmUps; // launches of the warm-up pass

  /**
   * @param kernels the program's kernels
   * @param buffers number of its buffers
   */
  public LaunchStrata(List<Kernel> kernels, int buffers) {
    this.kernels = kernels;
    this.buffers = buffers;
  }

  /** Adds the next launch of the program. */
  public void add(HostStep.Launch launch) {
    Geometry g = launch.geometry();
    List<Long> counted = new ArrayList<>(List.of((long) g.groupsX(), (long) g.groupsY()));
    counted.add((long) g.groupsZ());
    List<Long> pointed = new ArrayList<>();
    Kernel kernel = kernels.get(launch.kernel());
    boolean isPlain = kernel.parameters().size() == launch.arguments().size();
    for (int a = 0; a < launch.arguments().size(); a++) {
      long word = launch.arguments().get(a);
      if (Address.buffer(word) >= 0 && Address.buffer(word) < buffers) {
        pointed.add(word);
      } else if (!isPlain || !kernel.parameters().get(a).type().isFloat()) {
        counted.add(word);
      }
    }
    Code code =
        new Code(
            launch.kernel(),
            List.of(g.sizeX(), g.sizeY(), g.sizeZ(), pointed.size()),
            launch.dynamicLocalBytes(),
            launch.flags(),
            launch.textures());
    List<Integer> alike = byCode.computeIfAbsent(code, c -> new ArrayList<>());
    alike.add(numbers.size());
    sample.add(alike.get(0));
    Integer last = seen.put(new Pointers(launch.kernel(), pointed), numbers.size());
    same.add(last == null ? -1 : last);
    perGroup.add(Double.POSITIVE_INFINITY);
    numbers.add(array(counted));
    pointers.add(array(pointed));
  }

  /** Returns whether the measured pass has enough launches that some of them may be left out. */
  public boolean areMany() {
    return launches() - warmUps >= SHORTEST;
  }

  /** Returns the first launch of each kernel and group size, in ascending order. */
  public List<Integer> samples() {
    return byCode.values().stream().map(launches -> launches.get(0)).sorted().toList();
  }

  /**
   * Sets what launches like one execute and access.
   *
   * @param sample one of the {@link #samples}
   * @param bytes bytes that a work-group accesses
   */
  public void executes(int sample, MachineKernel code, double bytes) {
    codes.put(sample, code);
    byCode.values().stream()
        .filter(launches -> launches.get(0) == sample)
        .forEach(launches -> launches.forEach(l -> perGroup.set(l, bytes)));
  }

  /** Returns about how many bytes a work-group of a launch accesses; infinite if unknown. */
  public double perGroup(int launch) {
    return perGroup.get(launch);
  }

  /** Returns about how many bytes all work-groups of a launch access. */
  public double accessed(int launch) {
    return perGroup(launch) * groups(launch);
  }

  /**
   * Repeats all launches so far as those of the measured pass: the first ones are its warm-up, and
   * belong to no stratum.
   */
  public void repeat() {
    warmUps = numbers.size();
    Map<Integer, Integer> last = new HashMap<>(); // launch by the first one alike; never iterated
    int[] first = new int[warmUps];
    for (int l = 0; l < warmUps; l++) {
      first[l] = same(l) < 0 ? l : first[same(l)];
      last.put(first[l], l);
    }
    for (int l = 0; l < warmUps; l++) {
      same.add(same(l) < 0 ? last.get(l) : warmUps + same(l));
      sample.add(sample.get(l));
      perGroup.add(perGroup.get(l));
      numbers.add(numbers.get(l));
      pointers.add(pointers.get(l));
    }
    byCode.values().forEach(launches -> launches.replaceAll(l -> warmUps + l));
  }

  private static long[] array(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  /** Returns the number of launches in the warm-up pass, which are the first ones. */
  public int warmUps() {
    return warmUps;
  }

  /** Returns the number of launches, including those of the warm-up pass. */
  public int launches() {
    return numbers.size();
  }

  /** Returns the number of work-groups of a launch. */
  public long groups(int launch) {
    long[] of = numbers.get(launch);
    return of[0] * of[1] * of[2];
  }

  /** Returns the last launch before one with its kernel and pointers, or -1. */
  public int same(int launch) {
    return same.get(launch);
  }

  /**
   * Returns, in order, those launches between two others that were the last with their code on some
   * compute unit: the last launch of each code, and each one with more work-groups than all later
   * launches of its code.
   */
  public List<Integer> lastOfCodes(int after, int before) {
    List<Integer> last = new ArrayList<>();
    Map<Integer, Long> most = new HashMap<>(); // groups by the first launch; never iterated
    for (int l = before - 1; l > after; l--) {
      if (groups(l) > most.getOrDefault(sample.get(l), 0L)) {
        most.put(sample.get(l), groups(l));
        last.add(l);
      }
    }
    Collections.reverse(last);
    return last;
  }

  /** Returns the code that a launch executes. */
  public MachineKernel code(int launch) {
    return codes.get(sample.get(launch));
  }

  /** Returns the last different pointers that launches before one have received, in order. */
  public List<Long> pointersBefore(int launch) {
    Set<Long> last = new LinkedHashSet<>();
    for (int l = launch - 1; l >= 0 && last.size() < RECENT; l--) {
      for (long pointer : pointers.get(l)) {
        last.add(pointer);
      }
    }
    List<Long> ordered = new ArrayList<>(last);
    Collections.reverse(ordered);
    return ordered;
  }

  /**
   * Returns the bytes from each pointer of the program to the next one, or to its buffer's end.
   *
   * @param sizes bytes of the buffers
   */
  public SortedMap<Long, Long> extents(long[] sizes) {
    TreeMap<Long, Long> extents = new TreeMap<>();
    pointers.forEach(of -> Arrays.stream(of).forEach(p -> extents.put(p, 0L)));
    extents.replaceAll(
        (pointer, none) -> {
          long end = Address.of(Address.buffer(pointer), sizes[Address.buffer(pointer)]);
          Long next = extents.higherKey(pointer);
          return Math.max(0, (next == null ? end : Math.min(end, next)) - pointer);
        });
    return extents;
  }

  /** Returns the pointers that a launch receives. */
  public long[] pointers(int launch) {
    return pointers.get(launch);
  }

  /**
   * Returns the bytes that a launch may access.
   *
   * @param extents bytes from each pointer of the program to the next one, or to its buffer's end
   */
  public long behind(int launch, SortedMap<Long, Long> extents) {
    return Arrays.stream(pointers(launch)).distinct().map(extents::get).sum();
  }

  /** Returns about how many bytes a launch accesses: all that it may, if that is unknown. */
  public long bytes(int launch, SortedMap<Long, Long> extents) {
    return (long) Math.min(behind(launch, extents), accessed(launch));
  }

  /**
   * Returns the strata: those of each code together, in the order of their first launches.
   *
   * @param extents bytes from each pointer of the program to the next one, or to its buffer's end
   * @param kept bytes of the caches that keep data between launches
   */
  public List<Stratum> strata(SortedMap<Long, Long> extents, long kept) {
    List<Stratum> strata = new ArrayList<>();
    for (List<Integer> alike : byCode.values()) {
      Map<Part, List<Integer>> parts = new LinkedHashMap<>();
      List<Integer> dividing = dividing(alike);
      for (int launch : alike) {
        boolean isCold = same(launch) < 0 && !flushes(launch, extents, kept);
        Part part = new Part(isCold, values(launch, dividing));
        parts.computeIfAbsent(part, p -> new ArrayList<>()).add(launch);
      }
      parts.values().forEach(part -> strata.add(stratum(part)));
    }
    return strata;
  }

  /** Returns the numbers whose values divide launches with one code. */
  private List<Integer> dividing(List<Integer> alike) {
    List<Integer> dividing = columns(alike, 2, FEW);
    for (int column : columns(alike, FEW + 1, SOME)) {
      List<Integer> more = new ArrayList<>(dividing);
      more.add(column);
      long parts = alike.stream().map(l -> values(l, more)).distinct().count();
      if (EACH * parts <= alike.size() && returns(alike, column)) {
        dividing = more;
      }
    }
    return dividing;
  }

  private List<Long> values(int launch, List<Integer> columns) {
    return columns.stream().map(c -> numbers.get(launch)[c]).toList();
  }

  /** Returns whether a number of consecutive launches leaves a value and later has it again. */
  private boolean returns(List<Integer> alike, int column) {
    Set<Long> earlier = new HashSet<>();
    long last = numbers.get(alike.get(0))[column];
    for (int launch : alike) {
      long value = numbers.get(launch)[column];
      if (value != last) {
        earlier.add(last);
        if (earlier.contains(value)) {
          return true;
        }
      }
      last = value;
    }
    return false;
  }

  private boolean flushes(int launch, SortedMap<Long, Long> extents, long kept) {
    return accessed(launch) < Double.POSITIVE_INFINITY
        && bytes(launch, extents) >= (double) FLUSHES * kept;
  }

  private Stratum stratum(List<Integer> part) {
    List<double[]> varying = new ArrayList<>();
    for (int column : columns(part, 2, Integer.MAX_VALUE)) {
      double[] values = part.stream().mapToDouble(l -> numbers.get(l)[column]).toArray();
      if (varying.stream().noneMatch(other -> isShifted(other, values))) {
        varying.add(values);
      }
    }
    return new Stratum(part.stream().mapToInt(Integer::intValue).toArray(), varying);
  }

  /** Returns whether two numbers differ by a constant, so that either serves for regression. */
  private static boolean isShifted(double[] a, double[] b) {
    for (int i = 1; i < a.length; i++) {
      if (a[i] - a[0] != b[i] - b[0]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the numbers that have from {@code least} to {@code most} values. */
  private List<Integer> columns(List<Integer> of, int least, int most) {
    List<Integer> columns = new ArrayList<>();
    for (int c = 0; c < numbers.get(of.get(0)).length; c++) {
      Set<Long> values = new TreeSet<>();
      for (int launch : of) {
        values.add(numbers.get(launch)[c]);
      }
      if (values.size() >= least && values.size() <= most) {
        columns.add(c);
      }
    }
    return columns;
  }
}
