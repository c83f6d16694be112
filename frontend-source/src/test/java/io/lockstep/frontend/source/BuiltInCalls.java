// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls of built-in functions on columns of numbers, named x, y, z and w, executed together. */
final class BuiltInCalls {
  /** Elements of a column, if nothing else is said; as all, a multiple of all widths of vectors. */
  static final int INPUTS = 240;

  private static final int[] VECTORS = {2, 3, 4, 8, 16};

  /** Calls of the same widths stand in kernels of so many. */
  private static final int TOGETHER = 24;

  /** What a result may be. */
  @FunctionalInterface
  interface Rule {
    /**
     * Whether bits are right.
     *
     * @param at the element, counted over all work-items
     */
    boolean allows(int at, long got);

    /** Says what was expected of an element instead of these bits. */
    default String instead(int at, long got) {
      return "which is wrong";
    }
  }

  /** Bits that a result has, null if any; one NaN is as good as another. */
  interface Exact {
    Long of(int at);
  }

  private record ExactRule(Scalar to, Exact expected) implements Rule {
    @Override
    public boolean allows(int at, long got) {
      Long bits = expected.of(at);
      return bits == null || to.comparable(got) == to.comparable(bits);
    }

    @Override
    public String instead(int at, long got) {
      return "expected " + to.shown(expected.of(at));
    }
  }

  private record Call(String text, List<Integer> widths, Scalar to, int n, Rule rule) {}

  private final Scalar[] types;
  private final long[][] columns;
  private final List<Call> calls = new ArrayList<>();
  private final int inputs;

  /** Where its columns and its results begin. */
  private int in;

  private int out;

  BuiltInCalls(Scalar[] types, long[][] columns) {
    this.types = types;
    this.columns = columns;
    inputs = columns[0].length;
  }

  /** The widths of a row of a table: scalars, and vectors of a width that is the row's turn. */
  static int[] widths(int row) {
    return new int[] {1, VECTORS[Math.floorMod(row, VECTORS.length)]};
  }

  /** Columns of one type. */
  BuiltInCalls(Scalar type, int columns, int inputs, long seed) {
    this(new Scalar[columns], type.columns(columns, inputs, seed));
    Arrays.fill(types, type);
  }

  /** Bits of a column's element. */
  long bits(int column, int at) {
    return columns[column][at];
  }

  /** The number of a column's element. */
  double number(int column, int at) {
    return types[column].number(columns[column][at]);
  }

  /** Adds a call whose arguments and result have the same width. */
  void add(String text, int n, Scalar to, Rule rule) {
    Integer[] widths = new Integer[types.length];
    Arrays.fill(widths, n);
    add(text, List.of(widths), to, n, rule);
  }

  /** Adds a call with one right result. */
  void exact(String text, int n, Scalar to, Exact expected) {
    add(text, n, to, new ExactRule(to, expected));
  }

  /**
   * Adds a call of which each argument has a width.
   *
   * @param n width of the result
   */
  void add(String text, List<Integer> widths, Scalar to, int n, Rule rule) {
    calls.add(new Call(text, widths, to, n, rule));
  }

  /** Adds such a call with one right result. */
  void exact(String text, List<Integer> widths, Scalar to, int n, Exact expected) {
    add(text, widths, to, n, new ExactRule(to, expected));
  }

  /** Executes all, in one program compiled with these options, and says what is wrong. */
  static List<String> wrong(Path folder, List<BuiltInCalls> all, String... options)
      throws IOException {
    KernelRun run = new KernelRun(folder, new LocalClang(folder));
    int in = 0;
    int out = 0;
    for (BuiltInCalls calls : all) {
      calls.in = in;
      calls.out = out;
      calls.kernels(run);
      in += calls.types.length * calls.inputs * 8;
      out += calls.calls.size() * calls.inputs * 8;
    }
    ByteBuffer input = ByteBuffer.allocate(in).order(ByteOrder.LITTLE_ENDIAN);
    all.forEach(calls -> calls.put(input));
    ByteBuffer output = run.execute(input, out, options);
    List<String> wrong = new ArrayList<>();
    for (BuiltInCalls calls : all) {
      for (int c = 0; c < calls.calls.size(); c++) {
        calls.judge(calls.calls.get(c), calls.out + c * calls.inputs * 8, output, wrong);
      }
    }
    return wrong;
  }

  private void put(ByteBuffer input) {
    for (int c = 0; c < types.length; c++) {
      for (int i = 0; i < inputs; i++) {
        types[c].put(input, in + c * inputs * 8 + i * types[c].bytes, columns[c][i]);
      }
    }
  }

  /** Adds kernels, each of calls of the same widths. */
  private void kernels(KernelRun run) {
    Map<List<Integer>, StringBuilder> bodies = new LinkedHashMap<>();
    Map<List<Integer>, Integer> lengths = new HashMap<>();
    for (int c = 0; c < calls.size(); c++) {
      Call call = calls.get(c);
      List<Integer> key = new ArrayList<>(call.widths());
      key.add(items(call));
      StringBuilder body =
          bodies.computeIfAbsent(key, k -> new StringBuilder(arguments(call.widths())));
      body.append(result(call, out + c * inputs * 8));
      if (lengths.merge(key, 1, Integer::sum) == TOGETHER) {
        run.kernel(items(call), bodies.remove(key).toString());
        lengths.remove(key);
      }
    }
    bodies.forEach((key, body) -> run.kernel(key.get(types.length), body.toString()));
  }

  private int items(Call call) {
    int widest = call.n();
    for (int width : call.widths()) {
      widest = Math.max(widest, width);
    }
    return inputs / widest;
  }

  private String arguments(List<Integer> widths) {
    StringBuilder text = new StringBuilder();
    for (int a = 0; a < types.length; a++) {
      int n = widths.get(a);
      String from =
          "((__global const %s *)(in + %d))".formatted(types[a].of(1), in + a * inputs * 8);
      String value = n == 1 ? from + "[i]" : "vload%d(i, %s)".formatted(n, from);
      text.append("  %s %s = %s;\n".formatted(types[a].of(n), "xyzw".charAt(a), value));
    }
    return text.toString();
  }

  private String result(Call call, int at) {
    String to = "(__global %s *)(out + %d)".formatted(call.to().of(1), at);
    return call.n() == 1
        ? "  (%s)[i] = %s;\n".formatted(to, call.text())
        : "  vstore%d(%s, i, %s);\n".formatted(call.n(), call.text(), to);
  }

  private void judge(Call call, int from, ByteBuffer out, List<String> wrong) {
    int bad = 0;
    String first = "";
    for (int i = 0; i < items(call) * call.n(); i++) {
      long got = call.to().get(out, from + i * call.to().bytes);
      if (!call.rule().allows(i, got) && bad++ == 0) {
        StringBuilder text = new StringBuilder();
        for (int a = 0; a < types.length; a++) {
          int at = i / call.n() * call.widths().get(a) + i % call.n() % call.widths().get(a);
          text.append(' ').append(types[a].shown(bits(a, at)));
        }
        first =
            "element %d of%s is %s, %s"
                .formatted(i % call.n(), text, call.to().shown(got), call.rule().instead(i, got));
      }
    }
    if (bad > 0) {
      wrong.add(
          "%s of %s, widths %s: %d wrong, %s"
              .formatted(call.text(), types[0], call.widths(), bad, first));
    }
  }
}
