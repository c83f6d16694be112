// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.trace.record.Outcome;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.element.Elements;
import io.lockstep.workload.element.Fnv1a64;
import io.lockstep.workload.element.LittleEndian;
import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.generator.FileElements;
import io.lockstep.workload.step.Expectation;
import io.lockstep.workload.step.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares the contents of buffers with the expectations of a workload, in chunks.
 *
 * <p>Without a tolerance, bits are compared. With a tolerance, |got − want| ≤ absolute + relative ·
 * |want|, two NaNs are equal, and an infinity equals only itself.
 */
final class ExpectationCheck {
  private static final int CHUNK = 4096;
  private static final int SHOWN = 5;
  private static final int MAX_SORTED = 1 << 24;

  private final Expectation expectation;
  private final BoundWorkload bound;
  private final DeviceMemory memory;
  private final int buffer;
  private final ElementType type;
  private final long count;
  private final byte[] page = new byte[CHUNK * 8];
  private final List<String> shown = new ArrayList<>();
  private long wrong;

  private ExpectationCheck(Expectation expectation, BoundWorkload bound, DeviceState device) {
    this.expectation = expectation;
    this.bound = bound;
    memory = device.memory();
    buffer = device.buffer(expectation.buffer()); // the buffer that has the name at the end
    type = device.type(buffer);
    count = count(expectation, bound, memory.bytes(buffer) / type.bytes());
  }

  /** Checks all expectations of a workload after its last step. */
  static Outcome outcome(
      BoundWorkload bound, DeviceState device, List<String> printed, long workItemInstructions) {
    Boolean verified = null;
    List<String> complaints = new ArrayList<>();
    for (Expectation expectation : bound.workload().expectations()) {
      if (bound.holdsFor(expectation.only())) {
        String wrong = new ExpectationCheck(expectation, bound, device).check();
        verified = !Boolean.FALSE.equals(verified) && wrong.isEmpty();
        if (!wrong.isEmpty()) {
          complaints.add(wrong);
        }
      }
    }
    if (bound.workload().expected().output().isPresent()
        && bound.holdsFor(bound.workload().expected().outputOnly())) {
      List<String> want = bound.workload().expected().output().get().stream().sorted().toList();
      boolean same = want.equals(printed.stream().sorted().toList());
      verified = !Boolean.FALSE.equals(verified) && same;
      if (!same) {
        complaints.add("output: printed " + printed + ", expected " + want);
      }
    }
    return new Outcome(verified, String.join("; ", complaints), printed, workItemInstructions);
  }

  /** Rejects missing and unsuitable files before execution. */
  static void prepare(BoundWorkload bound) {
    Set<String> swapped = new HashSet<>();
    collectSwapped(bound.workload().steps(), swapped);
    Map<String, BoundWorkload.SizedBuffer> buffers = new HashMap<>();
    bound.buffers().forEach(b -> buffers.put(b.declaration().name(), b));
    for (Expectation expectation : bound.workload().expectations()) {
      if (!bound.holdsFor(expectation.only())) {
        continue;
      }
      BoundWorkload.SizedBuffer buffer = buffers.get(expectation.buffer());
      ElementType type = buffer.declaration().type();
      expectation.file().ifPresent(name -> FileElements.size(name.where(), path(name, bound)));
      if (!swapped.contains(expectation.buffer())) { // without swaps, the final size is known
        long count = count(expectation, bound, buffer.count());
        expectation
            .file()
            .ifPresent(name -> elements(expectation, bound, buffer.bytes(), count, type));
        expectation.contents().expression().ifPresent(e -> bound.elements(e, type, count));
      }
    }
  }

  private static void collectSwapped(List<Step> steps, Set<String> names) {
    for (Step step : steps) {
      if (step instanceof Step.Swap swap) {
        names.add(swap.first());
        names.add(swap.second());
      }
      collectSwapped(step.inner(), names);
    }
  }

  private static long count(Expectation expectation, BoundWorkload bound, long elements) {
    IntegerExpression count = expectation.comparison().count();
    return count == null ? elements : count.evaluate(bound.scope(), "count", 1, elements);
  }

  private static Path path(FileName name, BoundWorkload bound) {
    return FileElements.path(name, bound.workload().folder(), bound.scope());
  }

  /** Returns the number of elements in the expected file: the whole buffer or the compared part. */
  private static long elements(
      Expectation expectation, BoundWorkload bound, long whole, long count, ElementType type) {
    FileName name = expectation.file().orElseThrow();
    Path path = path(name, bound);
    long size = FileElements.size(name.where(), path);
    long part = count * type.bytes();
    if (size != whole && size != part) {
      throw name.wrong(
          "%s has %s bytes, expected %s%s for '%s'"
              .formatted(
                  path, size, whole, part == whole ? "" : " or " + part, expectation.buffer()));
    }
    return size / type.bytes();
  }

  /** Returns a description of the mismatch; empty if there is none. */
  String check() {
    if (expectation.contents().hash().isPresent()) {
      long got = hash();
      long want = expectation.contents().hash().get();
      return got == want
          ? ""
          : "%s: fnv1a64 is %s, expected %s%s"
              .formatted(expectation.buffer(), Fnv1a64.text(got), Fnv1a64.text(want), oracle());
    }
    Elements want = expected();
    if (expectation.comparison().sorted()) {
      compareSorted(want);
    } else {
      compareInOrder(want);
    }
    return wrong == 0
        ? ""
        : expectation.buffer()
            + ": "
            + wrong
            + " of "
            + count
            + " elements wrong: "
            + String.join(", ", shown)
            + (wrong > SHOWN ? ", …" : "")
            + oracle();
  }

  private String oracle() {
    return expectation.oracle().map(o -> " (expected by " + o + ")").orElse("");
  }

  private long hash() {
    Fnv1a64 fnv = new Fnv1a64();
    long bytes = count * type.bytes();
    for (long at = 0; at < bytes; at += page.length) {
      int n = (int) Math.min(page.length, bytes - at);
      memory.read(buffer, at, page, 0, n);
      fnv.add(page, n);
    }
    return fnv.value();
  }

  private Elements expected() {
    if (expectation.contents().expression().isPresent()) {
      return bound.elements(expectation.contents().expression().get(), type, count);
    }
    return new FileElements(
        expectation.file().orElseThrow(),
        bound.workload().folder(),
        bound.scope(),
        type,
        elements(expectation, bound, memory.bytes(buffer), count, type));
  }

  private void got(long first, int n, long[] out) {
    int bytes = type.bytes();
    memory.read(buffer, first * bytes, page, 0, n * bytes);
    for (int k = 0; k < n; k++) {
      out[k] = LittleEndian.get(page, k * bytes, bytes);
    }
  }

  private void compareInOrder(Elements expected) {
    long[] got = new long[CHUNK];
    long[] want = new long[CHUNK];
    for (long first = 0; first < count; first += CHUNK) {
      int n = (int) Math.min(CHUNK, count - first);
      got(first, n, got);
      expected.bits(first, n, want);
      for (int k = 0; k < n; k++) {
        compare(first + k, got[k], want[k]);
      }
    }
  }

  private void compareSorted(Elements expected) {
    if (count > MAX_SORTED) {
      throw expectation.wrong(
          "'sorted' compares at most " + MAX_SORTED + " elements, found " + count);
    }
    long[] got = new long[(int) count];
    long[] want = new long[(int) count];
    long[] chunk = new long[CHUNK];
    for (int first = 0; first < count; first += CHUNK) {
      int n = (int) Math.min(CHUNK, count - first);
      got(first, n, chunk);
      System.arraycopy(chunk, 0, got, first, n);
      expected.bits(first, n, chunk);
      System.arraycopy(chunk, 0, want, first, n);
    }
    sort(got);
    sort(want);
    for (int k = 0; k < count; k++) {
      compare(k, got[k], want[k]);
    }
  }

  /** Sorts raw bits by their values. The key function is its own inverse. */
  private void sort(long[] bits) {
    for (int k = 0; k < bits.length; k++) {
      bits[k] = key(bits[k]);
    }
    Arrays.sort(bits);
    long mask = type.bytes() == 8 ? -1 : (1L << 8 * type.bytes()) - 1;
    for (int k = 0; k < bits.length; k++) {
      bits[k] = key(bits[k]) & mask;
    }
  }

  private long key(long bits) {
    int shift = 64 - 8 * type.bytes();
    long wide = bits << shift >> shift;
    if (type.isFloat()) {
      return wide < 0 ? wide ^ Long.MAX_VALUE : wide;
    }
    return type == ElementType.U64 ? bits ^ Long.MIN_VALUE : type.integer(bits);
  }

  private void compare(long element, long got, long want) {
    if (got == want) {
      return;
    }
    Optional<Expectation.Tolerance> tolerance = expectation.comparison().tolerance();
    if (tolerance.isPresent() && near(tolerance.get(), type.real(got), type.real(want))) {
      return;
    }
    if (wrong++ < SHOWN) {
      shown.add("[" + element + "] is " + type.difference(got, want));
    }
  }

  private static boolean near(Expectation.Tolerance tolerance, double got, double want) {
    if (got == want || Double.isNaN(got) && Double.isNaN(want)) {
      return true;
    }
    return !Double.isInfinite(want) && tolerance.permits(got, want);
  }
}
